import { randomUUID } from 'node:crypto';
import type request from 'supertest';
import type { OperatorSettings } from '../../src/application/operators/operators';
import type { Scope } from '../../src/application/request';
import type { TestApp } from '../http/test-app';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** Calls the server as one operator does; a fresh Idempotency-Key with every call unless one is given. */
export interface OperatorClient {
  readonly operatorId: string;
  send(method: Method, path: string, body?: object, key?: string): Promise<request.Response>;
  deposit(playerId: string, amount: number, currency?: string): Promise<request.Response>;
}

export async function operatorClient(
  app: TestApp,
  settings: OperatorSettings = {},
  scopes?: readonly Scope[],
): Promise<OperatorClient> {
  const operatorId = await app.addOperator(settings);
  const { key } = await app.addKey(operatorId, scopes);
  return clientWith(app, operatorId, key);
}

/** With an API key, or with the token of a session. */
export function clientWith(app: TestApp, operatorId: string, token: string): OperatorClient {
  const client: OperatorClient = {
    operatorId,
    send: async (method, path, body, key = randomUUID()) => {
      const call = app.call(method, path).set('Authorization', `Bearer ${token}`).set('Idempotency-Key', key);
      return body === undefined ? call : call.send(body);
    },
    deposit: (playerId, amount, currency = 'EUR') =>
      client.send('post', `/v1/players/${playerId}/wallets/${currency}/deposits`, {
        transactionId: randomUUID(),
        amount,
      }),
  };
  return client;
}

/** How many rows each table holds, to see that a refused call has left nothing behind. */
export async function rowCounts(app: TestApp): Promise<Record<string, number>> {
  const tables = [
    'players',
    'wallets',
    'transfers',
    'wallet_transactions',
    'sessions',
    'rule_sets',
    'game_limits',
  ];
  const counts: Record<string, number> = {};
  for (const table of tables) {
    const [row] = await app.dataSource.query<{ count: number }[]>(`SELECT count(*) FROM ${table}`);
    counts[table] = row.count;
  }
  return counts;
}
