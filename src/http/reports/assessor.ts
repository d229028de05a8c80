import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { AssessingThread } from '../../application/reports/assessing-thread';
import { assessmentLag } from '../../application/reports/assessment-lag';
import { AssessmentPasses } from '../../application/reports/assessment-passes';
import type { Config } from '../../config/config';
import { Metrics } from '../observability/metrics';
import { Recurring } from '../recurring';
import { CLOCK, type Clock, CONFIG, LOGGER } from '../tokens';

/** Assesses rounds that have ended, every few seconds and in every process; one of them does it at a time. */
@Injectable()
export class Assessor implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring = new Recurring((signal) => this.run(signal));
  private readonly thread = new AssessingThread();
  private readonly passes: AssessmentPasses;
  private readonly lagSeconds: Gauge;
  private readonly lagRounds: Gauge;
  private readonly failedRounds: Gauge;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    { registry }: Metrics,
  ) {
    this.passes = new AssessmentPasses(dataSource, this.thread);
    const registers = [registry];
    this.lagSeconds = new Gauge({
      name: 'assessment_lag_seconds',
      help: 'How long ago the round ended that waits for longest to be assessed.',
      registers,
    });
    this.lagRounds = new Gauge({
      name: 'assessment_lag_rounds',
      help: 'Rounds that have ended and are not assessed yet; not counted beyond 100,000.',
      registers,
    });
    this.failedRounds = new Gauge({
      name: 'assessment_failed_rounds',
      help: 'Rounds that could not be assessed and are missing from the report of returns.',
      registers,
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.start(this.config.assessIntervalMs);
  }

  /** Lets the pass that is under way finish, and no other one begin. */
  async onModuleDestroy(): Promise<void> {
    await this.recurring.stop();
    await this.thread.close();
  }

  /** Assesses what there is; while it is under way, that one. */
  assess(): Promise<void> {
    return this.recurring.run();
  }

  private async run(signal: AbortSignal): Promise<void> {
    try {
      await this.tellLag();
      while (!signal.aborted && (await this.pass()));
      await this.tellLag();
    } catch (error) {
      this.logger.warn({ err: error }, 'rounds could not be assessed');
    }
  }

  /** True while there may be more. */
  private async pass(): Promise<boolean> {
    const { failed, more, endedBy } = await this.passes.pass(this.clock());
    if (endedBy !== null) {
      const rounds = endedBy.suspects.length;
      this.logger.warn({ err: endedBy, rounds }, 'the thread for assessments ended over one of these rounds');
    }
    for (const { roundId, failure } of failed) {
      this.logger.error(
        { roundId, failure },
        'a round could not be assessed and is missing from the report of returns',
      );
    }
    return more;
  }

  private async tellLag(): Promise<void> {
    const { rounds, seconds, failed } = await assessmentLag(this.dataSource, this.clock());
    this.lagRounds.set(rounds);
    this.lagSeconds.set(seconds);
    this.failedRounds.set(failed);
  }
}
