import { Module } from '@nestjs/common';
import { RuleSetsController } from './rule-sets.controller';

@Module({ controllers: [RuleSetsController] })
export class RuleSetsModule {}
