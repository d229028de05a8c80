import { Module } from '@nestjs/common';
import { HttpModule } from '../http.module';
import { SoftwareController } from './software.controller';
import { SoftwareWatch } from './software-watch';

/** Which program runs, and that its files are those that it was started with. */
@Module({ imports: [HttpModule], controllers: [SoftwareController], providers: [SoftwareWatch] })
export class SoftwareModule {}
