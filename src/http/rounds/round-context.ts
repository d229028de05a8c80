import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeedMaker } from '../../application/fairness/seed-maker';
import type { RoundContext } from '../../application/rounds/context';
import type { Config } from '../../config/config';
import { Metrics } from '../observability/metrics';
import { CONFIG, SEED_MAKER } from '../tokens';

export const ROUND_CONTEXT = Symbol('RoundContext');

/** What playing rounds needs, from the configuration; every written step is counted in the metrics. */
export const roundContextProvider: Provider = {
  provide: ROUND_CONTEXT,
  useFactory: (dataSource: DataSource, config: Config, metrics: Metrics, seeds: SeedMaker): RoundContext => ({
    dataSource,
    vault: seeds.vault,
    randomSource: seeds.source,
    decisionSeconds: config.decisionSeconds,
    testMode: config.testMode,
    onStep: (step) => countStep(metrics, step),
  }),
  inject: [DataSource, CONFIG, Metrics, SEED_MAKER],
};

/** Counts a step that was written, of a private round or of a table's. */
export function countStep(
  metrics: Metrics,
  { gameId, mode, currency, status, transfers }: Parameters<RoundContext['onStep']>[0],
): void {
  if (status === 'settled' || status === 'cancelled') {
    metrics.roundsTotal.inc({ game: gameId, outcome: status, mode });
  }
  // Test money is no money: it would hide what really moved.
  if (mode === 'test') return;
  for (const { kind, amount } of transfers) metrics.moneyMinorTotal.inc({ kind, currency }, amount);
}
