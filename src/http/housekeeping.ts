import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { forgetOldAnswers } from '../application/run-once';
import { forgetAnswersToErased } from '../application/retention/forget-answers-to-erased';
import { forgetSessionData } from '../application/retention/forget-session-data';
import { forgetOldSignatures } from '../application/signatures';
import { forgetTableEvents } from '../application/tables/forget-events';
import type { Config } from '../config/config';
import { Recurring } from './recurring';
import { CLOCK, type Clock, CONFIG, LOGGER } from './tokens';

const INTERVAL_MS = 60_000;

/** Every minute forgets what need not be known any longer: old signatures, events of tables, and answers and persons past their days. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring = new Recurring(() => this.forget());

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.recurring.start(INTERVAL_MS);
  }

  onModuleDestroy(): Promise<void> {
    return this.recurring.stop();
  }

  run(): Promise<void> {
    return this.recurring.run();
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
