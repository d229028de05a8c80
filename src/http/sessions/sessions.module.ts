import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { SeedMaker } from '../../application/fairness/seed-maker';
import { playerKeyOf } from '../../application/ids';
import { openRoundOf } from '../../application/rounds/open-round';
import { Sessions } from '../../application/sessions/sessions';
import type { TableContext } from '../../application/tables/context';
import { wakeTable } from '../../application/tables/on-time';
import type { Config } from '../../config/config';
import { TABLE_CONTEXT } from '../tables/table-context';
import { TablesModule } from '../tables/tables.module';
import { CONFIG, SEED_MAKER, TOKEN_SECRET } from '../tokens';
import { SessionsController } from './sessions.controller';

@Module({
  imports: [TablesModule],
  controllers: [SessionsController],
  providers: [
    {
      provide: Sessions,
      useFactory: (
        dataSource: DataSource,
        config: Config,
        secret: Buffer,
        seeds: SeedMaker,
        tables: TableContext,
      ) =>
        new Sessions(dataSource, config, secret, seeds, {
          openRoundOf,
          wakeTable: (tableId) => wakeTable(tables, { tableKey: playerKeyOf(tableId), tableId }),
        }),
      inject: [DataSource, CONFIG, TOKEN_SECRET, SEED_MAKER, TABLE_CONTEXT],
    },
  ],
  exports: [Sessions],
})
export class SessionsModule {}
