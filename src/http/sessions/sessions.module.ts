import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { openRoundOf } from '../../application/rounds/open-round';
import { type OpenRoundOf, Sessions } from '../../application/sessions';
import type { Config } from '../../config/config';
import { CONFIG, TOKEN_SECRET } from '../tokens';
import { SessionsController } from './sessions.controller';

/** Tells which round of a session is open, for whoever reads the session. */
export const OPEN_ROUND_OF = Symbol('open round of a session');

@Module({
  controllers: [SessionsController],
  providers: [
    { provide: OPEN_ROUND_OF, useValue: openRoundOf },
    {
      provide: Sessions,
      useFactory: (dataSource: DataSource, config: Config, secret: Buffer, openRoundOf: OpenRoundOf) =>
        new Sessions(dataSource, config, secret, openRoundOf),
      inject: [DataSource, CONFIG, TOKEN_SECRET, OPEN_ROUND_OF],
    },
  ],
  exports: [Sessions],
})
export class SessionsModule {}
