import { AssessRoundsOfTables1764900000000 } from '../../migrations/1764900000000-assess-rounds-of-tables';
import { assessSettled } from '../../src/application/reports/assess-settled';
import { AssessingThread } from '../../src/application/reports/assessing-thread';
import { createDataSource } from '../../src/database/data-source';
import { entities } from '../../src/persistence/entities';
import { isOnlyAssessor, readQueueState } from '../../src/persistence/reports/queue';
import { chooseBest } from '../../src/returns/best-player';
import { bestStrategy } from '../../src/returns/best-strategy';
import type { Minor } from '../../src/domain/money';
import { Casino } from '../support/casino';
import { bets, LIMITS, rules } from '../support/hands';
import { assess, houseOf, report } from './lab';
import { playPopulation } from './population';
import { playTablePopulation } from './table-population';

const AMERICAN = rules('american-blackjack');
const STRATEGY = bestStrategy(AMERICAN);
const DELUXE = rules('blackjack-deluxe');
const DELUXE_STRATEGY = bestStrategy(DELUXE);

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

test('a pass takes so many bettors, and always a whole round of a table', async () => {
  const bettors = 12;
  const bet = (bettor: number) => ({ box: 1, bettor, stake: 1000 as Minor });
  const [seat, ...behind] = Array.from({ length: bettors }, (_, bettor) => bet(bettor));
  await playTablePopulation(houseOf(casino), {
    ruleSet: DELUXE,
    limits: LIMITS,
    bets: { bettors, seats: [seat], behind, sideBets: [] },
    rounds: 5,
    choose: (round) => chooseBest(DELUXE_STRATEGY, round),
  });
  const thread = new AssessingThread();
  const passes: [number, boolean][] = [];
  for (let more = true; more;) {
    const pass = await assessSettled(casino.app.dataSource, thread, casino.app.clock.now, 20);
    passes.push([pass.assessed, pass.more]);
    more = pass.more;
  }
  // Two rounds have twelve bettors each; the second one begins within the first twenty.
  expect(passes).toEqual([
    [2, true],
    [2, true],
    [1, false],
  ]);
  const [main] = await report(casino);
  expect([main.rounds, main.initialStake]).toEqual([5 * bettors, 5 * bettors * 1000]);
});

test('what was assessed bettor by bettor before is carried over: tables anew, everything else as it was', async () => {
  await population(20);
  await playTablePopulation(houseOf(casino), {
    ruleSet: DELUXE,
    limits: LIMITS,
    bets: bets('1:1000 1<1:3000'),
    rounds: 20,
    choose: (round) => chooseBest(DELUXE_STRATEGY, round),
  });
  await assess(casino);
  const before = await report(casino);
  const { dataSource } = casino.app;
  const runner = dataSource.createQueryRunner();
  const migration = new AssessRoundsOfTables1764900000000();
  await migration.down(runner);
  const queued = 'SELECT count(*)::integer AS parts FROM rounds_to_assess';
  expect(await dataSource.query(queued)).toEqual([{ parts: 40 }]);
  await migration.up(runner);
  await runner.release();
  expect(await dataSource.query(queued)).toEqual([{ parts: 20 }]);
  await assess(casino);
  expect(await report(casino)).toEqual(before);
  // All of it can still be taken out.
  await dataSource.query(`UPDATE rounds SET status = 'cancelled'`);
  await dataSource.query(`UPDATE table_rounds SET status = 'cancelled'`);
  await assess(casino);
  expect(await report(casino)).toEqual([]);
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
