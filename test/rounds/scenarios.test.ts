import type { RoundBody } from '../../src/application/rounds/round-body';
import { Casino, type Problem } from '../support/casino';
import { resultOf, type Scenario, SCENARIOS } from '../support/scenarios';

/** Scenarios of the shared table are played at tables, not in sessions. */
const PRIVATE = SCENARIOS.filter(({ game }) => game !== 'blackjack-deluxe');

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

async function gameOf({ id, game, settings }: Scenario): Promise<string> {
  if (settings === undefined) return game;
  const { status, text } = await casino.post('/v1/rule-sets', { id, settings });
  if (status !== 201) throw new Error(text);
  return id;
}

describe('worked hands over HTTP', () => {
  test.each(
    PRIVATE.map((scenario) => [`${scenario.id} ${scenario.clauses.join(' ')}: ${scenario.story}`, scenario]),
  )('%s', async (_, scenario) => {
    const session = await casino.openSession({ gameId: await gameOf(scenario) });
    const { boxes, cards } = scenario;
    const dealt = await casino.deal(session.id, { boxes, cards });
    expect(dealt.status).toBe(201);
    let round = dealt.body;
    for (let done = 0; done <= scenario.actions.length; done++) {
      if (done > 0) {
        const { status, body } = await casino.act(round.id, scenario.actions[done - 1]);
        expect(status).toBe(200);
        round = body;
      }
      expect(round.version).toBe(done + 1);
      await expectRefusals(scenario, done, round);
      expectShown(scenario, done, round);
    }
    expect(round).toMatchObject({ status: 'settled', allowed: [], deadline: null });
    expect(resultOf(round)).toEqual(scenario.expect);
    expect(round.balance).toBe(1_000_000 + scenario.expect.net);
  });
});

async function expectRefusals(scenario: Scenario, done: number, round: RoundBody): Promise<void> {
  for (const { action, status, code } of scenario.refused?.filter(({ after }) => after === done) ?? []) {
    const reply = await casino.act<Problem>(round.id, action);
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
    expect(reply.body.round).toEqual(round);
    expect((await casino.round(round.id)).body).toEqual(round);
  }
}

function expectShown(scenario: Scenario, done: number, round: RoundBody): void {
  for (const shown of scenario.shows?.filter(({ after }) => after === done) ?? []) {
    const hands = Object.fromEntries(
      round.boxes.flatMap((box) => box.hands.map((hand) => [hand.id, hand.cards])),
    );
    expect({ status: round.status, dealer: round.dealer.cards, hands }).toEqual({
      status: shown.status,
      dealer: shown.dealer,
      hands: shown.hands,
    });
  }
}
