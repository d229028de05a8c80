import type { RoundBody } from '../../src/application/rounds/round-body';
import { assess, report } from '../reports/lab';
import { Casino } from '../support/casino';
import { dealtRound, settledRound, STAKES } from './played-round';

let casino: Casino;
beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

const BEHIND = STAKES.bobBehind + STAKES.cidBehindAnn + STAKES.cidBehindBob;
const MAIN = STAKES.ann + STAKES.bob + BEHIND;

test('DX-08: the round of a table counts for each of its bettors, weighed as a whole, and not at all once cancelled', async () => {
  const { roundId, table } = await settledRound(casino);
  await dealtRound(casino);
  await assess(casino);
  const { body } = await casino.get<{ items: RoundBody[] }>(`/v1/rounds?tableId=${table.id}`);
  const sumOf = (of: (round: RoundBody) => number): number =>
    body.items.reduce((sum, one) => sum + of(one), 0);

  const [main, pairs, ...others] = await report(casino);
  expect(others).toEqual([]);
  expect(main).toMatchObject({
    ruleSet: 'blackjack-deluxe@1',
    mode: 'test',
    bet: 'main',
    rounds: 3,
    initialStake: MAIN,
    tolerance: null,
    outside: null,
  });
  expect(pairs).toMatchObject({
    bet: 'pairs',
    rounds: 1,
    initialStake: STAKES.pairs,
    skill: 0,
    givenAway: 0,
  });
  expect((main.staked ?? 0) + (pairs.staked ?? 0)).toBe(sumOf(({ staked }) => staked));
  expect((main.returned ?? 0) + (pairs.returned ?? 0)).toBe(sumOf(({ returned }) => returned));
  // Cid insured both hands, each for half of what he had behind it: 2:1 on 127 tens among 411 cards.
  const insurance = ((STAKES.cidBehindAnn + STAKES.cidBehindBob) / 2) * (1 - (3 * 127) / 411);
  expect(main.givenAway).toBeGreaterThan(insurance + 0.05 * MAIN);
  expect(main.skill).toBeCloseTo(-main.givenAway / MAIN, 12);
  expect(main.luck).toBeCloseTo(main.actualReturn - main.theoreticalReturn - main.skill, 12);

  const bands = await report(casino, '&groupBy=stakeBand');
  expect(
    bands.map(({ bet, stakeFrom, rounds, initialStake }) => [bet, stakeFrom, rounds, initialStake]),
  ).toEqual([
    ['main', 500, 2, STAKES.ann + STAKES.cidBehindAnn + STAKES.cidBehindBob],
    ['pairs', 500, 1, STAKES.pairs],
    ['main', 2500, 1, STAKES.bob + STAKES.bobBehind],
  ]);
  expect(bands[0].givenAway + bands[2].givenAway).toBeCloseTo(main.givenAway, 5);

  expect((await casino.cancel(roundId, { reason: 'technical_fault' })).status).toBe(200);
  await assess(casino);
  expect(await report(casino)).toEqual([]);
});

test('DX-21: what the automatic rule gave away at a table is told apart', async () => {
  const operator = await Casino.at(casino.app);
  const { table } = await dealtRound(operator);
  for (let left = 20; left > 0 && (await table.state()).status !== 'result'; left--) await table.advance();
  await assess(operator);
  const [main] = await report(operator);
  expect(main.givenAway).toBe(0);
  // Eights against an ace stand instead of being split, and so does sixteen.
  expect(main.givenAwayAutomatically).toBeGreaterThan(100);
  expect(main.skill).toBeCloseTo(-main.givenAwayAutomatically / MAIN, 12);
});
