import { randomUUID } from 'node:crypto';
import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from 'pino';
import type { TableContext } from '../../application/tables/context';
import { TableDrive } from '../../application/tables/drive';
import { runTable } from '../../application/tables/on-time';
import type { Config } from '../../config/config';
import { Metrics } from '../observability/metrics';
import { CONFIG, LOGGER } from '../tokens';
import { TABLE_CONTEXT } from './table-context';

/** After a look that failed, as when the database restarts. */
const RETRY_MS = 1000;

/** Drives this process's share of the shared tables as long as the process runs. */
@Injectable()
export class TableDriver implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly drive: TableDrive;
  private timer: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private stopped = false;

  constructor(
    @Inject(TABLE_CONTEXT) context: TableContext,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOGGER) private readonly logger: Logger,
    metrics: Metrics,
  ) {
    this.drive = new TableDrive({
      dataSource: context.dataSource,
      processId: randomUUID(),
      clock: context.clock,
      monotonicMs: () => performance.now(),
      run: (place, lease) => runTable(context, place, lease),
      onDriven: (tables) => metrics.tablesDriven.set(tables),
      onMoved: (lateSeconds) => metrics.tableLatenessSeconds.observe(lateSeconds),
      onFailed: (tableId, error) => {
        metrics.tableFailuresTotal.inc();
        logger.error({ tableId, err: error }, 'a table could not be moved when its time was up');
      },
    });
  }

  onApplicationBootstrap(): void {
    this.lookIn(this.config.tableLookMs);
  }

  /** Others drive on at once: what runs here is finished, and the leases are given up. */
  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.looking;
    await this.drive.stop().catch((error: unknown) => {
      this.logger.warn({ err: error }, 'the tables could not be given up: others wait until the leases end');
    });
  }

  private lookIn(milliseconds: number): void {
    this.timer = setTimeout(() => {
      this.looking = this.look();
    }, milliseconds).unref();
  }

  private async look(): Promise<void> {
    let waitMs = RETRY_MS;
    try {
      waitMs = Math.min(await this.drive.tick(), this.config.tableLookMs);
    } catch (error) {
      this.logger.warn({ err: error }, 'the tables could not be looked at');
    }
    if (!this.stopped) this.lookIn(waitMs);
  }
}
