import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeedMaker } from '../../application/fairness/seed-maker';
import { openRoundOf } from '../../application/rounds/open-round';
import { type OpenRoundOf, Sessions } from '../../application/sessions';
import type { Config } from '../../config/config';
import { CONFIG, SEED_MAKER, TOKEN_SECRET } from '../tokens';
import { SessionsController } from './sessions.controller';

/** Tells which round of a session is open, for whoever reads the session. */
const OPEN_ROUND_OF = Symbol('open round of a session');

@Module({
  controllers: [SessionsController],
  providers: [
    { provide: OPEN_ROUND_OF, useValue: openRoundOf },
    {
      provide: Sessions,
      useFactory: (
        dataSource: DataSource,
        config: Config,
        secret: Buffer,
        seeds: SeedMaker,
        openRoundOf: OpenRoundOf,
      ) => new Sessions(dataSource, config, secret, seeds, openRoundOf),
      inject: [DataSource, CONFIG, TOKEN_SECRET, SEED_MAKER, OPEN_ROUND_OF],
    },
  ],
  exports: [Sessions],
})
export class SessionsModule {}
