import { Module } from '@nestjs/common';
import { HttpModule } from '../http.module';
import { TablesModule } from '../tables/tables.module';
import { roundContextProvider } from './round-context';
import { RoundsController } from './rounds.controller';
import { Sweeper } from './sweeper';

/** Playing rounds: deal, act, cancel, and the finishing of abandoned ones. */
@Module({
  imports: [HttpModule, TablesModule],
  controllers: [RoundsController],
  providers: [roundContextProvider, Sweeper],
  exports: [Sweeper, roundContextProvider],
})
export class RoundsModule {}
