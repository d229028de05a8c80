import { Inject, Module, type OnModuleDestroy, type Provider } from '@nestjs/common';
import type { Logger } from 'pino';
import { DataSource } from 'typeorm';
import { POLL_MS, PostgresNews, type TableNews } from '../../application/tables/news';
import { TableStreams } from '../../application/tables/stream';
import { STREAM_LIMITS } from '../../application/tables/watching';
import type { Config } from '../../config/config';
import { HttpModule } from '../http.module';
import { Metrics } from '../observability/metrics';
import { CONFIG, LOGGER, STOPPING } from '../tokens';
import { TableDriver } from './table-driver';
import { TableStreamController } from './table-stream.controller';
import { TablesModule } from './tables.module';

/** How a process hears that tables moved: `TableNews`. */
export const TABLE_NEWS = Symbol('TableNews');

const newsProvider: Provider = {
  provide: TABLE_NEWS,
  useFactory: (dataSource: DataSource, logger: Logger, { listenDatabaseUrl }: Config): TableNews =>
    new PostgresNews({
      dataSource,
      ...(listenDatabaseUrl === undefined ? {} : { listenUrl: listenDatabaseUrl }),
      pollMs: POLL_MS,
      onError: (error, what) => logger.warn({ err: error }, what),
    }),
  inject: [DataSource, LOGGER, CONFIG],
};

const streamsProvider: Provider = {
  provide: TableStreams,
  useFactory: (
    dataSource: DataSource,
    news: TableNews,
    logger: Logger,
    metrics: Metrics,
    stopping: AbortSignal,
  ): TableStreams => {
    const streams = new TableStreams({
      dataSource,
      news,
      monotonicMs: () => performance.now(),
      limits: STREAM_LIMITS,
      onOpen: (open) => metrics.tableStreams.set(open),
      onSent: () => metrics.tableEventsSentTotal.inc(),
      onCut: (reason) => metrics.tableReadersCutTotal.inc({ reason }),
      onError: (error, what) => logger.warn({ err: error }, what),
    });
    // Before the server waits for its requests to end: these would not.
    stopping.addEventListener('abort', () => streams.stop(), { once: true });
    return streams;
  },
  inject: [DataSource, TABLE_NEWS, LOGGER, Metrics, STOPPING],
};

/** What makes shared tables go on by themselves, and tells those who watch. */
@Module({
  imports: [HttpModule, TablesModule],
  controllers: [TableStreamController],
  providers: [newsProvider, streamsProvider, TableDriver],
  exports: [TableDriver, TableStreams],
})
export class TableStreamModule implements OnModuleDestroy {
  constructor(
    private readonly streams: TableStreams,
    @Inject(TABLE_NEWS) private readonly news: TableNews,
  ) {}

  async onModuleDestroy(): Promise<void> {
    this.streams.stop();
    await this.news.stop();
  }
}
