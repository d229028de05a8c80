import { Sweeper } from '../../src/http/rounds/sweeper';
import { finishAbandoned } from '../../src/application/rounds/finish-abandoned';
import { ROUND_CONTEXT } from '../../src/http/rounds/round-context';
import type { RoundContext } from '../../src/application/rounds/context';
import { Casino } from '../support/casino';

let casino: Casino;
let context: RoundContext;

beforeAll(async () => {
  casino = await Casino.open({ decisionSeconds: 600, sweepIntervalMs: 3_600_000 });
  context = casino.app.app.get<RoundContext>(ROUND_CONTEXT);
});

afterAll(() => casino.close());

const later = (seconds: number): Date => new Date(casino.app.clock.now.getTime() + seconds * 1000);

test('C-19 a round whose decision time is over is finished by the automatic rule, not before', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const cards = ['2c', '9c', '6d', '3s', '8s', 'Th', '4d', '5h', '7d', '2h'];
  const { body: round } = await casino.deal(id, {
    boxes: [
      { box: 1, stake: 1000 },
      { box: 2, stake: 1000 },
    ],
    cards,
  });
  expect(round.deadline).toBe(later(600).toISOString());
  expect(await finishAbandoned(context, later(599))).toMatchObject({ finished: 0, lagSeconds: 0 });
  casino.app.clock.now = later(607);
  await casino.app.app.get(Sweeper).sweep();
  const { body } = await casino.round(round.id);
  // 2-3 draws 4 and 5 to 14 and stands; 9-8 stands on 17; the dealer makes 6-10-7, a bust.
  expect(body).toMatchObject({ status: 'settled', version: 2, returned: 4000, deadline: null });
  expect(body.boxes[0].hands[0]).toMatchObject({
    cards: ['2c', '3s', '4d', '5h'],
    state: 'stood',
    outcome: 'win',
  });
  const events = await casino.app.dataSource.query<{ actor: string; step: { type: string } }[]>(
    'SELECT actor, step FROM round_steps WHERE round_id = $1 AND version = 2',
    [round.id],
  );
  expect(events).toMatchObject([{ actor: 'system:automatic-rule', step: { type: 'automatic' } }]);
});

test('C-19 offers are declined, and whoever acts has his whole time again', async () => {
  const { id } = await casino.openSession({ gameId: 'infinite-blackjack' });
  const cards = ['Ac', '9c', 'Td', 'Kd', '8c', 'Ah'];
  const { body: round } = await casino.deal(id, {
    boxes: [
      { box: 1, stake: 1000 },
      { box: 2, stake: 1000 },
    ],
    cards,
  });
  expect(round.status).toBe('insurance');
  casino.app.clock.now = later(500);
  await casino.act(round.id, { type: 'even-money', hand: '1.1', accept: false });
  expect((await finishAbandoned(context, later(599))).finished).toBe(0);
  expect((await finishAbandoned(context, later(600))).finished).toBe(1);
  // The dealer turns a ten: his blackjack takes the 17 and pushes the blackjack.
  expect((await casino.round(round.id)).body).toMatchObject({
    status: 'settled',
    staked: 2000,
    returned: 1000,
  });
});

test('C-19 several processes may sweep at once: every round is finished once', async () => {
  const rounds = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const { id } = await casino.openSession({ gameId: 'american-blackjack' });
      const cards = ['9c', '6d', '7s', 'Th'];
      return (await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards })).body;
    }),
  );
  const at = later(601);
  const sweeps = await Promise.all([
    finishAbandoned(context, at),
    finishAbandoned(context, at),
    finishAbandoned(context, at),
  ]);
  expect(sweeps.reduce((sum, { finished }) => sum + finished, 0)).toBe(12);
  expect(sweeps.flatMap(({ failed }) => failed)).toEqual([]);
  for (const round of rounds)
    expect((await casino.round(round.id)).body).toMatchObject({ status: 'settled', version: 2 });
});

test('a round that cannot be finished does not stand in the way of the others', async () => {
  const broken = await casino.openSession({ gameId: 'american-blackjack' });
  const sound = await casino.openSession({ gameId: 'american-blackjack' });
  const sixteen = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th'] };
  const { body: first } = await casino.deal(broken.id, sixteen);
  const { body: second } = await casino.deal(sound.id, sixteen);
  await casino.app.dataSource.query('UPDATE rounds SET rule_set_version = 99 WHERE round_id = $1', [
    first.id,
  ]);
  casino.app.clock.now = later(601);
  const sweeper = casino.app.app.get(Sweeper);
  await sweeper.sweep();
  expect((await casino.round(second.id)).body.status).toBe('settled');
  expect(casino.app.logLines.filter((line) => line.includes('could not be finished'))).toHaveLength(1);
  await sweeper.sweep();
  expect(casino.app.logLines.filter((line) => line.includes('could not be finished'))).toHaveLength(1);
  await casino.app.dataSource.query('UPDATE rounds SET rule_set_version = 1 WHERE round_id = $1', [first.id]);
});
