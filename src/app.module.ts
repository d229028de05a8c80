import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { loadTokenSecret } from './application/token-secret';
import type { Config } from './config/config';
import { CancellationsModule } from './http/cancellations/cancellations.module';
import { CurrenciesModule } from './http/currencies/currencies.module';
import { GamesModule } from './http/games/games.module';
import { HistoryModule } from './http/history/history.module';
import { HttpModule } from './http/http.module';
import { PlayersModule } from './http/players/players.module';
import { RuleSetsModule } from './http/rule-sets/rule-sets.module';
import { SessionsModule } from './http/sessions/sessions.module';
import { RoundsModule } from './http/rounds/rounds.module';
import { CLOCK, type Clock, CONFIG, LOGGER, STOPPING, TOKEN_SECRET } from './http/tokens';
import { WalletsModule } from './http/wallets/wallets.module';

export interface AppDependencies {
  readonly config: Config;
  readonly dataSource: DataSource;
  readonly logger: Logger;
  /** Aborted when the server stops taking requests; whoever keeps a response open has to end it then. */
  readonly stopping: AbortSignal;
  /** The system's clock unless given. */
  readonly clock?: Clock;
}

const RESOURCES = [
  CurrenciesModule,
  GamesModule,
  RuleSetsModule,
  PlayersModule,
  WalletsModule,
  SessionsModule,
  RoundsModule,
  HistoryModule,
  CancellationsModule,
];

/** Everything, with what was opened before Nest started available in every module. */
@Module({})
export class AppModule {
  static forRoot({ config, dataSource, logger, stopping, clock }: AppDependencies): DynamicModule {
    const providers = [
      { provide: CONFIG, useValue: config },
      { provide: DataSource, useValue: dataSource },
      { provide: LOGGER, useValue: logger },
      { provide: STOPPING, useValue: stopping },
      { provide: CLOCK, useValue: clock ?? (() => new Date()) },
      {
        provide: TOKEN_SECRET,
        useFactory: () => loadTokenSecret(dataSource.manager, config.tokenSecret),
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
