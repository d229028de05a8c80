import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source';
import { migrate } from '../../src/database/migrate';
import { parseAuditCommand } from '../../src/operations/audit-command';
import { runAuditCommand } from '../../src/operations/audit-run';
import { CommandError } from '../../src/operations/operator-command';
import { runSeedsCommand, type SeedsCommand } from '../../src/operations/seeds-command';
import { NIL_ID, playerKeyOf } from '../../src/application/ids';
import { ensureSandbox } from '../../src/application/operators/operators';
import { Housekeeping } from '../../src/http/housekeeping';
import { Sweeper } from '../../src/http/rounds/sweeper';
import { Assessor } from '../../src/http/reports/assessor';
import { Sealer } from '../../src/http/records/sealer';
import { SoftwareWatch } from '../../src/http/software/software-watch';
import { RECORD_KINDS } from '../../src/persistence/records/kinds';
import { settledRound } from '../shared-rounds/played-round';
import { Casino } from '../support/casino';
import { startTestApp } from '../http/test-app';
import { HttpTable } from '../tables/http-table';
import { maintain, verify } from './lab';

const role = `app_${randomBytes(6).toString('hex')}`;
let casino: Casino;
let ownerUrl: string;
let roleUrl: string;

async function grant(url: string, name: string): Promise<string[]> {
  const owner = await createDataSource(url, 1).initialize();
  const lines: string[] = [];
  try {
    await runAuditCommand(owner.manager, parseAuditCommand(['grant', name]), (line) => lines.push(line));
  } finally {
    await owner.destroy();
  }
  return lines;
}

beforeAll(async () => {
  const reachedAt = async (url: string): Promise<string> => {
    ownerUrl = url;
    await maintain(url, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    await grant(url, role);
    const restricted = new URL(url);
    restricted.username = role;
    restricted.password = 'secret';
    roleUrl = restricted.href;
    return roleUrl;
  };
  const app = await startTestApp(
    [],
    { sealIntervalMs: 3_600_000, sweepIntervalMs: 3_600_000 },
    { reachedAt },
  );
  casino = await Casino.at(app);
});
afterAll(async () => {
  await casino.close();
  await maintain(ownerUrl, `DROP ROLE ${role}`);
});

test('the server runs under it: cash, rounds, cancellations, limits, rule sets, seals, verification', async () => {
  const [{ user }] = await casino.app.dataSource.query<[{ user: string }]>('SELECT current_user AS user');
  expect(user).toBe(role);
  expect(await migrate(casino.app.dataSource)).toEqual([]);
  await casino.deposit('alice', 100_000);
  const withdrawal = { transactionId: 'w-1', amount: 100 };
  expect((await casino.post('/v1/players/alice/wallets/EUR/withdrawals', withdrawal)).status).toBe(201);
  const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'test', playerId: 'alice' });
  const sixteen = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th', '2c'] };
  const { status, body } = await casino.deal(id, sixteen);
  expect(status).toBe(201);
  expect((await casino.act(body.id, { type: 'stand', hand: '1.1' })).status).toBe(200);
  expect((await casino.cancel(body.id, { reason: 'fault' })).status).toBe(200);
  const kept = await casino.openSession({ gameId: 'blackjack-switch', playerId: 'alice' });
  expect((await casino.deal(kept.id, { boxes: [{ box: 1, stake: 1000 }] })).status).toBe(201);
  const ruleSet = { id: 'own-game', settings: { softSeventeen: 'hit' } };
  expect((await casino.post('/v1/rule-sets', ruleSet)).status).toBe(201);
  const limits = { stake: { min: 200, max: 10_000, step: 200 }, sideBet: { min: 100, max: 1000, step: 100 } };
  expect((await casino.call('PUT', '/v1/games/american-blackjack/limits/EUR', limits)).status).toBe(200);
  expect((await casino.call('DELETE', `/v1/sessions/${id}`)).status).toBe(200);
  await ensureSandbox(casino.app.dataSource.manager, 'hc_sandbox', casino.app.clock.now);
  await casino.app.app.get(SoftwareWatch).watch();
  const programs = await casino.app.dataSource.query<unknown[]>('SELECT FROM software_changes');
  expect(programs.length).toBeGreaterThan(0);
  await casino.app.app.get(Sealer).seal();
  const { body: head } = await casino.get<{ rows: number }>('/v1/audit/head');
  expect(head.rows).toBeGreaterThan(10);
  expect((await verify(casino.app.dataSource.manager)).code).toBe(0);
});

