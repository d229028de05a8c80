import { randomInt, randomUUID } from 'node:crypto';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Child, startChild, waitForOutput } from '../support/child';

const root = resolve(__dirname, '../..');
const KEY = 'hc_key_of_the_tables_0123456789';
const READY = /API +(http:\/\/127\.0\.0\.1:\d+)\/v1\n/;

/** One server process, or the place where the next one will be. */
export interface Server {
  /** Of the process that runs there: each takes whatever port is free. */
  baseUrl: string;
  child: Child | null;
  /** Whether it takes requests, as far as its keeper knows. */
  isUp: boolean;
}

export interface Reply {
  readonly status: number;
  readonly body: Record<string, unknown>;
}

export type Blow = 'SIGKILL' | 'SIGTERM' | 'SIGSTOP';

/** Server processes on one database: they are struck, and start again. */
export class Fleet {
  readonly servers: readonly Server[];
  /** Answers of status 500, which nothing may cause. */
  readonly failures: string[] = [];
  /** Requests that were sent once more under the same key, for the process that had them was gone. */
  repeated = 0;

  constructor(
    private readonly databaseUrl: string,
    size: number,
  ) {
    this.servers = Array.from({ length: size }, () => ({ baseUrl: '', child: null, isUp: false }));
  }

  async start(): Promise<void> {
    for (const server of this.servers) await this.startOne(server);
  }

  get living(): Server[] {
    return this.servers.filter(({ isUp }) => isUp);
  }

  anyLiving(): Server | null {
    const { living } = this;
    return living.length === 0 ? null : living[randomInt(living.length)];
  }

  /** Kills it, stops it in order, or freezes it for a while; it serves again when this resolves. */
  async strike(server: Server, blow: Blow): Promise<void> {
    const { child } = server;
    if (child === null) throw new Error('who is struck has been started');
    server.isUp = false;
    child.process.kill(blow);
    if (blow === 'SIGSTOP') {
      await sleep(randomInt(2000, 6000));
      child.process.kill('SIGCONT');
      server.isUp = true;
      return;
    }
    await child.ended;
    if (!/^\s*$/.test(child.stderr())) this.failures.push(child.stderr());
    await this.startOne(server);
  }

  /** Sends under one key until it is answered, to whoever lives, as an aggregator does. */
  async send(method: string, path: string, body: object | null, key = KEY): Promise<Reply> {
    const idempotencyKey = randomUUID();
    for (;;) {
      const server = this.anyLiving();
      const reply = server && (await call(server, method, path, body, key, idempotencyKey).catch(() => null));
      if (reply !== null && reply.status < 500) return reply;
      if (reply?.status === 500) this.failures.push(`${method} ${path}: ${JSON.stringify(reply.body)}`);
      this.repeated += 1;
      await sleep(50);
    }
  }

  /** Ends all of them in order. */
  async stop(): Promise<void> {
    for (const { child } of this.servers) child?.process.kill('SIGTERM');
    for (const { child } of this.servers) await child?.ended;
  }

  private async startOne(server: Server): Promise<void> {
    const { PATH, HOME } = process.env;
    const env = {
      PATH,
      HOME,
      PORT: '0',
      DATABASE_URL: this.databaseUrl,
      SANDBOX_API_KEY: KEY,
      LOG_LEVEL: 'fatal',
      RATE_LIMIT_PER_SECOND: '1000000',
      RATE_LIMIT_BURST: '1000000',
      DRAIN_SECONDS: '1',
      SHUTDOWN_SECONDS: '2',
    };
    server.child = startChild(process.execPath, [join(root, 'dist/src/main.js')], { env, cwd: '/' });
    const [, baseUrl] = await waitForOutput(server.child, READY);
    server.baseUrl = baseUrl;
    server.isUp = true;
  }
}

async function call(
  { baseUrl }: Server,
  method: string,
  path: string,
  body: object | null,
  key: string,
  idempotencyKey: string,
): Promise<Reply> {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'idempotency-key': idempotencyKey,
      ...(body === null ? {} : { 'content-type': 'application/json' }),
    },
    signal: AbortSignal.timeout(5000),
    ...(body === null ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}
