import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { DataSource } from 'typeorm';
import { makeSeed } from '../src/application/fairness/seed-maker';
import { newId } from '../src/application/ids';
import { checkRounds } from '../src/application/records/check-rounds';
import { checkSeeds } from '../src/application/records/check-seeds';
import { sealRecords } from '../src/application/records/seal-records';
import { verifyRecords } from '../src/application/records/verify-records';
import { createDataSource } from '../src/database/data-source';
import { migrate } from '../src/database/migrate';
import type { Minor } from '../src/domain/money';
import { preset } from '../src/domain/presets';
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres';
import { entities } from '../src/persistence/entities';
import { SeedRow } from '../src/persistence/entities/seeds';
import { RandomSource } from '../src/randomness/random-source';
import { SeedVault } from '../src/randomness/seed-vault';
import { playPopulation } from '../test/reports/population';

const ROUNDS = Number(process.env['ROUNDS'] ?? '20000');
const SEEDS_AT_ONCE = 1000;

/**
 * What sealing and verifying cost, on a PostgreSQL of its own that is thrown away: rounds of American Blackjack that
 * somebody stands, and as many secret seeds. `npm run bench:records` compiles and runs it.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holecard-bench-'));
  const silent = (): void => undefined;
  const log = { info: silent, warn: silent, error: silent };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, settings: {} });
  const dataSource = createDataSource(postgres.url, 2, entities);
  try {
    await dataSource.initialize();
    await migrate(dataSource);
    await measure(dataSource);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function measure(dataSource: DataSource): Promise<void> {
  const ruleSet = preset('american-blackjack');
  if (ruleSet === undefined) throw new Error('Broken invariant: the game is one of the house');
  const boxes = () => [{ box: 1, stake: 1000 as Minor }];
  const house = { dataSource, operatorId: randomUUID(), now: new Date() };
  await playPopulation(house, { ruleSet, rounds: ROUNDS, boxes, choose: () => ({ type: 'stand-all' }) });
  const vault = new SeedVault([randomBytes(32)]);
  await keepSeeds(dataSource, vault);
  const { manager } = dataSource;
  const [{ rows }] = await dataSource.query<[{ rows: number }]>(
    'SELECT (SELECT count(*) FROM round_steps) + (SELECT count(*) FROM transfers) AS rows',
  );
  await timed('sealing, rows', rows, () => sealRecords(dataSource, new Date()));
  await timed('nothing to seal, passes', 1, () => sealRecords(dataSource, new Date()));
  const options = { operatorId: null, head: null, now: new Date(), mostFindings: Number.MAX_SAFE_INTEGER };
  await timed('verifying, rows', rows, () => verifyRecords(manager, { ...options, vault }));
  say(`memory of the process after it: ${Math.round(process.memoryUsage().rss / 1e6)} MB`);
  await timed('of it playing every round again, rounds', ROUNDS, () => drained(checkRounds(manager)));
  const seeds = () => drained(checkSeeds(manager, null, vault, options.mostFindings));
  await timed('of it opening secret seeds, seeds', ROUNDS, seeds);
  for (const [table, counted] of [
    ['seals', rows],
    ['round_steps', null],
    ['transfers', null],
  ] as const) {
    const [{ bytes }] = await dataSource.query<[{ bytes: number }]>(
      `SELECT pg_total_relation_size('${table}') / ${counted ?? `(SELECT count(*) FROM ${table})`} AS bytes`,
    );
    say(
      `${table} on disk: ${bytes} bytes a row${counted === null ? ', with its indexes' : ' that they cover'}`,
    );
  }
}

/** One for a session of its own each, as sessions have them. */
async function keepSeeds(dataSource: DataSource, vault: SeedVault): Promise<void> {
  const maker = { source: new RandomSource(), vault };
  for (let made = 0; made < ROUNDS; made += SEEDS_AT_ONCE) {
    const rows = Array.from({ length: Math.min(SEEDS_AT_ONCE, ROUNDS - made) }, (_, place) => {
      const playerKey = made + place + 1;
      const sessionId = newId(playerKey, new Date());
      return makeSeed(maker, { playerKey, sessionId, seedNo: 1 }, 'a word', new Date());
    });
    await dataSource.manager.insert(SeedRow, rows);
  }
}

async function drained(pages: AsyncGenerator): Promise<void> {
  while ((await pages.next()).done !== true) continue;
}

/** Says how many things a second there were, and what each took of the processor in this process. */
async function timed(what: string, things: number, work: () => Promise<unknown>): Promise<void> {
  const before = process.cpuUsage();
  const start = performance.now();
  await work();
  const ms = performance.now() - start;
  const { user, system } = process.cpuUsage(before);
  const each = ((user + system) / things).toFixed(1);
  say(`${what}: ${Math.round((things / ms) * 1000)} a second, ${each} µs of Node each; ${Math.round(ms)} ms`);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
