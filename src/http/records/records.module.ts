import { Module } from '@nestjs/common';
import { HttpModule } from '../http.module';
import { RoundsModule } from '../rounds/rounds.module';
import { RecordsController } from './records.controller';
import { Sealer } from './sealer';
import { signingKeyProvider } from './signing-key.provider';

/** Records for regulators and auditors, and the seals over them. */
@Module({
  imports: [HttpModule, RoundsModule],
  controllers: [RecordsController],
  providers: [signingKeyProvider, Sealer],
})
export class RecordsModule {}
