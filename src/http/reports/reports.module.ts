import { Module } from '@nestjs/common';
import { HttpModule } from '../http.module';
import { Assessor } from './assessor';
import { ReportsController } from './reports.controller';

/** What games returned against theory, and the worker that assesses rounds for it. */
@Module({ imports: [HttpModule], controllers: [ReportsController], providers: [Assessor] })
export class ReportsModule {}
