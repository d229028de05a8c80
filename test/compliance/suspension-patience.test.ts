import { randomUUID } from 'node:crypto';
import { suspend } from '../../src/application/compliance/suspensions';
import type { Refusal } from '../../src/application/refusal';
import type { Request } from '../../src/application/request';
import { DEALS_PATIENCE_MS, dealsEnded } from '../../src/persistence/compliance/suspensions';
import { Casino, type Problem } from '../support/casino';
import { somebodyWaits } from '../tables/waiting';
import { lift, NATURAL, sessionOf } from './house';
import { holdingRows } from './waiting';

const WALLET = 'SELECT FROM wallets WHERE session_id = $1 FOR UPDATE';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

test('a suspension waits for longer than a transaction can stand still and one more statement take', async () => {
  const { dataSource } = casino.app;
  const seconds = async (setting: string): Promise<number> => {
    const [{ value }] = await dataSource.query<[{ value: number }]>(
      `SELECT extract(epoch FROM current_setting($1)::interval)::float AS value`,
      [setting],
    );
    return value;
  };
  const longest =
    (await seconds('idle_in_transaction_session_timeout')) + (await seconds('statement_timeout'));
  expect(longest).toBeGreaterThan(16);
  expect(DEALS_PATIENCE_MS).toBeGreaterThan(longest * 1000);
});

test('that a deal may come through yet is told, the suspension stands, and the same request is answered later', async () => {
  const { dataSource, clock } = casino.app;
  const playerId = 'patient';
  const [id, other] = [await sessionOf(casino, playerId), await sessionOf(casino, playerId)];
  const key = randomUUID();
  const request: Request = {
    caller: {
      operatorId: casino.operatorId,
      keyId: casino.keyId,
      sessionId: null,
      scopes: ['admin'],
      actorName: null,
    },
    requestId: 'patience',
    now: clock.now,
    idempotency: { key, requestHash: Buffer.alloc(32, 7) },
  };
  const asked = { scope: 'player', playerId, reason: 'under_review' } as const;
  const { deal, refused } = await holdingRows(casino, WALLET, [id], async () => {
    const begun = casino.deal<Problem>(id, NATURAL);
    await somebodyWaits(casino);
    expect(await dealsEnded(dataSource.manager, 50)).toBe(false);
    const answer = await suspend(dataSource, request, asked, 50);
    expect((await casino.deal<Problem>(other, NATURAL)).body.code).toBe('suspended');
    return { deal: begun, refused: answer };
  });
  expect(refused).toMatchObject({ refused: 'unavailable' });
  expect((await deal).status).toBe(201);
  const again = await suspend(dataSource, request, asked, 50);
  if ('refused' in again) throw new Error(again.detail);
  expect(again).toMatchObject({ status: 201, replayed: true, body: { scope: 'player', playerId } });
  expect((refused as Refusal).detail).toContain(again.body.id);
  const { body } = await casino.get<{ items: object[] }>(`/v1/suspensions?playerId=${playerId}`);
  expect(body.items).toHaveLength(1);
  await lift(casino, again.body);
});
