import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeedMaker } from '../../application/fairness/seed-maker';
import type { TableContext } from '../../application/tables/context';
import type { Config } from '../../config/config';
import { Metrics } from '../observability/metrics';
import { countStep } from '../rounds/round-context';
import { CONFIG, SEED_MAKER, TABLE_CLOCK, type TableClock } from '../tokens';

export const TABLE_CONTEXT = Symbol('TableContext');

/** What running tables needs, from the configuration; every written step is counted in the metrics. */
export const tableContextProvider: Provider = {
  provide: TABLE_CONTEXT,
  useFactory: (
    dataSource: DataSource,
    config: Config,
    metrics: Metrics,
    seeds: SeedMaker,
    clock: TableClock,
  ): TableContext => ({
    dataSource,
    seeds,
    clock,
    testMode: config.testMode,
    // Nothing stops a process here; tests of crashes make contexts of their own.
    hook: () => Promise.resolve(),
    onStep: (step) => countStep(metrics, step),
  }),
  inject: [DataSource, CONFIG, Metrics, SEED_MAKER, TABLE_CLOCK],
};
