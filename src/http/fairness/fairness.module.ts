import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { FairnessDesk } from '../../application/fairness/fairness';
import type { SeedMaker } from '../../application/fairness/seed-maker';
import { RoundsModule } from '../rounds/rounds.module';
import { SEED_MAKER } from '../tokens';
import { FairnessController } from './fairness.controller';
import { TableShoesController } from './table-shoes.controller';
import { VerifierController } from './verifier.controller';

/** Commitments, client seeds, rotations, the proofs of rounds, and the program that verifies them. */
@Module({
  imports: [RoundsModule],
  controllers: [FairnessController, TableShoesController, VerifierController],
  providers: [
    {
      provide: FairnessDesk,
      useFactory: (dataSource: DataSource, seeds: SeedMaker) => new FairnessDesk(dataSource, seeds),
      inject: [DataSource, SEED_MAKER],
    },
  ],
})
export class FairnessModule {}
