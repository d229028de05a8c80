import { Module } from '@nestjs/common';
import { EraseController } from './erase.controller';

@Module({ controllers: [EraseController] })
export class RetentionModule {}
