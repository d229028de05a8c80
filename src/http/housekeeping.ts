import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { forgetAnswersToErased } from '../application/retention/forget-answers-to-erased';
import { forgetOldAnswers } from '../application/retention/forget-old-answers';
import { forgetSessionData } from '../application/retention/forget-session-data';
import { forgetOldSignatures } from '../application/operators/signatures';
import { forgetTableEvents } from '../application/tables/forget-events';
import type { Config } from '../config/config';
import { Recurring } from './recurring';
import { CLOCK, type Clock, CONFIG, LOGGER } from './tokens';

const INTERVAL_MS = 60_000;

/** Every minute forgets what need not be known any longer: old signatures, events of tables, and answers and persons past their days. */
@Injectable()
export class Housekeeping implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring = new Recurring((signal) => this.forget(signal));

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

  /** One kind after the other; one that fails keeps no other one waiting. */
  private async forget(signal: AbortSignal): Promise<void> {
    const now = this.clock();
    for (const [kind, forgetOld] of Object.entries(this.kinds(now, signal))) {
      if (signal.aborted) return;
      try {
        await forgetOld();
      } catch (error) {
        this.logger.warn({ kind, err: error }, 'what is old could not be forgotten');
      }
    }
  }

  private kinds(now: Date, signal: AbortSignal): Readonly<Record<string, () => Promise<void>>> {
    const { manager } = this.dataSource;
    const { idempotencyDays, sessionDataDays, tableEventHours } = this.config;
    return {
      signatures: () => forgetOldSignatures(manager, now, signal),
      answers: () => forgetOldAnswers(manager, idempotencyDays, now, signal),
      answersToErased: () => forgetAnswersToErased(manager, now),
      sessionData: () => forgetSessionData(manager, sessionDataDays, now, signal),
      tableEvents: () => forgetTableEvents(manager, tableEventHours, now, signal),
    };
  }
}
