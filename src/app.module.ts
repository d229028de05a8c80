import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { loadVault, type SeedMaker } from './application/fairness/seed-maker';
import { loadTokenSecret } from './application/operators/token-secret';
import type { Config } from './config/config';
import { CancellationsModule } from './http/cancellations/cancellations.module';
import { ComplianceModule } from './http/compliance/compliance.module';
import { CurrenciesModule } from './http/currencies/currencies.module';
import { GamesModule } from './http/games/games.module';
import { HistoryModule } from './http/history/history.module';
import { HttpModule } from './http/http.module';
import { PlayersModule } from './http/players/players.module';
import { RecordsModule } from './http/records/records.module';
import { RetentionModule } from './http/retention/retention.module';
import { ReportsModule } from './http/reports/reports.module';
import { RuleSetsModule } from './http/rule-sets/rule-sets.module';
import { SoftwareModule } from './http/software/software.module';
import { SessionsModule } from './http/sessions/sessions.module';
import { RoundsModule } from './http/rounds/rounds.module';
import { TableStreamModule } from './http/tables/table-stream.module';
import { TablesModule } from './http/tables/tables.module';
import {
  CLOCK,
  type Clock,
  CONFIG,
  LOGGER,
  SEED_MAKER,
  STOPPING,
  TABLE_CLOCK,
  type TableClock,
  TOKEN_SECRET,
} from './http/tokens';
import { RandomSource } from './randomness/random-source';
import { FairnessModule } from './http/fairness/fairness.module';
import { WalletsModule } from './http/wallets/wallets.module';

export interface AppDependencies {
  readonly config: Config;
  readonly dataSource: DataSource;
  readonly logger: Logger;
  /** Aborted when the server stops taking requests; whoever keeps a response open has to end it then. */
  readonly stopping: AbortSignal;
  /** The system's clock unless given. */
  readonly clock?: Clock;
  /** Watches over the system's source unless given. */
  readonly randomSource?: RandomSource;
}

const RESOURCES = [
  CurrenciesModule,
  GamesModule,
  RuleSetsModule,
  PlayersModule,
  WalletsModule,
  SessionsModule,
  RoundsModule,
  TablesModule,
  TableStreamModule,
  FairnessModule,
  HistoryModule,
  CancellationsModule,
  ReportsModule,
  ComplianceModule,
  RecordsModule,
  RetentionModule,
  SoftwareModule,
];

/** Everything, with what was opened before Nest started available in every module. */
@Module({})
export class AppModule {
  static forRoot({
    config,
    dataSource,
    logger,
    stopping,
    clock,
    randomSource,
  }: AppDependencies): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: DataSource, useValue: dataSource },
      { provide: LOGGER, useValue: logger },
      { provide: STOPPING, useValue: stopping },
      { provide: CLOCK, useValue: clock ?? (() => new Date()) },
      { provide: TABLE_CLOCK, useValue: tableClockOf(clock) },
      {
        provide: TOKEN_SECRET,
        useFactory: () => loadTokenSecret(dataSource.manager, config.tokenSecret),
      },
      {
        provide: SEED_MAKER,
        useFactory: async (): Promise<SeedMaker> => ({
          source: randomSource ?? new RandomSource(),
          vault: await loadVault(dataSource.manager, config.seedKeys),
        }),
      },
    ];
    return {
      module: AppModule,
      global: true,
      imports: [HttpModule, ...RESOURCES],
      providers,
      exports: providers,
    };
  }
}

/** Processes need not agree on the time, but tables do: it is the database's. */
function tableClockOf(clock: Clock | undefined): TableClock {
  return clock === undefined ? (databaseNow) => databaseNow : () => clock();
}
