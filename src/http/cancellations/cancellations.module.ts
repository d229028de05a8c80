import { Module } from '@nestjs/common';
import { CancellationsController } from './cancellations.controller';

@Module({ controllers: [CancellationsController] })
export class CancellationsModule {}
