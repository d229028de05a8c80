import { assessSettled } from '../../src/application/reports/assess-settled';
import { AssessingThread } from '../../src/application/reports/assessing-thread';
import { createDataSource } from '../../src/database/data-source';
import { entities } from '../../src/persistence/entities';
import { isOnlyAssessor, readQueueState } from '../../src/persistence/reports/queue';
import { chooseBest } from '../../src/returns/best-player';
import { bestStrategy } from '../../src/returns/best-strategy';
import type { Minor } from '../../src/domain/money';
import { Casino } from '../support/casino';
import { rules } from '../support/hands';
import { assess, houseOf, report } from './lab';
import { playPopulation } from './population';

const AMERICAN = rules('american-blackjack');
const STRATEGY = bestStrategy(AMERICAN);

let casino: Casino;
beforeEach(async () => {
  casino = await Casino.open();
});
// Rounds are written here without wallets and seeds: there is nothing to audit.
afterEach(() => casino.app.close());

function population(rounds: number): Promise<void> {
  return playPopulation(houseOf(casino), {
    ruleSet: AMERICAN,
    rounds,
    boxes: () => [{ box: 1, stake: 1000 as Minor }],
    choose: (round) => chooseBest(STRATEGY, round),
  });
}

async function metrics(): Promise<string[]> {
  const { text } = await casino.app.call('get', '/metrics');
  return text.split('\n').filter((line) => line.startsWith('assessment_'));
}

test('several processes at once count every round once, and take cancelled ones out once', async () => {
  const ROUNDS = 1000;
  await population(ROUNDS);
  const { options } = casino.app.dataSource;
  const url = 'url' in options ? (options.url ?? '') : '';
  const processes = await Promise.all(
    [1, 2, 3, 4].map(() => createDataSource(url, 2, entities).initialize()),
  );
  const thread = new AssessingThread();
  const counts = { assessed: 0, takenOut: 0 };
  const untilDone = async (dataSource: (typeof processes)[number]): Promise<void> => {
    while ((await readQueueState(dataSource.manager)).waiting > 0) {
      const { assessed, takenOut } = await assessSettled(dataSource, thread, casino.app.clock.now, 20);
      counts.assessed += assessed;
      counts.takenOut += takenOut;
    }
  };
  await Promise.all(processes.map(untilDone));
  expect(counts).toEqual({ assessed: ROUNDS, takenOut: 0 });
  const [line] = await report(casino);
  expect([line.rounds, line.initialStake]).toEqual([ROUNDS, 1000 * ROUNDS]);
  const [{ sum }] = await casino.app.dataSource.query<[{ sum: number }]>(
    'SELECT sum(returned)::bigint AS sum FROM rounds',
  );
  expect(line.returned).toBe(sum);

  const cancelled = await casino.app.dataSource.query<[unknown[], number]>(
    `UPDATE rounds SET status = 'cancelled' WHERE round_id IN (SELECT round_id FROM rounds LIMIT 300)`,
  );
  expect(cancelled[1]).toBe(300);
  await Promise.all(processes.map(untilDone));
  expect(counts).toEqual({ assessed: ROUNDS, takenOut: 300 });
  expect((await report(casino))[0].rounds).toBe(ROUNDS - 300);
  for (const dataSource of processes) await dataSource.destroy();
});

test('a pass that breaks off has counted nothing, and the next one counts everything', async () => {
  await population(50);
  await casino.app.dataSource.query(`
    CREATE FUNCTION fail() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'pulled the plug'; END $$;
    CREATE TRIGGER fails BEFORE DELETE ON rounds_to_assess FOR EACH STATEMENT EXECUTE FUNCTION fail()`);
  await assess(casino);
  expect(casino.app.logLines.join()).toContain('rounds could not be assessed');
  expect(await report(casino)).toEqual([]);
  await casino.app.dataSource.query('DROP TRIGGER fails ON rounds_to_assess');
  await assess(casino);
  expect((await report(casino))[0].rounds).toBe(50);
});

