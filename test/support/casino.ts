import { randomUUID } from 'node:crypto';
import type { Config } from '../../src/config/config';
import type { Action } from '../../src/domain/action';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { startTestApp, type Surroundings, type TestApp } from '../http/test-app';
import { auditEverything, vaultOf } from './audit';

export interface Reply<Body = Record<string, unknown>> {
  readonly status: number;
  readonly body: Body;
  readonly text: string;
  readonly headers: Headers;
}

export interface Problem {
  readonly code: string;
  readonly detail: string;
  readonly balance?: number;
  readonly price?: number;
  readonly round?: RoundBody;
  readonly errors?: readonly { path: string; detail: string }[];
}

export interface CallOptions {
  readonly key?: string;
  readonly idempotencyKey?: string;
  readonly headers?: Record<string, string>;
}

export interface OpenSession {
  readonly id: string;
  readonly token: string;
  readonly playerId: string;
}

/** An operator of his own with a key of all scopes, and the calls that his aggregator makes. */
export class Casino {
  private constructor(
    readonly app: TestApp,
    readonly operatorId: string,
    readonly key: string,
    readonly keyId: string,
  ) {}

  static async open(overrides: Partial<Config> = {}, surroundings: Surroundings = {}): Promise<Casino> {
    const app = await startTestApp(
      [],
      {
        rateLimitPerSecond: 1_000_000,
        rateLimitBurst: 1_000_000,
        ...overrides,
      },
      surroundings,
    );
    return Casino.at(app);
  }

  /** Another operator on the same server. */
  static async at(app: TestApp): Promise<Casino> {
    const operatorId = await app.addOperator();
    const { key, keyId } = await app.addKey(operatorId);
    return new Casino(app, operatorId, key, keyId);
  }

  async call<Body>(
    method: string,
    path: string,
    body?: unknown,
    options: CallOptions = {},
  ): Promise<Reply<Body>> {
    const response = await fetch(`${this.app.baseUrl}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${options.key ?? this.key}`,
        'idempotency-key': options.idempotencyKey ?? randomUUID(),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...options.headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, text, headers: response.headers, body: parsed(text) as Body };
  }

  get<Body>(path: string, options?: CallOptions): Promise<Reply<Body>> {
    return this.call('GET', path, undefined, options);
  }

  post<Body>(path: string, body: unknown, options?: CallOptions): Promise<Reply<Body>> {
    return this.call('POST', path, body, options);
  }

  async deposit(playerId: string, amount: number, currency = 'EUR'): Promise<void> {
    const path = `/v1/players/${playerId}/wallets/${currency}/deposits`;
    const { status, text } = await this.post(path, { transactionId: randomUUID(), amount });
    if (status !== 201) throw new Error(text);
  }

  async openSession(session: Record<string, unknown> & { gameId: string }): Promise<OpenSession> {
    const body = { playerId: `player-${randomUUID()}`, currency: 'EUR', mode: 'test', ...session };
    const reply = await this.post<OpenSession>('/v1/sessions', body);
    if (reply.status !== 201) throw new Error(reply.text);
    return { ...reply.body, playerId: body.playerId };
  }

  deal<Body = RoundBody>(sessionId: string, body: unknown, options?: CallOptions): Promise<Reply<Body>> {
    return this.post(`/v1/sessions/${sessionId}/rounds`, body, options);
  }

  act<Body = RoundBody>(
    roundId: string,
    action: Action | Record<string, unknown>,
    options?: CallOptions,
  ): Promise<Reply<Body>> {
    return this.post(`/v1/rounds/${roundId}/actions`, action, options);
  }

  cancel<Body = RoundBody>(roundId: string, body: unknown, options?: CallOptions): Promise<Reply<Body>> {
    return this.post(`/v1/rounds/${roundId}/cancel`, body, options);
  }

  round(roundId: string, options?: CallOptions): Promise<Reply<RoundBody>> {
    return this.get(`/v1/rounds/${roundId}`, options);
  }

  /** Closes the house; before that every round that was played in it is replayed and the books are reconciled. */
  async close(): Promise<void> {
    const differences = await auditEverything(this.app.dataSource, vaultOf(this.app.app));
    await this.app.close();
    if (differences.length > 0) throw new Error(differences.join('\n'));
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
