import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { type INestApplication, Module, type Type } from '@nestjs/common';
import request from 'supertest';
import type { DataSource } from 'typeorm';
import { AppModule } from '../../src/app.module';
import { addApiKey, makeApiKey } from '../../src/application/operators/api-keys';
import { createOperator, type OperatorSettings } from '../../src/application/operators/operators';
import { type Scope, SCOPES } from '../../src/application/request';
import { type Config, readConfig } from '../../src/config/config';
import { createDataSource } from '../../src/database/data-source';
import { createApp } from '../../src/http/create-app';
import { Housekeeping } from '../../src/http/housekeeping';
import { entities } from '../../src/persistence/entities';
import { createLogger } from '../../src/logging/logger';
import type { RandomSource } from '../../src/randomness/random-source';
import { NestLogger } from '../../src/logging/nest-logger';
import { createTestDatabase } from '../support/database';

/** What the application finds around it, where a test wants it otherwise. */
export interface Surroundings {
  /** Puts something between the application and its database. */
  readonly reachedAt?: (databaseUrl: string) => Promise<string> | string;
  readonly randomSource?: RandomSource;
}

export interface TestApp {
  readonly app: INestApplication;
  readonly baseUrl: string;
  readonly dataSource: DataSource;
  /** Everything that was logged, one line an entry. */
  readonly logLines: string[];
  /** The server's clock, which stands still until a test moves it. */
  readonly clock: { now: Date };
  call(method: 'get' | 'post' | 'put' | 'patch' | 'delete', path: string): request.Test;
  addOperator(settings?: OperatorSettings): Promise<string>;
  addKey(operatorId: string, scopes?: readonly Scope[]): Promise<{ key: string; keyId: string }>;
  close(): Promise<void>;
}

/**
 * A test seals, assesses, sweeps and drives tables when it wants to. A worker in the background would be counted among its
 * round trips, and would finish the rounds that it has left open when it moves the clock.
 */
const RESTING = {
  SEAL_INTERVAL_MS: '3600000',
  ASSESS_INTERVAL_MS: '3600000',
  SWEEP_INTERVAL_MS: '3600000',
  TABLE_LOOK_MS: '3600000',
};

/** The application with these controllers on a database of its own, listening on a port of its own. */
export async function startTestApp(
  controllers: Type<unknown>[] = [],
  overrides: Partial<Config> = {},
  { reachedAt = (url) => url, randomSource }: Surroundings = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataSource = createDataSource(await reachedAt(database.url), 4, entities);
  await dataSource.initialize();
  const config = { ...readConfig(RESTING), ...overrides };
  const clock = { now: new Date() };
  const logLines: string[] = [];
  const logger = createLogger('debug', collect(logLines));
  const stopping = new AbortController().signal;

  @Module({ controllers })
  class ProbeModule {}
  const root = AppModule.forRoot({
    config,
    dataSource,
    logger,
    stopping,
    clock: () => clock.now,
    ...(randomSource === undefined ? {} : { randomSource }),
  });
  const app = await createApp(
    { ...root, imports: [...(root.imports ?? []), ProbeModule] },
    new NestLogger(logger),
  );
  await app.listen(0, '127.0.0.1');
  // What is begun every minute rests as well; it runs when a test asks for it.
  await app.get(Housekeeping).onModuleDestroy();
  const { port } = (app.getHttpServer() as Server).address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  let operators = 0;

  return {
    app,
    baseUrl,
    dataSource,
    logLines,
    clock,
    call: (method, path) => request(baseUrl)[method](path),
    addOperator: async (settings = {}) => {
      operators += 1;
      const operator = await createOperator(dataSource.manager, `operator-${operators}`, settings, clock.now);
      if (operator === null) throw new Error('the name is taken');
      return operator.operatorId;
    },
    addKey: async (operatorId, scopes = SCOPES) => {
      const key = makeApiKey();
      const keyId = await addApiKey(
        dataSource.manager,
        key,
        { operatorId, label: 'test', scopes },
        clock.now,
      );
      return { key, keyId };
    },
    close: async () => {
      await app.close();
      if (dataSource.isInitialized) await dataSource.destroy();
      await database.drop();
    },
  };
}

function collect(lines: string[]): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(...chunk.toString().trim().split('\n'));
      done();
    },
  });
}
