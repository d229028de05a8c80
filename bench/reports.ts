import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { assessSettled } from '../src/application/reports/assess-settled';
import { AssessingThread } from '../src/application/reports/assessing-thread';
import { createDataSource } from '../src/database/data-source';
import { migrate } from '../src/database/migrate';
import type { Bets } from '../src/domain/bets';
import type { Minor } from '../src/domain/money';
import { PRESETS } from '../src/domain/presets';
import type { RuleSet } from '../src/domain/rule-set';
import { startEmbeddedPostgres } from '../src/embedded-postgres/embedded-postgres';
import { chooseBest } from '../src/returns/best-player';
import { bestStrategy } from '../src/returns/best-strategy';
import { type House, playPopulation } from '../test/reports/population';
import { playTablePopulation } from '../test/reports/table-population';

const ROUNDS = Number(process.env['ROUNDS'] ?? '10000');

const STAKE = 1000 as Minor;
const RANGE = { min: STAKE, max: STAKE, step: STAKE };

/** Seven seats, and forty people behind them. */
const FULL_TABLE: Bets = {
  bettors: 47,
  seats: Array.from({ length: 7 }, (_, bettor) => ({ box: 1 + bettor, bettor, stake: STAKE })),
  behind: Array.from({ length: 40 }, (_, place) => ({
    box: 1 + (place % 7),
    bettor: 7 + place,
    stake: STAKE,
  })),
  sideBets: [],
};

/**
 * How many rounds a second the worker assesses that the report of returns is made by: reading, replaying, weighing every
 * choice, writing, on a PostgreSQL of its own that is thrown away. `npm run bench:reports` compiles and runs it.
 */
async function main(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'holecard-bench-'));
  const silent = (): void => undefined;
  const log = { info: silent, warn: silent, error: silent };
  const postgres = await startEmbeddedPostgres({ dataDir: folder, log, settings: {} });
  const dataSource = createDataSource(postgres.url, 2);
  try {
    await dataSource.initialize();
    await migrate(dataSource);
    const house = { dataSource, operatorId: randomUUID(), now: new Date() };
    for (const ruleSet of PRESETS) await measure(house, ruleSet);
  } finally {
    if (dataSource.isInitialized) await dataSource.destroy();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** With a thread that has just begun: what it works out first is part of the time, and gone with more rounds. */
async function measure(house: House, ruleSet: RuleSet): Promise<void> {
  const strategy = bestStrategy(ruleSet);
  const choose = (round: Parameters<typeof chooseBest>[1]) => chooseBest(strategy, round);
  const isShared = ruleSet.table === 'shared';
  if (isShared) {
    const rounds = Math.ceil(ROUNDS / FULL_TABLE.bettors);
    await playTablePopulation(house, {
      ruleSet,
      limits: { stake: RANGE, sideBet: RANGE },
      rounds,
      bets: FULL_TABLE,
      choose,
    });
  } else
    await playPopulation(house, { ruleSet, rounds: ROUNDS, boxes: () => [{ box: 1, stake: STAKE }], choose });
  const thread = new AssessingThread();
  const start = performance.now();
  let assessed = 0;
  for (let more = true; more;) {
    const pass = await assessSettled(house.dataSource, thread, house.now);
    assessed += pass.assessed;
    more = pass.more;
  }
  const seconds = (performance.now() - start) / 1000;
  await thread.close();
  const perSecond = Math.round(assessed / seconds);
  const what = isShared ? `rounds/s, of ${FULL_TABLE.bettors} bettors each` : 'rounds/s';
  process.stdout.write(`${ruleSet.id.padEnd(30)} ${perSecond} ${what}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
