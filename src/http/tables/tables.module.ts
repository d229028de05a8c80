import { Module } from '@nestjs/common';
import { HttpModule } from '../http.module';
import { tableContextProvider } from './table-context';
import { TableChangesController } from './table-changes.controller';
import { TablePlayController } from './table-play.controller';
import { TableSupervisionController } from './table-supervision.controller';
import { TablesController } from './tables.controller';

/** Shared tables: opening, betting, playing, and what supervisors do. */
@Module({
  imports: [HttpModule],
  controllers: [TablesController, TablePlayController, TableSupervisionController, TableChangesController],
  providers: [tableContextProvider],
  exports: [tableContextProvider],
})
export class TablesModule {}
