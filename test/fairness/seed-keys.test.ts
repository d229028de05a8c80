import { createHash } from 'node:crypto';
import type { DataSource } from 'typeorm';
import type { Fairness } from '../../src/application/fairness/fairness-body';
import { loadVault } from '../../src/application/fairness/seed-maker';
import { missingKeys } from '../../src/application/fairness/seed-keys';
import type { TableShoeBody } from '../../src/application/fairness/table-shoes';
import { readConfig } from '../../src/config/config';
import { CommandError } from '../../src/operations/operator-command';
import { parseSeedsCommand, runSeedsCommand } from '../../src/operations/seeds-command';
import { keyName, SeedVault } from '../../src/randomness/seed-vault';
import { startServer } from '../../src/start/server';
import { Casino, type Problem } from '../support/casino';
import { silentLog } from '../support/silent-log';
import { HttpTable } from '../tables/http-table';

const [OLD, NEW] = ['0d'.repeat(32), '0e'.repeat(32)];
const nameOf = (key: string): string => keyName(Buffer.from(key, 'hex'));
const vault = (...keys: string[]): SeedVault => new SeedVault(keys.map((key) => Buffer.from(key, 'hex')));
const sha256 = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');

let casino: Casino;
let db: DataSource;

/** The server of the days before: everything it has made lies under the old key. It knows the new one, too. */
beforeAll(async () => {
  casino = await Casino.open({ seedKeys: [OLD, NEW] });
  db = casino.app.dataSource;
});
afterAll(() => casino.close());

const deal = (sessionId: string) =>
  casino.deal<Problem & { id: string; status: string }>(sessionId, { boxes: [{ box: 1, stake: 1000 }] });
const fairnessOf = (sessionId: string) => casino.get<Fairness>(`/v1/sessions/${sessionId}/fairness`);
const rotate = (sessionId: string) => casino.post<Fairness>(`/v1/sessions/${sessionId}/fairness/rotate`, {});

async function run(command: string, ...keys: string[]): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const code = await runSeedsCommand(db, keys, parseSeedsCommand([command]), (line) => lines.push(line));
  return { code, lines };
}

/** Whether the server would start on this database with these keys; null when it does, else what it says. */
async function refusalToStart(seedKeys: string[] | undefined): Promise<string | null> {
  const { url } = db.options as { url: string };
  const config = { ...readConfig({ PORT: '0', DATABASE_URL: url }), seedKeys };
  try {
    await (await startServer({ ...config, drainSeconds: 0 }, silentLog)).stop();
    return null;
  } catch (error) {
    expect(error).toMatchObject({ name: 'StartError' });
    return (error as Error).message;
  }
}

const exchange = (one: string, other: string): Promise<unknown> =>
  db.query(
    `UPDATE seeds s SET sealed_seed = o.sealed_seed FROM seeds o
     WHERE (s.session_id, o.session_id) IN (($1::uuid, $2::uuid), ($2, $1)) AND s.seed_no = o.seed_no`,
    [one, other],
  );

test('seeds that were exchanged in the database open in neither place: nothing is dealt from them', async () => {
  const [one, other] = await Promise.all(
    ['ann', 'ben'].map((playerId) => casino.openSession({ gameId: 'american-blackjack', playerId })),
  );
  await exchange(one.id, other.id);
  for (const { id } of [one, other]) {
    expect(await deal(id)).toMatchObject({ status: 500, body: { code: 'internal_error' } });
    expect((await rotate(id)).status).toBe(500);
    expect((await casino.get<{ balance: number }>(`/v1/sessions/${id}`)).body.balance).toBe(1_000_000);
  }
  expect(casino.app.logLines.join('\n')).toContain(`No SEED_KEY opens seed 1 of session ${one.id}.`);
  await exchange(one.id, other.id);
  expect((await deal(one.id)).status).toBe(201);
});

describe('a seed that was revealed needs no key any more', () => {
  const unreadable = (sessionId: string): Promise<unknown> =>
    db.query(
      `UPDATE seeds SET sealed_seed = decode(repeat('00', 60), 'hex')
       WHERE session_id = $1 AND revealed_at IS NOT NULL`,
      [sessionId],
    );

  test('that of a session', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const { body: round } = await deal(id);
    await casino.cancel(round.id, { reason: 'test' });
    const [{ serverSeed, commitment }] = (await rotate(id)).body.revealed;
    const [kept] = await db.query<{ sealed: Buffer }[]>(
      'SELECT sealed_seed AS sealed FROM seeds WHERE session_id = $1 AND seed_no = 1',
      [id],
    );
    await unreadable(id);
    const { status, body } = await fairnessOf(id);
    expect({ status, revealed: body.revealed }).toMatchObject({ status: 200, revealed: [{ serverSeed }] });
    expect(sha256(serverSeed)).toBe(commitment);
    expect((await casino.get(`/v1/rounds/${round.id}/proof`)).body).toMatchObject({ serverSeed });
    await db.query('UPDATE seeds SET sealed_seed = $2 WHERE session_id = $1 AND seed_no = 1', [
      id,
      kept.sealed,
    ]);
  });

  test('that of the shoe of a table that was closed', async () => {
    const table = await HttpTable.open(casino);
    await table.call('PATCH', '', { status: 'closed' });
    const shoes = async (): Promise<readonly TableShoeBody[]> =>
      (await table.call<{ items: TableShoeBody[] }>('GET', '/shoes')).body.items;
    const [before] = await shoes();
    expect(sha256(before.serverSeed ?? '')).toBe(before.commitment);
    const [kept] = await db.query<{ plain: string }[]>(
      `SELECT encode(revealed_seed, 'hex') AS plain FROM seeds WHERE session_id = $1 AND seed_no = 1`,
      [table.id],
    );
    expect(kept.plain).toBe(before.serverSeed);
  });

  test('the database keeps no other seed in plain than the one that was committed to', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const set = (revealedAt: string): Promise<unknown> =>
      db.query(
        `UPDATE seeds SET revealed_seed = '\\x00', revealed_at = ${revealedAt} WHERE session_id = $1`,
        [id],
      );
    await expect(set('now()')).rejects.toThrow(/seeds_revealed_as_committed/);
    await expect(set('NULL')).rejects.toThrow(/seeds_revealed_as_committed/);
  });
});