test('no function that runs with the rights of the owner can be turned to other ends', async () => {
  const { dataSource } = casino.app;
  await expect(dataSource.query('CREATE TEMP TABLE players (player_key bigint)')).rejects.toThrow(
    /permission denied to create temporary tables/,
  );
  const functions = await dataSource.query<object[]>(
    `SELECT proname AS name, proconfig[1] AS config, has_function_privilege(oid, 'EXECUTE') AS usable
     FROM pg_proc WHERE prosecdef AND pronamespace = 'public'::regnamespace ORDER BY 1`,
  );
  const config = 'search_path=pg_catalog, public, pg_temp';
  expect(functions).toEqual([
    { name: 'erase_player', config, usable: true },
    { name: 'log_configuration_change', config, usable: false },
    { name: 'log_suspension', config, usable: false },
  ]);
});

test('no guard of a table that looks something up in another can be turned to look elsewhere', async () => {
  const guards = await casino.app.dataSource.query<{ name: string; config: string }[]>(
    `SELECT proname AS name, proconfig[1] AS config FROM pg_proc
     WHERE prorettype = 'trigger'::regtype AND pronamespace = 'public'::regnamespace
       AND proname LIKE 'refuse%' AND prosrc ~ '\\m(FROM|JOIN)\\M' ORDER BY 1`,
  );
  const config = 'search_path=pg_catalog, public, pg_temp';
  expect(guards.map(({ name }) => name)).toContain('refuse_salt');
  expect(guards.filter((guard) => guard.config !== config)).toEqual([]);
});

test('a temporary table in place of the tables does not let the salt of a shoe be changed', async () => {
  const table = await HttpTable.open(casino);
  const owner = await createDataSource(ownerUrl, 1).initialize();
  try {
    await owner.query('CREATE TEMP TABLE tables (LIKE public.tables)');
    const change = `UPDATE seeds SET client_seed = 'other' WHERE session_id = $1 AND client_seed <> ''`;
    await expect(owner.query(change, [table.id])).rejects.toThrow('the salt of a shoe stays');
  } finally {
    await owner.destroy();
  }
});

test('it lists the keys of seeds; to encrypt them anew is for the owner, and it is told so', async () => {
  const run = (db: DataSource, command: SeedsCommand): Promise<0 | 1> =>
    runSeedsCommand(db, undefined, command, () => undefined);
  expect(await run(casino.app.dataSource, 'keys')).toBe(0);
  const refused = run(casino.app.dataSource, 'reseal');
  await expect(refused).rejects.toThrow(CommandError);
  await expect(refused).rejects.toThrow('OWNER_DATABASE_URL');
  const owner = await createDataSource(ownerUrl, 1).initialize();
  try {
    expect(await run(owner, 'reseal')).toBe(0);
  } finally {
    await owner.destroy();
  }
});

test('a temporary table is not taken for one of ours where somebody may make one', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo', playerId: 'zoe' });
  const playerKey = playerKeyOf(id);
  const owner = await createDataSource(ownerUrl, 1).initialize();
  try {
    await owner.query('CREATE TEMP TABLE players (LIKE public.players)');
    await owner.query('INSERT INTO pg_temp.players SELECT * FROM public.players');
    const erasure = {
      playerKey,
      operatorId: casino.operatorId,
      playerId: 'zoe',
      at: casino.app.clock.now,
      playCurrencies: [],
      reason: 'player_request',
      requestId: 'test',
      actorKeyId: NIL_ID,
    };
    const [{ outcome }] = await owner.query<[{ outcome: string }]>('SELECT erase_player($1) AS outcome', [
      JSON.stringify(erasure),
    ]);
    expect(outcome).toBe('erased');
    const names = async (table: string): Promise<unknown> =>
      owner.query(`SELECT player_id AS name FROM ${table} WHERE player_key = $1`, [playerKey]);
    expect(await names('pg_temp.players')).toEqual([{ name: 'zoe' }]);
    expect(await names('public.players')).not.toEqual([{ name: 'zoe' }]);
  } finally {
    await owner.destroy();
  }
});

