import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { RoundContext } from '../../application/rounds/context';
import { finishAbandoned } from '../../application/rounds/finish-abandoned';
import type { Config } from '../../config/config';
import { Metrics } from '../observability/metrics';
import { Recurring } from '../recurring';
import { CLOCK, type Clock, CONFIG, LOGGER } from '../tokens';
import { ROUND_CONTEXT } from './round-context';

/** For how long a round that could not be finished is left alone, so that it does not stand in the others' way. */
const RETRY_AFTER_MS = 60_000;

/** Finishes abandoned rounds every few seconds, in every process that runs (C-19). */
@Injectable()
export class Sweeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring = new Recurring((signal) => this.run(signal));
  /** Rounds that failed, and when they may be tried again. */
  private readonly failed = new Map<string, number>();

  constructor(
    @Inject(ROUND_CONTEXT) private readonly context: RoundContext,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  onApplicationBootstrap(): void {
    this.recurring.start(this.config.sweepIntervalMs);
  }

  onModuleDestroy(): Promise<void> {
    return this.recurring.stop();
  }

  /** One sweep; while one is under way, that one. */
  sweep(): Promise<void> {
    return this.recurring.run();
  }

  private async run(signal: AbortSignal): Promise<void> {
    const now = this.clock();
    for (const [roundId, until] of this.failed) if (until <= now.getTime()) this.failed.delete(roundId);
    try {
      while (!signal.aborted && (await this.sweepOnce(now, signal)));
    } catch (error) {
      this.logger.warn({ err: error }, 'the sweep for abandoned rounds failed');
    }
  }

  /** True while there may be more rounds whose time is over. */
  private async sweepOnce(now: Date, signal: AbortSignal): Promise<boolean> {
    const except = new Set(this.failed.keys());
    const { finished, failed, lagSeconds, more } = await finishAbandoned(this.context, now, except, signal);
    this.metrics.sweeperLagSeconds.set(lagSeconds);
    if (finished > 0) this.logger.info({ finished }, 'abandoned rounds were finished by the automatic rule');
    for (const { roundId, error } of failed) {
      this.failed.set(roundId, now.getTime() + RETRY_AFTER_MS);
      this.logger.error({ roundId, err: error }, 'an abandoned round could not be finished');
    }
    return more;
  }
}