describe('a start', () => {
  beforeAll(async () => {
    await deal((await casino.openSession({ gameId: 'american-blackjack' })).id);
  });

  test('with the key, in whatever order, goes on', async () => {
    expect(await refusalToStart([OLD])).toBeNull();
    expect(await refusalToStart([NEW, OLD])).toBeNull();
  });

  test('without it is refused, and says which variable lacks which key', async () => {
    const refusal = await refusalToStart([NEW]);
    expect(refusal).toMatch(/^SEED_KEY lacks a key: .*SEED_KEY=NEW,OLD.*seeds -- reseal/s);
    expect(refusal).toContain(nameOf(OLD));
    expect(refusal).not.toContain(OLD);
    expect(await refusalToStart(undefined)).toMatch(/^SEED_KEY is not set: /);
  });

  test('without the key of seeds whose key was never noted is refused, too', async () => {
    await db.query('UPDATE seeds SET sealed_under = NULL');
    expect(await missingKeys(db.manager, vault(OLD))).toBeNull();
    expect(await refusalToStart([NEW])).toMatch(/^SEED_KEY lacks a key: .*earlier version/s);
  });
});

describe('retiring a key', () => {
  test('"reseal" encrypts secret seeds under the first key and keeps revealed ones: the old key is needed no more', async () => {
    const { id } = await casino.openSession({ gameId: 'blackjack-switch' });
    await deal(id).then(({ body }) => casino.cancel(body.id, { reason: 'test' }));
    const { body: before } = await rotate(id);
    // As an earlier version left it, which no trigger lets come again: revealed, but not kept in plain.
    await db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica');
      await tx.query('UPDATE seeds SET revealed_seed = NULL, sealed_under = NULL WHERE session_id = $1', [
        id,
      ]);
    });
    const { body: open } = await deal(id);

    const { code, lines } = await run('reseal', NEW, OLD);
    expect(code).toBe(0);
    expect(lines[0]).toMatch(new RegExp(`^Secret seeds .* under ${nameOf(NEW)}: [1-9]\\d*$`));
    expect(lines[1]).toMatch(/^Revealed seeds .* kept in plain .*: [1-9]\d*$/);
    expect(await missingKeys(db.manager, vault(NEW))).toBeNull();
    expect((await run('reseal', NEW, OLD)).lines[0]).toMatch(/^Secret seeds .*: 0$/);
    expect(await run('keys', NEW)).toMatchObject({ code: 0 });

    // The round that was open meanwhile goes on, and what was committed to is still true.
    if (open.status === 'insurance') await casino.act(open.id, { type: 'insurance', accept: false });
    expect((await casino.act(open.id, { type: 'stand-all' })).status).toBe(200);
    expect((await fairnessOf(id)).body).toMatchObject({
      commitment: before.commitment,
      revealed: before.revealed,
    });
    expect((await rotate(id)).body.revealed[0].commitment).toBe(before.commitment);
  });

  test('"keys" tells which key is needed by how many seeds, and fails while one is missing', async () => {
    await run('reseal', NEW, OLD);
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const lines = [
      expect.stringMatching(new RegExp(`^${nameOf(NEW)} +[1-9]\\d* seeds; encrypts new ones$`)),
      expect.stringMatching(new RegExp(`^${nameOf(OLD)} +1 seed, and the key is MISSING in SEED_KEY$`)),
    ];
    const told = await run('keys', NEW);
    expect({ ...told, lines: told.lines.filter((line) => !line.includes(' 0 seeds')) }).toEqual({
      code: 1,
      lines,
    });
    expect(await run('keys', NEW, OLD)).toMatchObject({ code: 0 });
    const { code, lines: said } = await run('reseal', NEW);
    expect(code).toBe(1);
    expect(said).toContain('Seeds that no key opened, and that stay as they are: 1');
    expect((await deal(id)).status).toBe(201);
  });

  test('a key that the database kept itself goes on opening what it encrypted once SEED_KEY is set', async () => {
    const before = await loadVault(db.manager, undefined);
    const place = { sessionId: '019b0000-0000-7000-8000-000000000000', seedNo: 1 };
    const sealed = before.seal(Buffer.alloc(32, 7), place);
    const after = await loadVault(db.manager, [NEW]);
    expect(after.open(sealed, place)).toEqual(Buffer.alloc(32, 7));
    expect(after.keyNames[0]).toBe(nameOf(NEW));
  });

  test.each([[['nothing']], [[]], [['keys', 'more']]])('%p is refused', (args) => {
    expect(() => parseSeedsCommand(args)).toThrow(CommandError);
  });
});
