import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { forgetOldAnswers } from '../application/run-once';
import { forgetOldSignatures } from '../application/signatures';
import type { Config } from '../config/config';
import { CLOCK, type Clock, CONFIG, LOGGER } from './tokens';

const INTERVAL_MS = 60_000;

/** Every minute forgets what need not be known any longer: old signatures, and answers past their days. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.run(), INTERVAL_MS).unref();
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  async run(): Promise<void> {
    const now = this.clock();
    try {
      await forgetOldSignatures(this.dataSource.manager, now);
      await forgetOldAnswers(this.dataSource.manager, this.config.idempotencyDays, now);
    } catch (error) {
      this.logger.warn({ err: error }, 'what is old could not be forgotten');
    }
  }
}
