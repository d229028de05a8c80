import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { forgetOldSignatures } from '../application/signatures';
import { CLOCK, type Clock, LOGGER } from './tokens';

const INTERVAL_MS = 60_000;

/** Forgets old signatures every minute. */
@Injectable()
export class SignatureCleanup implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
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
    try {
      await forgetOldSignatures(this.dataSource.manager, this.clock());
    } catch (error) {
      this.logger.warn({ err: error }, 'old signatures could not be deleted');
    }
  }
}
