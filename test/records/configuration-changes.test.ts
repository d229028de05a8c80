import { changeOperator } from '../../src/application/operators/operators';
import { revokeApiKey } from '../../src/persistence/operators/api-keys';
import { nameActor } from '../../src/persistence/records/configuration-changes';
import { ConfigurationChangeRow } from '../../src/persistence/records/entities';
import { Casino } from '../support/casino';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

async function lastChange(): Promise<ConfigurationChangeRow> {
  const { manager } = casino.app.dataSource;
  const [change] = await manager.find(ConfigurationChangeRow, { order: { position: 'DESC' }, take: 1 });
  return change;
}

test('limits: who, when, what, before and after', async () => {
  const limits = { stake: { min: 200, max: 10_000, step: 200 }, sideBet: { min: 100, max: 1000, step: 100 } };
  const path = '/v1/games/american-blackjack/limits/EUR';
  const headers = { 'x-request-id': 'limits-1' };
  await casino.call('PUT', path, limits, { headers });
  const expected = {
    operatorId: casino.operatorId,
    subject: 'game_limits',
    subjectKey: 'american-blackjack EUR',
    actor: `key:${casino.keyId}`,
    requestId: 'limits-1',
  };
  expect(await lastChange()).toMatchObject({
    ...expected,
    operation: 'INSERT',
    before: null,
    after: { limits },
  });
  const higher = { ...limits, stake: { ...limits.stake, max: 20_000 } };
  await casino.call('PUT', path, higher, { headers });
  const change = await lastChange();
  expect(change).toMatchObject({
    ...expected,
    operation: 'UPDATE',
    before: { limits },
    after: { limits: higher },
  });
  expect(Math.abs(Date.now() - change.at.getTime())).toBeLessThan(60_000);
});

test('a rule set', async () => {
  const { status } = await casino.post('/v1/rule-sets', { id: 'mine', settings: { softSeventeen: 'hit' } });
  expect(status).toBe(201);
  expect(await lastChange()).toMatchObject({
    subject: 'rule_sets',
    subjectKey: 'mine@1',
    operation: 'INSERT',
    actor: `key:${casino.keyId}`,
    after: { settings: { softSeventeen: 'hit' } },
  });
});

test('keys, without what they are made of, and settings, by whoever was named', async () => {
  const { dataSource, clock } = casino.app;
  const { keyId } = await casino.app.addKey(casino.operatorId, ['play']);
  const made = await lastChange();
  expect(made).toMatchObject({
    subject: 'api_keys',
    subjectKey: keyId,
    operation: 'INSERT',
    after: { scopes: ['play'] },
  });
  expect(made.actor).toMatch(/^database:\w+$/);
  await dataSource.transaction(async (tx) => {
    await nameActor(tx, 'command:operator (ada)', null);
    await revokeApiKey(tx, keyId, clock.now);
    await changeOperator(tx, 'operator-1', { maxReturnPpm: 990_000 });
  });
  expect(await lastChange()).toMatchObject({
    subject: 'operators',
    subjectKey: 'operator-1',
    actor: 'command:operator (ada)',
    requestId: null,
    before: { max_return_ppm: 1_005_000 },
    after: { max_return_ppm: 990_000 },
  });
  const all = await dataSource.manager.find(ConfigurationChangeRow, { where: { subjectKey: keyId } });
  expect(all).toHaveLength(2);
  expect(JSON.stringify(all)).not.toMatch(/key_hash/);
  // The name of whoever did it ends with the transaction.
  await casino.app.addKey(casino.operatorId, ['play']);
  expect((await lastChange()).actor).toMatch(/^database:/);
});

test('what changes nothing is no change', async () => {
  const { position } = await lastChange();
  await changeOperator(casino.app.dataSource.manager, 'operator-1', { maxReturnPpm: 990_000 });
  expect((await lastChange()).position).toBe(position);
});

test('the log cannot be changed', async () => {
  const { dataSource } = casino.app;
  for (const table of ['configuration_changes', 'seals', 'signing_keys']) {
    await expect(dataSource.query(`DELETE FROM ${table}`)).rejects.toThrow(/append-only/);
    await expect(dataSource.query(`TRUNCATE ${table}`)).rejects.toThrow(/append-only/);
  }
  await expect(dataSource.query(`UPDATE seals SET row_count = 1`)).rejects.toThrow(/append-only/);
});