test('a table is played under it, changed, and paused by a supervisor', async () => {
  const { table } = await settledRound(casino);
  const change = { seconds: { decision: 20 }, reason: 'test' };
  expect((await table.call('PATCH', '', change)).status).toBe(200);
  await table.pause();
  await table.resume();
  await table.advance();
  await casino.app.app.get(Sealer).seal();
  const kinds = await casino.app.dataSource.query<{ kind: string }[]>(
    'SELECT kind FROM table_changes ORDER BY change_no',
  );
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['opened', 'scripted', 'changed', 'paused', 'resumed', 'advanced']),
  );
  expect((await verify(casino.app.dataSource.manager)).lines.at(-1)).toMatch('Nothing was changed');
});

test('it suspends and lifts, sees who is dealing, and keeps what was acknowledged', async () => {
  const suspension = { scope: 'player', playerId: 'carol', reason: 'test' };
  const { status, body } = await casino.post<{ id: string }>('/v1/suspensions', suspension);
  expect(status).toBe(201);
  expect((await casino.post(`/v1/suspensions/${body.id}/lift`, { reason: 'over' })).status).toBe(200);
  const reminded = { gameId: 'american-blackjack', playerId: 'carol', reminderSeconds: 60 };
  const { id } = await casino.openSession(reminded);
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 60_000);
  expect((await casino.post(`/v1/sessions/${id}/reminder/acknowledge`, undefined)).status).toBe(200);
  const kept = await casino.app.dataSource.query<unknown[]>('SELECT FROM reminder_acknowledgements');
  expect(kept).toHaveLength(1);
});

test('it forgets old answers, finishes abandoned rounds, and assesses them', async () => {
  const { app, clock } = casino.app;
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId: 'bob' });
  const sixteen = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th', '2c'] };
  const { body } = await casino.deal(id, sixteen);
  clock.now = new Date(clock.now.getTime() + 31 * 86_400_000);
  await app.get(Sweeper).sweep();
  expect((await casino.round(body.id)).body.status).toBe('settled');
  await app.get(Assessor).assess();
  const { body: report } = await casino.get<{ items: { rounds: number }[] }>(
    '/v1/reports/returns?gameId=american-blackjack',
  );
  expect(report.items.map(({ rounds }) => rounds)).toEqual([1]);
  await app.get(Housekeeping).run();
  const kept = await casino.app.dataSource.query<unknown[]>('SELECT FROM idempotency_records');
  expect(kept).toHaveLength(0);
});

/** Every table that a trigger keeps from being changed or emptied; those whose records are named below at least. */
const KEEPERS = `
  SELECT DISTINCT c.relname AS table FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid
    JOIN pg_proc p ON p.oid = t.tgfoid
  WHERE p.proname IN ('refuse_change', 'refuse_change_but_erasing', 'refuse_deletion_but_removal') ORDER BY 1`;

/** A suspension is changed once, when it is lifted. */
const CHANGED_ONCE = ['suspensions'];

