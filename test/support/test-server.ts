import type { EmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import type { TemporaryFolder } from './temporary-folder';

export interface TestServer {
  readonly postgres: EmbeddedPostgres;
  readonly folder: TemporaryFolder;
}

const key = Symbol.for('holecard test server');
const shared = globalThis as { [key]?: TestServer };

// Jest loads set-up and tear-down as separate modules of one process: the global object is what they share.
export function keepForTeardown(server: TestServer): void {
  shared[key] = server;
}

export function takeForTeardown(): TestServer {
  const server = shared[key];
  if (server === undefined) throw new Error('the set-up of the test run did not start a server');
  return server;
}
