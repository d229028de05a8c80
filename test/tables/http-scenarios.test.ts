import { Casino, type OpenSession, type Problem } from '../support/casino';
import { resultOf, type Scenario, SCENARIOS } from '../support/scenarios';
import { HttpTable } from './http-table';

/** What is private to one player is played in test/rounds. In each of these one player sits on one seat. */
const DELUXE = SCENARIOS.filter(({ game }) => game === 'blackjack-deluxe');

let casino: Casino;
let table: HttpTable;
let session: OpenSession;

beforeAll(async () => {
  casino = await Casino.open();
});

beforeEach(async () => {
  table = await HttpTable.open(casino);
  session = await table.session();
});

afterAll(() => casino.close());

async function placeBets({ boxes }: Scenario): Promise<void> {
  const [{ box, stake, sideBets = {} }] = boxes;
  for (const [kind, amount] of Object.entries({ seat: stake, ...sideBets })) {
    const placed = await table.bet({ sessionId: session.id, seat: box, kind, amount });
    expect({ kind, status: placed.status }).toEqual({ kind, status: 200 });
  }
}

describe('worked hands at a table', () => {
  test.each(
    DELUXE.map((scenario) => [`${scenario.id} ${scenario.clauses.join(' ')}: ${scenario.story}`, scenario]),
  )('%s', async (_, scenario) => {
    expect(scenario.boxes).toHaveLength(1);
    await table.cards(...scenario.cards);
    await placeBets(scenario);
    const { roundId } = await table.advance();
    for (let done = 0; done <= scenario.actions.length; done++) {
      if (done > 0) {
        const { status } = await table.act({ sessionId: session.id, ...scenario.actions[done - 1] });
        expect({ done, status }).toEqual({ done, status: 200 });
      }
      await expectRefusals(scenario, done);
      await expectShown(scenario, done);
    }
    const { body: round } = await casino.round(roundId, { key: session.token });
    expect(round.status).toBe('settled');
    expect(resultOf(round)).toEqual(scenario.expect);
    const { status, you } = await table.state(session.id);
    expect([status, you?.balance]).toEqual(['result', 1_000_000 + scenario.expect.net]);
  });
});

async function expectRefusals({ refused }: Scenario, done: number): Promise<void> {
  for (const { action, status, code } of refused?.filter(({ after }) => after === done) ?? []) {
    const before = await table.state(session.id);
    const reply = await table.act<Problem>({ sessionId: session.id, ...action });
    expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
    expect(await table.state(session.id)).toEqual(before);
  }
}

const STATUS_AT_TABLE: Readonly<Record<string, string>> = {
  insurance: 'insurance',
  playing: 'deciding',
  settled: 'result',
};

async function expectShown({ shows }: Scenario, done: number): Promise<void> {
  for (const shown of shows?.filter(({ after }) => after === done) ?? []) {
    const { status, dealer, seats } = await table.state(session.id);
    const hands = Object.fromEntries(seats.flatMap((one) => one.hands.map((hand) => [hand.id, hand.cards])));
    expect({ status, dealer: dealer?.cards, hands }).toEqual({
      status: STATUS_AT_TABLE[shown.status],
      dealer: shown.dealer,
      hands: shown.hands,
    });
  }
}
