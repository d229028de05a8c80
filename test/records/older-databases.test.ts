import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { sealRecords } from '../../src/application/records/seal-records';
import { createDataSource } from '../../src/database/data-source';
import { migrate } from '../../src/database/migrate';
import { type Copy, Lab, verify } from './lab';

/** Databases that have lived before positions were guarded, removals dated and keys logged with a digest. */
const FIRST_OF_THESE = 'GuardPositions1765000000000';

let lab: Lab;
let copy: Copy;
let older: DataSource;

beforeAll(async () => {
  lab = await Lab.open();
});
afterAll(() => lab.close());

beforeEach(async () => {
  copy = await lab.copy();
  older = await createDataSource(copy.url, 2).initialize();
  for (let undone = false; !undone;) {
    const [{ name }] = await older.query<[{ name: string }]>(
      'SELECT name FROM migrations ORDER BY id DESC LIMIT 1',
    );
    await older.undoLastMigration();
    undone = name === FIRST_OF_THESE;
  }
});
afterEach(async () => {
  await older.destroy();
  await copy.drop();
});

/** What is found after the migrations have run again, and all that they wrote is sealed. */
async function findings(): Promise<string[]> {
  await migrate(older);
  await sealRecords(copy.dataSource, new Date());
  return (await verify(copy.dataSource.manager)).lines.filter((line) => /^(no )?operator/.test(line));
}

async function unseen(edit: string): Promise<void> {
  const runner = older.createQueryRunner();
  await runner.query('SET session_replication_role = replica');
  await runner.query(edit);
  await runner.query('RESET session_replication_role');
  await runner.release();
}

test('one that nobody touched is sound afterwards, and its keys are logged with their digests', async () => {
  expect(await findings()).toEqual([]);
  await unseen(`UPDATE api_keys SET key_hash = sha256('forged') WHERE label = 'test' AND key_id = (
    SELECT key_id FROM api_keys LIMIT 1)`);
  const lines = (await verify(copy.dataSource.manager)).lines;
  expect(lines[0]).toMatch(/api_keys .* the log of changes does not tell: key_digest$/);
});

test('a row that was hidden before the first position keeps nothing from starting, and is named', async () => {
  await older.query(
    `INSERT INTO transfers SELECT (jsonb_populate_record(x, '{"entry_no": 999, "transaction_id": "t", "position": -5}')).*
     FROM transfers x WHERE kind = 'deposit' LIMIT 1`,
  );
  expect(await findings()).toEqual([expect.stringMatching(/transfers .*\/999 was inserted/)]);
});

test('what was done to a key behind the back of the log is told still', async () => {
  await unseen('UPDATE api_keys SET revoked_at = now()');
  await unseen(
    `INSERT INTO api_keys (key_id, operator_id, label, key_hash, scopes, created_at)
     SELECT '${randomUUID()}', operator_id, 'forged', sha256('forged'), '{admin}', now() FROM operators LIMIT 1`,
  );
  const lines = await findings();
  expect(lines).toContainEqual(expect.stringMatching(/api_keys .* does not tell: revoked_at$/));
  expect(lines).toContainEqual(expect.stringMatching(/api_keys .* was inserted, and the log/));
});

test('a removal of rounds with a date to come is named, and lets nothing be deleted', async () => {
  await older.query(
    `INSERT INTO round_removals (operator_id, up_to_position, actor, at)
     SELECT operator_id, max(to_position), 'forger', now() + interval '5 years 1 day' FROM seals GROUP BY operator_id`,
  );
  const lines = await findings();
  expect(lines).toEqual([
    expect.stringMatching(/round_removals \d+ was dated later than it was made/),
    expect.stringMatching(/round_removals \d+ was dated later than it was made/),
  ]);
  await expect(older.query('DELETE FROM round_steps')).rejects.toThrow(/append-only/);
});

test('kept answers about the suspension of somebody who was erased are forgotten', async () => {
  const [{ operatorId, playerKey }] = await older.query<[{ operatorId: string; playerKey: number }]>(
    `SELECT operator_id AS "operatorId", player_key AS "playerKey" FROM players WHERE player_id = 'bob'`,
  );
  const suspensionId = randomUUID();
  await older.query(
    `INSERT INTO suspensions (suspension_id, issuer, scope, operator_id, player_key, reason, suspended_at, lift_reason,
       lifted_at) VALUES ($1, 'operator', 'player', $2, $3, 'test', now(), 'over', now())`,
    [suspensionId, operatorId, playerKey],
  );
  await older.query(
    `INSERT INTO erasures (player_key, operator_id, reason, actor_key_id, request_id, at)
     VALUES ($1, $2, 'player_request', $2, 'r', now() - interval '2 days')`,
    [playerKey, operatorId],
  );
  await older.query(
    `INSERT INTO idempotency_records (player_key, operator_id, key, request_hash, status, answer, created_at)
     VALUES (0, $1, 'lift', '', 200, $2, now()), (0, $1, 'other', '', 200, '{"kind":"body","body":{"id":"x"}}', now())`,
    [operatorId, JSON.stringify({ kind: 'body', body: { id: suspensionId, playerId: 'bob' } })],
  );
  await migrate(older);
  const kept = await older.query<{ key: string }[]>(
    `SELECT key FROM idempotency_records WHERE key IN ('lift', 'other')`,
  );
  expect(kept).toEqual([{ key: 'other' }]);
});
