import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { startChild, stopChildren, waitForOutput } from '../support/child';
import { createTestDatabase } from '../support/database';

const root = resolve(__dirname, '../..');

/** The built server on a database of its own, as a stranger meets it: an address, a key, and what the server publishes. */
export interface Served {
  readonly baseUrl: string;
  readonly key: string;
  readonly document: OpenAPIObject;
  close(): Promise<void>;
}

/** Of the build, because only the compiler's plugin knows the fields of request and response classes. */
export async function serve(): Promise<Served> {
  const database = await createTestDatabase();
  const key = `hc_${randomBytes(32).toString('base64url')}`;
  const { PATH, HOME } = process.env;
  const server = startChild(process.execPath, [join(root, 'dist/src/main.js')], {
    env: {
      ...{ PATH, HOME, PORT: '0', LOG_LEVEL: 'warn', DATABASE_URL: database.url, SANDBOX_API_KEY: key },
      // What is sealed and assessed when, and which phase of a table is over, would be a matter of chance.
      SEAL_INTERVAL_MS: '3600000',
      ASSESS_INTERVAL_MS: '3600000',
      SWEEP_INTERVAL_MS: '3600000',
      TABLE_LOOK_MS: '3600000',
      DRAIN_SECONDS: '0',
    },
  });
  const [, baseUrl] = await waitForOutput(server, /API +(http:\/\/127\.0\.0\.1:\d+)\/v1\n/);
  const answer = await fetch(`${baseUrl}/openapi.json`);
  return {
    baseUrl,
    key,
    document: (await answer.json()) as OpenAPIObject,
    close: async () => {
      await stopChildren();
      await database.drop();
    },
  };
}