test('a round whose record contradicts the rules is set aside, told of, and holds up no other', async () => {
  await population(20);
  await casino.app.dataSource.query(`
    ALTER TABLE round_steps DISABLE TRIGGER ALL;
    UPDATE round_steps SET step = jsonb_set(step, '{cards}', '["As"]') WHERE version = 1
      AND round_id = (SELECT round_id FROM rounds ORDER BY round_id LIMIT 1);
    UPDATE rounds SET game_id = 'no-such-game', status = status
      WHERE round_id = (SELECT round_id FROM rounds ORDER BY round_id DESC LIMIT 1)`);
  await assess(casino);
  expect((await report(casino))[0].rounds).toBe(18);
  expect(casino.app.logLines.filter((line) => line.includes('could not be assessed'))).toHaveLength(2);
  expect(await metrics()).toContain('assessment_failed_rounds 2');
  // The same rounds, once what was wrong with one of them is mended.
  await casino.app.dataSource.query(`
    UPDATE rounds SET game_id = 'american-blackjack' WHERE game_id = 'no-such-game';
    UPDATE rounds_to_assess SET failure = NULL`);
  await assess(casino);
  expect((await report(casino))[0].rounds).toBe(19);
  expect(await metrics()).toContain('assessment_failed_rounds 1');
});

test('shared tables: stakes and returns are reported, by bettor, and nothing is weighed or judged', async () => {
  const deluxe = rules('blackjack-deluxe');
  const strategy = bestStrategy(deluxe);
  await playPopulation(houseOf(casino), {
    ruleSet: deluxe,
    rounds: 150,
    boxes: () => [{ box: 1, stake: 1000 as Minor, sideBets: { pairs: 100 as Minor } }],
    choose: (round) => chooseBest(strategy, round),
  });
  // Their steps are the table's, and all bettors of a round may have rows under its id.
  for (const table of ['transfers', 'round_steps']) {
    await casino.app.dataSource.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  }
  const [{ sum }] = await casino.app.dataSource.query<[{ sum: number }]>(`
    WITH one AS (SELECT round_id FROM rounds LIMIT 1), changed AS (
      UPDATE rounds SET round_id = (SELECT round_id FROM one) RETURNING returned),
    paid AS (UPDATE transfers SET round_id = (SELECT round_id FROM one)),
    queued AS (UPDATE rounds_to_assess SET round_id = (SELECT round_id FROM one)),
    steps AS (DELETE FROM round_steps)
    SELECT sum(returned)::bigint AS sum FROM changed`);
  await assess(casino);
  const [main, pairs] = await report(casino);
  expect([main.bet, main.rounds, main.initialStake]).toEqual(['main', 150, 150_000]);
  expect([pairs.bet, pairs.rounds, pairs.initialStake]).toEqual(['pairs', 150, 15_000]);
  expect((main.returned ?? 0) + (pairs.returned ?? 0)).toBe(sum);
  expect(main.standardDeviation).toBeCloseTo(1.1456, 2);
  for (const { skill, luck, givenAway, givenAwayAutomatically, tolerance, outside } of [main, pairs]) {
    const unknown = [skill, luck, givenAway, givenAwayAutomatically, tolerance, outside];
    expect(unknown).toEqual(unknown.map(() => null));
  }
});

test('the lag shows in the metrics', async () => {
  await population(30);
  const { clock } = casino.app;
  clock.now = new Date(clock.now.getTime() + 90_000);
  // Another process has the turn, and does nothing with it.
  const other = casino.app.dataSource.createQueryRunner();
  await other.startTransaction();
  expect(await isOnlyAssessor(other.manager)).toBe(true);
  await assess(casino);
  const lag = (seconds: number, waiting: number): string[] => [
    `assessment_lag_seconds ${seconds}`,
    `assessment_lag_rounds ${waiting}`,
    'assessment_failed_rounds 0',
  ];
  expect(await metrics()).toEqual(lag(90, 30));
  await other.rollbackTransaction();
  await other.release();
  await assess(casino);
  expect(await metrics()).toEqual(lag(0, 0));
});
