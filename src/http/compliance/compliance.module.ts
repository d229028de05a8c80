import { Module } from '@nestjs/common';
import { SuspensionsController } from './suspensions.controller';

@Module({ controllers: [SuspensionsController] })
export class ComplianceModule {}
