import type { DataSource } from 'typeorm';
import { Casino } from '../support/casino';
import { HttpTable } from '../tables/http-table';

/** What was published of a seed or of a table's shoe stays, by triggers that hold for the owner of the tables as well. */
let casino: Casino;
let db: DataSource;
let session: string;
let table: string;

beforeAll(async () => {
  casino = await Casino.open();
  db = casino.app.dataSource;
  ({ id: session } = await casino.openSession({ gameId: 'american-blackjack' }));
  const { body } = await casino.deal(session, { boxes: [{ box: 1, stake: 1000 }] });
  await casino.cancel(body.id, { reason: 'test' });
  expect((await casino.post(`/v1/sessions/${session}/fairness/rotate`, undefined)).status).toBe(200);
  const played = await HttpTable.open(casino);
  table = played.id;
});
afterAll(() => casino.close());

const seedNo = (number: number): string => `session_id = '${session}' AND seed_no = ${number}`;
const saltOf = (number: number): string => `session_id = '${table}' AND seed_no = ${number}`;
const PUBLISHED = /what was published in \w+ stays/;

test.each([
  ['wipes a revealed seed', 'revealed_seed = NULL, revealed_at = NULL', () => seedNo(1)],
  ['wipes what is kept of it', 'revealed_seed = NULL', () => seedNo(1)],
  ['reveals it at another time', `revealed_at = revealed_at + interval '1 second'`, () => seedNo(1)],
  ['writes another word beside it', `client_seed = 'another'`, () => seedNo(1)],
  ['counts it on', 'next_nonce = next_nonce + 1', () => seedNo(1)],
  ['exchanges the commitment of a secret one', `commitment = sha256('x')`, () => seedNo(2)],
  ['counts a secret one back', 'next_nonce = next_nonce - 1', () => saltOf(1)],
  ['gives it to another session', 'session_id = gen_random_uuid()', () => seedNo(2)],
  ['dates it back', `made_at = made_at - interval '1 hour'`, () => seedNo(2)],
  ['reveals it without telling it', 'revealed_at = now()', () => seedNo(2)],
])('the database refuses whoever %s', async (_, change, where) => {
  await expect(db.query(`UPDATE seeds SET ${change} WHERE ${where()}`)).rejects.toThrow(PUBLISHED);
});

test('the salt of a shoe is set once', async () => {
  const salt = (number: number): Promise<unknown> =>
    db.query(`UPDATE seeds SET client_seed = 'another' WHERE ${saltOf(number)}`);
  await expect(salt(1)).rejects.toThrow('the salt of a shoe stays');
  const [, affected] = await db.query<[unknown, number]>(
    `UPDATE seeds SET client_seed = client_seed, next_nonce = next_nonce + 1 WHERE ${saltOf(1)}`,
  );
  expect(affected).toBe(1);
});

test.each([
  ['salt', `'deadbeef'`],
  ['exposed', `'As' || shoe_no`],
  ['burned', 'burned + 1'],
  ['cut', 'cut + 1'],
  ['dealt', 'dealt - 1'],
  ['opened_at', `opened_at - interval '1 second'`],
  ['shoe_no', 'shoe_no + 1'],
])('of a shoe that is dealt from, %s stays', async (column, value) => {
  const update = db.query(`UPDATE table_shoes SET ${column} = ${value} WHERE table_id = '${table}'`);
  await expect(update).rejects.toThrow(PUBLISHED);
});

test('nothing of both is deleted', async () => {
  for (const name of ['seeds', 'table_shoes']) {
    await expect(db.query(`DELETE FROM ${name}`)).rejects.toThrow(PUBLISHED);
    await expect(db.query(`TRUNCATE ${name}`)).rejects.toThrow(PUBLISHED);
  }
});

test('a shoe that has ended stays as it was', async () => {
  const closed = await HttpTable.open(casino);
  expect((await closed.call('PATCH', '', { status: 'closed' })).status).toBe(200);
  for (const change of ['dealt = dealt + 1', 'ended_at = NULL', 'ended_at = now()']) {
    const update = db.query(`UPDATE table_shoes SET ${change} WHERE table_id = '${closed.id}'`);
    await expect(update).rejects.toThrow(PUBLISHED);
  }
});

test('a player may change his word, and set it again', async () => {
  for (const clientSeed of ['mine', 'another']) {
    const reply = await casino.call('PUT', `/v1/sessions/${session}/fairness/client-seed`, { clientSeed });
    expect(reply).toMatchObject({ status: 200, body: { clientSeed } });
  }
});
