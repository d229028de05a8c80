import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import { Gauge } from 'prom-client';
import { DataSource } from 'typeorm';
import { runningSoftware } from '../../application/records/software';
import { checkFiles, type FileCheck, recordRunningSoftware } from '../../application/software/check-files';
import { ownDeployment } from '../../application/software/deployed-files';
import type { Config } from '../../config/config';
import { Metrics } from '../observability/metrics';
import { Recurring } from '../recurring';
import { CLOCK, type Clock, CONFIG, LOGGER } from '../tokens';

/** Enough to see what happened; the command `digest` names them all. */
const MOST_NAMED = 20;

/**
 * Says at the start which program runs, puts it on record when it is another one than before, and looks again and again
 * whether its files are still those of the start. A file that was changed is an error in the log and a metric; the
 * program that runs is not touched by it, and play goes on until somebody decides.
 */
@Injectable()
export class SoftwareWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly recurring = new Recurring(() => this.recordAndCheck());
  private checking: Promise<FileCheck> | null = null;
  private readonly unchanged: Gauge;
  private readonly checkedAt: Gauge;
  /** Where the files lie; a test may point elsewhere. */
  deployment = ownDeployment();

  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(LOGGER) private readonly logger: Logger,
    { registry }: Metrics,
  ) {
    const registers = [registry];
    this.unchanged = new Gauge({
      name: 'software_unchanged',
      help: '1 while the deployed files are those that the process was started with, 0 once one of them is not.',
      registers,
    });
    this.checkedAt = new Gauge({
      name: 'software_checked_timestamp_seconds',
      help: 'When the deployed files were last compared with those of the start.',
      registers,
    });
  }

  async onApplicationBootstrap(): Promise<void> {
    const { name, version, digest, node } = await runningSoftware();
    this.logger.info({ software: { name, version, digest, node } }, 'this program starts');
    this.report(true);
    await this.record();
    this.recurring.start(this.config.digestCheckMinutes * 60_000);
  }

  onModuleDestroy(): Promise<void> {
    return this.recurring.stop();
  }

  /** What the timer does. An operator who was added since the start gets his record, too. */
  watch(): Promise<void> {
    return this.recurring.run();
  }

  /** Compares now; while a comparison is under way, that one. */
  check(): Promise<FileCheck> {
    this.checking ??= this.compare().finally(() => {
      this.checking = null;
    });
    return this.checking;
  }

  private async recordAndCheck(): Promise<void> {
    await this.record();
    // A file that cannot be read is one that is not as it was: the log has it, and the metric.
    await this.check().catch(() => undefined);
  }

  private async compare(): Promise<FileCheck> {
    try {
      const check = await checkFiles(this.deployment);
      const { running, digest, changes } = check;
      this.report(changes.length === 0);
      if (changes.length > 0) {
        const named = changes.slice(0, MOST_NAMED).map(({ path, what }) => `${path} ${what}`);
        const line = { startedWith: running.digest, digest, changed: changes.length, files: named };
        this.logger.error(line, 'the deployed files are not those that this process was started with');
      }
      return check;
    } catch (error) {
      this.report(false);
      this.logger.error({ err: error }, 'the deployed files could not be checked');
      throw error;
    }
  }

  private report(isUnchanged: boolean): void {
    this.unchanged.set(isUnchanged ? 1 : 0);
    this.checkedAt.set(this.clock().getTime() / 1000);
  }

  private async record(): Promise<void> {
    try {
      const operators = await recordRunningSoftware(this.dataSource, this.clock());
      if (operators > 0)
        this.logger.info({ operators }, 'the program is on record where another one was, or none');
    } catch (error) {
      this.logger.error({ err: error }, 'the program could not be put on record');
    }
  }
}
