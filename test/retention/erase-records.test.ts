import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { parseAuditCommand } from '../../src/operations/audit-command';
import { runAuditCommand } from '../../src/operations/audit-run';
import { sealRecords } from '../../src/application/records/seal-records';
import { createDataSource } from '../../src/database/data-source';
import { entities } from '../../src/persistence/entities';
import { Casino } from '../support/casino';
import { maintain, verify } from '../records/lab';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
  for (const playerId of ['anna', 'boris']) {
    await casino.deposit(playerId, 700);
    const path = `/v1/players/${playerId}/wallets/EUR/withdrawals`;
    await casino.post(path, { transactionId: `out-${playerId}`, amount: 700 });
    const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId });
    const cards = ['9c', '6d', '7s', 'Th', '2c'];
    const { body } = await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards });
    await casino.cancel(body.id, { reason: 'fault' });
  }
  // Sealed with her name, verified without it.
  await sealRecords(casino.app.dataSource, casino.app.clock.now, { rowsPerPass: 3 });
  const { status } = await casino.post('/v1/players/anna/erase', { reason: 'player_request' });
  expect(status).toBe(200);
  await sealRecords(casino.app.dataSource, casino.app.clock.now, { rowsPerPass: 3 });
});
afterAll(() => casino.close());

/** What is found when somebody who can switch triggers off has done this. */
async function findingsAfter(edit: string): Promise<string[]> {
  const runner = casino.app.dataSource.createQueryRunner();
  await runner.startTransaction();
  try {
    await runner.query('SET LOCAL session_replication_role = replica');
    const { affected } = (await runner.query(edit, [], true)) as { affected?: number };
    expect(affected).toBeGreaterThan(0);
    return (await verify(runner.manager)).lines.filter((line) => line.startsWith('operator '));
  } finally {
    await runner.rollbackTransaction();
    await runner.release();
  }
}

const ERASED = `(SELECT player_key FROM erasures)`;
const ALIVE = `(SELECT player_key FROM players WHERE player_id = 'boris')`;

test('the seals that were made before the erasure hold after it', async () => {
  expect((await verify(casino.app.dataSource.manager)).code).toBe(0);
});

describe('verify names it when somebody', () => {
  test.each([
    [
      'gives the name of the erased to a player whom nobody erased',
      `UPDATE rounds SET player_id = 'erased·' || player_key WHERE player_key = ${ALIVE}`,
      /round_steps .* the name of its player is not the one that player_key was made of/,
    ],
    [
      'writes the erased player’s name back',
      `UPDATE wallet_transactions SET player_id = 'anna' WHERE player_key = ${ERASED}`,
      /wallet_transactions .* it has a name for an erased player/,
    ],
    ['removes the record of the erasure', 'DELETE FROM erasures', /erasures \d+ was removed/],
    [
      'changes its reason',
      `UPDATE erasures SET reason = 'account_closed'`,
      /erasures \d+ was changed: reason/,
    ],
    [
      'makes up an erasure among sealed rows',
      `INSERT INTO erasures SELECT player_key, operator_id, 'player_request', NULL, actor_key_id, NULL, 'x', at, 3
       FROM erasures, LATERAL (SELECT 1) AS one ON CONFLICT (player_key) DO UPDATE SET position = 3`,
      /erasures \d+ was/,
    ],
  ])('%s', async (_, edit, expected) => {
    expect((await findingsAfter(edit)).join('\n')).toMatch(expected);
  });
});

test('where the record of an erasure was removed, no row is named that nobody touched', async () => {
  expect(await findingsAfter('DELETE FROM erasures')).toEqual([
    expect.stringMatching(/^operator operator-1, seal \d+: erasures \d+ was removed$/),
  ]);
});

test('a name that was changed is named after what was sealed and changed', async () => {
  const found = await findingsAfter(
    `WITH changed AS (UPDATE erasures SET reason = 'account_closed' RETURNING player_key)
     UPDATE wallet_transactions SET player_id = 'anna' WHERE player_key IN (SELECT player_key FROM changed)`,
  );
  expect(found[0]).toMatch(/erasures \d+ was changed: reason$/);
  expect(found[1]).toMatch(/wallet_transactions .* it has a name for an erased player$/);
});

describe('append-only rows let their player’s erasing through, and nothing else', () => {
  const statements = [
    ['wallet_transactions', `player_id = 'somebody'`],
    ['wallet_transactions', 'player_id = player_id'],
    ['wallet_transactions', `player_id = 'erased·' || player_key, amount = amount + 1`],
    ['wallet_transactions', `player_id = 'erased·1'`],
    ['cancellations', `note = 'another'`],
    ['cancellations', `round_before = round_before || '{"playerId": "somebody"}'`],
    ['cancellations', `amounts = '[]'`],
  ] as const;
  test.each(statements)('UPDATE %s SET %s', async (table, change) => {
    const update = casino.app.dataSource.query(`UPDATE ${table} SET ${change} WHERE player_key = ${ALIVE}`);
    await expect(update).rejects.toThrow(/append-only/);
  });
});

test('the role that cannot touch the records can erase a player, and cannot change a row by hand', async () => {
  const role = `eraser_${randomBytes(6).toString('hex')}`;
  const { url } = casino.app.dataSource.options as { url: string };
  await maintain(url, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
  try {
    const owner = await createDataSource(url, 1, entities).initialize();
    await runAuditCommand(owner.manager, parseAuditCommand(['grant', role]), () => undefined);
    await owner.destroy();
    const restricted = new URL(url);
    Object.assign(restricted, { username: role, password: 'secret' });
    const client = new Client({ connectionString: restricted.href });
    await client.connect();
    const erasure = {
      playerId: 'boris',
      operatorId: casino.operatorId,
      reason: 'player_request',
      actorKeyId: casino.keyId,
      requestId: 'by-the-role',
      at: casino.app.clock.now.toISOString(),
      playCurrencies: [],
    };
    const erased = await client.query<{ outcome: string }>(
      `SELECT erase_player($1::jsonb || jsonb_build_object('playerKey', player_key)) AS outcome
       FROM players WHERE player_id = 'boris'`,
      [JSON.stringify(erasure)],
    );
    expect(erased.rows).toEqual([{ outcome: 'erased' }]);
    await expect(client.query('UPDATE wallet_transactions SET player_id = player_id')).rejects.toThrow(
      'permission denied',
    );
    await expect(client.query('DELETE FROM erasures')).rejects.toThrow('permission denied');
    await client.end();
    await sealRecords(casino.app.dataSource, casino.app.clock.now);
    expect((await verify(casino.app.dataSource.manager)).code).toBe(0);
  } finally {
    await maintain(url, `DROP OWNED BY ${role}`).catch(() => undefined);
    const own = await createDataSource(url, 1, entities).initialize();
    await own.query(`DROP OWNED BY ${role}`);
    await own.destroy();
    await maintain(url, `DROP ROLE ${role}`);
  }
});
