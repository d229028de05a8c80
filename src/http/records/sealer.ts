import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { sealingLag, sealRecords } from '../../application/records/seal-records';
import type { Config } from '../../config/config';
import { Metrics } from '../observability/metrics';
import { Recurring } from '../recurring';
import { CLOCK, type Clock, CONFIG, LOGGER } from '../tokens';

/** Seals what was written, every few seconds and in every process; one of them wins each time. */
@Injectable()
export class Sealer implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring = new Recurring((signal) => this.run(signal));
  private readonly lagSeconds: Gauge;
  private readonly lagRows: Gauge;

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    { registry }: Metrics,
  ) {
    const registers = [registry];
    this.lagSeconds = new Gauge({
      name: 'sealing_lag_seconds',
      help: 'How long ago the oldest record was written that is not sealed yet.',
      registers,
    });
    this.lagRows = new Gauge({
      name: 'sealing_lag_rows',
      help: 'Records that are not sealed yet; not counted beyond 100,000 of a kind.',
      registers,
    });
  }

  onApplicationBootstrap(): void {
    this.recurring.start(this.config.sealIntervalMs);
  }

  onModuleDestroy(): Promise<void> {
    return this.recurring.stop();
  }

  /** Seals what there is; while a sealing is under way, that one. */
  seal(): Promise<void> {
    return this.recurring.run();
  }

  private async run(signal: AbortSignal): Promise<void> {
    const now = this.clock();
    try {
      const { rows, seconds } = await sealingLag(this.dataSource, now);
      this.lagRows.set(rows);
      this.lagSeconds.set(seconds);
      if (rows > 0) await sealRecords(this.dataSource, now, { signal });
    } catch (error) {
      this.logger.warn({ err: error }, 'the records could not be sealed');
    }
  }
}
