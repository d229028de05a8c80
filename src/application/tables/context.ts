import type { DataSource } from 'typeorm';
import type { SeedMaker } from '../fairness/seed-maker';
import type { RoundContext } from '../rounds/context';

/** What running tables needs from the installation. */
export interface TableContext {
  readonly dataSource: DataSource;
  /** Makes and opens the server seeds that the shoes come from. */
  readonly seeds: SeedMaker;
  /** The time at a table: the database's own, which all processes share. Tests put another one in its place. */
  readonly clock: (databaseNow: Date) => Date;
  /** Whether tables with chosen cards are run at all. */
  readonly testMode: boolean;
  /** Called where a process may die: `before-commit:…` and `after-commit:…`, with the phase that was left. */
  readonly hook: (point: string) => Promise<void>;
  /** As with rounds that are played alone: told after the commit. */
  readonly onStep: RoundContext['onStep'];
}
