import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { forgetOldAnswers } from '../application/run-once';
import { forgetAnswersToErased } from '../application/retention/forget-answers-to-erased';
import { forgetSessionData } from '../application/retention/forget-session-data';
import { forgetOldSignatures } from '../application/signatures';
import { forgetTableEvents } from '../application/tables/forget-events';
import type { Config } from '../config/config';
import { CLOCK, type Clock, CONFIG, LOGGER } from './tokens';

const INTERVAL_MS = 60_000;

/** Every minute forgets what need not be known any longer: old signatures, events of tables, and answers and persons past their days. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => void this.run(), INTERVAL_MS).unref();
  }

  /** Lets what is under way finish: the database closes after this. */
  async onModuleDestroy(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  run(): Promise<void> {
    this.running ??= this.forget().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  private async forget(): Promise<void> {
    const now = this.clock();
    try {
      await forgetOldSignatures(this.dataSource.manager, now);
      await forgetOldAnswers(this.dataSource.manager, this.config.idempotencyDays, now);
      await forgetAnswersToErased(this.dataSource.manager, now);
      await forgetSessionData(this.dataSource.manager, this.config.sessionDataDays, now);
      await forgetTableEvents(this.dataSource.manager, this.config.tableEventHours, now);
    } catch (error) {
      this.logger.warn({ err: error }, 'what is old could not be forgotten');
    }
  }
}
