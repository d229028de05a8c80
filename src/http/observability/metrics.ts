import { Inject, Injectable } from '@nestjs/common';
import type { Pool, PoolClient } from 'pg';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { DataSource } from 'typeorm';

/** The numbers that this process publishes at /metrics. */
@Injectable()
export class Metrics {
  readonly registry = new Registry();

  readonly httpRequestSeconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from the first byte of a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [this.registry],
  });

  readonly roundsTotal = new Counter({
    name: 'rounds_total',
    help: 'Rounds by game, outcome (settled, cancelled) and mode.',
    labelNames: ['game', 'outcome', 'mode'] as const,
    registers: [this.registry],
  });

  readonly moneyMinorTotal = new Counter({
    name: 'money_minor_total',
    help: 'Minor units moved, by kind of transfer and currency.',
    labelNames: ['kind', 'currency'] as const,
    registers: [this.registry],
  });

  readonly sweeperLagSeconds = new Gauge({
    name: 'sweeper_lag_seconds',
    help: 'How long ago the deadline of the oldest round passed that is still to be finished.',
    registers: [this.registry],
  });

  readonly tablesDriven = new Gauge({
    name: 'tables_driven',
    help: 'Shared tables whose time runs and that this process drives.',
    registers: [this.registry],
  });

  readonly tableLatenessSeconds = new Histogram({
    name: 'table_lateness_seconds',
    help: 'How long after its time a phase of a shared table ended.',
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers: [this.registry],
  });

  readonly tableFailuresTotal = new Counter({
    name: 'table_failures_total',
    help: 'Shared tables that could not be moved when their time was up; each is tried again.',
    registers: [this.registry],
  });

  readonly tableStreams = new Gauge({
    name: 'table_streams',
    help: 'Open streams of events of shared tables.',
    registers: [this.registry],
  });

  readonly tableEventsSentTotal = new Counter({
    name: 'table_events_sent_total',
    help: 'Events of shared tables that were sent, each reader counted.',
    registers: [this.registry],
  });

  readonly tableReadersCutTotal = new Counter({
    name: 'table_readers_cut_total',
    help: 'Streams that were cut off: backlog (read too slowly), stalled (read nothing), error.',
    labelNames: ['reason'] as const,
    registers: [this.registry],
  });

  private readonly dbQuerySeconds = new Histogram({
    name: 'db_query_seconds',
    help: 'How long a connection to the database was held: for one statement, or for one transaction.',
    buckets: [0.0005, 0.001, 0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 15],
    registers: [this.registry],
  });

  constructor(@Inject(DataSource) dataSource: DataSource) {
    collectDefaultMetrics({ register: this.registry });
    const pool = poolOf(dataSource);
    this.timeConnections(pool);
    this.countConnections(pool);
  }

  /** Measured at the pool, which every statement goes through whoever sends it. */
  private timeConnections(pool: Pool): void {
    const takenAt = new WeakMap<PoolClient, number>();
    pool.on('acquire', (client) => takenAt.set(client, performance.now()));
    pool.on('release', (_error, client) => {
      const start = takenAt.get(client);
      if (start !== undefined) this.dbQuerySeconds.observe((performance.now() - start) / 1000);
    });
  }

  private countConnections(pool: Pool): void {
    new Gauge({
      name: 'db_pool_connections',
      help: 'Connections to the database by state; waiting are the requests that wait for one.',
      labelNames: ['state'] as const,
      registers: [this.registry],
      collect() {
        this.set({ state: 'idle' }, pool.idleCount);
        this.set({ state: 'busy' }, pool.totalCount - pool.idleCount);
        this.set({ state: 'waiting' }, pool.waitingCount);
      },
    });
  }
}

function poolOf(dataSource: DataSource): Pool {
  return (dataSource.driver as unknown as { readonly master: Pool }).master;
}