describe('what it may not do, by its rights and not by a trigger', () => {
  let client: Client;
  let owner: Client;
  let tables: string[] = [];

  beforeAll(async () => {
    client = new Client({ connectionString: roleUrl });
    owner = new Client({ connectionString: ownerUrl });
    await client.connect();
    await owner.connect();
    const { rows } = await owner.query<{ table: string }>(KEEPERS);
    tables = rows.map(({ table }) => table).filter((table) => !CHANGED_ONCE.includes(table));
    for (const table of tables) await owner.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`);
  });
  afterAll(async () => {
    for (const table of tables) await owner.query(`ALTER TABLE ${table} ENABLE TRIGGER ALL`);
    await client.end();
    await owner.end();
  });

  test('the triggers keep everything that is sealed, the seals, and the keys that they are signed with', () => {
    const sealed = RECORD_KINDS.map(({ table }) => table);
    expect(tables).toEqual([...sealed, 'seals', 'signing_keys'].sort());
  });

  const listed = [...RECORD_KINDS.map(({ table }) => table), 'seals', 'signing_keys'];

  test.each(listed)('change %s', async (table) => {
    const denied = new RegExp(`permission denied for table ${table}`);
    const [column] = (
      await owner.query<{ name: string }>(
        `SELECT attname AS name FROM pg_attribute WHERE attrelid = '${table}'::regclass AND attnum > 0 LIMIT 1`,
      )
    ).rows;
    await expect(client.query(`UPDATE ${table} SET ${column.name} = ${column.name}`)).rejects.toThrow(denied);
    await expect(client.query(`DELETE FROM ${table}`)).rejects.toThrow(denied);
    await expect(client.query(`TRUNCATE ${table}`)).rejects.toThrow(denied);
    const disable = `ALTER TABLE ${table} DISABLE TRIGGER ALL`;
    await expect(client.query(disable)).rejects.toThrow(/must be owner/);
  });

  test.each(RECORD_KINDS.map(({ table }) => table))('choose the position of a row of %s', async (table) => {
    const { rows } = await owner.query<{ name: string; type: string }>(
      `SELECT quote_ident(attname) AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
       WHERE attrelid = '${table}'::regclass AND attnum > 0 AND NOT attisdropped`,
    );
    const columns = rows.map(({ name }) => name).join(', ');
    for (const position of [-9, 9_000_000_000_000]) {
      const values = rows.map(({ name, type }) => (name === 'position' ? `${position}` : `NULL::${type}`));
      const insertion = `INSERT INTO ${table} (${columns}) VALUES (${values.join(', ')})`;
      await expect(client.query(insertion)).rejects.toThrow(`permission denied for table ${table}`);
    }
    await expect(client.query(`SELECT setval('record_positions', 1)`)).rejects.toThrow('permission denied');
  });

  test.each([
    ['seeds', ['commitment', 'seed_no', 'sealed_seed', 'sealed_under', 'made_at']],
    ['table_shoes', ['salt', 'exposed', 'burned', 'cut', 'shoe_no', 'opened_at']],
  ])('change what was published in %s, or take it away', async (table, columns) => {
    const denied = new RegExp(`permission denied for table ${table}`);
    for (const column of columns) {
      await expect(client.query(`UPDATE ${table} SET ${column} = ${column}`)).rejects.toThrow(denied);
    }
    await expect(client.query(`DELETE FROM ${table}`)).rejects.toThrow(denied);
    await expect(client.query(`TRUNCATE ${table}`)).rejects.toThrow(denied);
    await expect(client.query(`ALTER TABLE ${table} DISABLE TRIGGER ALL`)).rejects.toThrow(/must be owner/);
  });

  test('write the log of changes by hand, or remove a round', async () => {
    const forged = `INSERT INTO configuration_changes (operator_id, subject, subject_key, operation, actor, at)
      VALUES ('${casino.operatorId}', 'operators', 'x', 'INSERT', 'nobody', now())`;
    await expect(client.query(forged)).rejects.toThrow(/permission denied/);
    const removal = `INSERT INTO round_removals (operator_id, up_to_position, actor, at)
      VALUES ('${casino.operatorId}', 1, 'nobody', now())`;
    await expect(client.query(removal)).rejects.toThrow(/permission denied/);
    await expect(client.query('DELETE FROM rounds')).rejects.toThrow(/permission denied/);
    await expect(client.query('SET session_replication_role = replica')).rejects.toThrow(/permission denied/);
  });
});

test('a role that no privilege binds is refused, and one that is not there', async () => {
  await expect(grant(ownerUrl, new URL(ownerUrl).username)).rejects.toThrow('is a superuser');
  await expect(grant(ownerUrl, 'nobody_at_all')).rejects.toThrow('There is no role nobody_at_all');
});
