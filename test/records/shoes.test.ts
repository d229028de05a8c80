import { playerKeyOf } from '../../src/application/ids';
import { sealRecords } from '../../src/application/records/seal-records';
import { playShoes, type PlayedShoes, quickRound } from '../fairness/played-shoes';
import { Casino } from '../support/casino';
import { Copy, verify } from './lab';

/** What is published of a table's shoes, which no seal covers, has to follow from what seals cover. */
let casino: Casino;
let copy: Copy;
let played: PlayedShoes;

beforeAll(async () => {
  casino = await Casino.open();
  const { dataSource } = casino.app;
  copy = new Copy(dataSource, (dataSource.options as { url: string }).url, () => Promise.resolve());
  played = await playShoes(casino);
  await seal();
}, 240_000);
afterAll(() => casino.close());

async function seal(): Promise<void> {
  await sealRecords(casino.app.dataSource, casino.app.clock.now);
}

async function findings(...edits: readonly string[]): Promise<string[]> {
  const { code, lines } = await copy.edited(edits, (db) => verify(db));
  const found = lines.filter((line) => /^(no )?operator/.test(line));
  expect(code).toBe(found.length === 0 ? 0 : 1);
  return found;
}

const ofTable = (): string => `table_id = '${played.table.id}'`;
const key = (number: number): string => `${playerKeyOf(played.table.id)}/${played.table.id}/${number}`;
const said = (table: string, number: number, what: string): string =>
  `operator operator-1: ${table} ${key(number)} ${what}`;
const ofTheTable = (what: string): string => `operator operator-1: tables ${played.table.id} ${what}`;
const shoe = (change: string, number: number): string =>
  `UPDATE table_shoes SET ${change} WHERE ${ofTable()} AND shoe_no = ${number}`;
const seed = (change: string, number: number): string =>
  `UPDATE seeds SET ${change} WHERE session_id = '${played.table.id}' AND seed_no = ${number}`;
const OTHER_CARD = `exposed = CASE exposed WHEN 'As' THEN 'Kd' ELSE 'As' END`;

test('a table of three shoes, with rounds that were broken off, cancelled late and degraded, is sound', async () => {
  expect((await verify(casino.app.dataSource.manager)).lines.slice(1)).toEqual([
    'Nothing was changed, removed or inserted.',
  ]);
});

describe.each([1, 2, 3])('shoe %i of three', (number) => {
  test('the card, the burned ones and the salt that its proofs show', async () => {
    const found = await findings(shoe(`burned = burned + 1, ${OTHER_CARD}, salt = 'deadbeef'`, number));
    expect(found[0]).toBe(said('table_shoes', number, 'was changed: salt, exposed, burned'));
    expect(found.join('\n')).not.toContain('seeds');
  });

  test.each([
    ['salt', `salt = 'deadbeef'`],
    ['exposed', OTHER_CARD],
    ['burned', 'burned = burned + 1'],
    ['cut', 'cut = cut - 1'],
    ['dealt', 'dealt = dealt + 1'],
    ['opened_at', `opened_at = opened_at - interval '1 hour'`],
    ['ended_at', `ended_at = coalesce(ended_at, opened_at) + interval '1 second'`],
  ])('%s', async (column, change) => {
    // When one opens is when the one before it ends: which of both was changed nobody can tell.
    const before = column === 'opened_at' && number > 1;
    const table = before ? said('table_shoes', number - 1, 'was changed: ended_at') : null;
    const found = await findings(shoe(change, number));
    const here = said('table_shoes', number, `was changed: ${column}`);
    expect(found).toEqual(table === null ? [here] : [table]);
  });

  test('that it was there at all', async () => {
    const found = await findings(`DELETE FROM table_shoes WHERE ${ofTable()} AND shoe_no = ${number}`);
    expect(found).toContain(said('table_shoes', number, 'was removed'));
  });

  test('the salt of its seed, which the next round is dealt under', async () => {
    const found = await findings(seed(`client_seed = 'deadbeef'`, number));
    const what = 'was changed: client_seed, the salt of a shoe';
    expect(found).toEqual([said('seeds', number, what)]);
  });
});

test('all shoes of all tables that were removed are named', async () => {
  const found = await findings('DELETE FROM table_shoes');
  expect(found).toEqual([1, 2, 3].map((number) => said('table_shoes', number, 'was removed')));
});

test('a shoe that never was', async () => {
  const inserted = (number: number, change: string): string => `
    INSERT INTO table_shoes SELECT (jsonb_populate_record(x, '{"shoe_no": ${number}${change}}')).*
    FROM table_shoes x WHERE ${ofTable()} AND shoe_no = 3`;
  const found = await findings(inserted(4, ''));
  expect(found[0]).toContain('table_shoes');
  expect(found).toContainEqual(expect.stringContaining(`${key(4)} was inserted`));
  const elsewhere = ', "table_id": "019b0000-0000-7000-8000-000000000001"';
  expect(await findings(inserted(1, elsewhere))).toEqual([
    expect.stringMatching(
      /^no operator: table_shoes \d+\/019b0000\S+\/1 was inserted: there is no such table$/,
    ),
  ]);
});

describe('what the next shoe is made of', () => {
  const TRANSCRIPT = 'was changed: transcript, the hash over its rounds that salts the next shoe';

  test('the transcript', async () => {
    expect(await findings(`UPDATE tables SET transcript = sha256('x') WHERE ${ofTable()}`)).toEqual([
      ofTheTable(TRANSCRIPT),
    ]);
  });

  test('a salt that was changed everywhere while nothing was dealt under it', async () => {
    const forged = Buffer.alloc(32, 7).toString('hex');
    const found = await findings(
      shoe(`salt = '${forged}'`, 3),
      seed(`client_seed = '${forged}'`, 3),
      `UPDATE tables SET transcript = decode('${forged}', 'hex') WHERE ${ofTable()}`,
    );
    expect(found.slice(0, 2)).toEqual([
      said('seeds', 3, 'was changed: client_seed, the salt of a shoe'),
      said('table_shoes', 3, 'was changed: salt'),
    ]);
  });

  test('the shoe in the state of the table', async () => {
    const state = (path: string, value: string): string =>
      `UPDATE tables SET state = jsonb_set(state, '{shoe,${path}}', '${value}') WHERE ${ofTable()}`;
    expect(await findings(state('dealt', '200'))).toEqual([
      ofTheTable('was changed: its shoe is not the one that it opened: dealt'),
    ]);
    expect((await findings(state('number', '2'))).join('\n')).toContain(
      `${key(3)} was inserted, or the state`,
    );
    expect((await findings(state('number', '900000000')))[0]).toContain(key(3));
    expect(await findings(state('number', '"x"'))).not.toEqual([]);
  });

  test('the seed that is committed to, removed or revealed', async () => {
    const what = 'was removed or revealed: it is what the next shoe of its table was committed to';
    const { id } = played.table;
    const removed = await findings(`DELETE FROM seeds WHERE session_id = '${id}' AND seed_no = 4`);
    expect(removed).toEqual([said('seeds', 4, what)]);
    expect(await findings(seed('revealed_at = now()', 4))).toContain(said('seeds', 4, what));
  });
});

describe('the seed of a shoe', () => {
  test('that was revealed, and is wiped', async () => {
    expect(await findings(seed('revealed_at = NULL, revealed_seed = NULL', 1))).toEqual([
      said('seeds', 1, 'was changed: it was revealed when its shoe ended, and is not any more'),
    ]);
  });

  test('that is dealt from, and is revealed', async () => {
    const found = await findings(seed('revealed_at = now()', 3));
    expect(found).toContain(said('seeds', 3, 'was changed: it is revealed, and its shoe is dealt from'));
  });
});

describe('when a round was dealt from the third shoe, and the table was closed', () => {
  beforeAll(async () => {
    await quickRound(played.table, played.players);
    await seal();
    expect((await verify(casino.app.dataSource.manager)).code).toBe(0);
    const { status } = await played.table.call('PATCH', '', { status: 'closed', reason: 'test' });
    expect(status).toBe(200);
    await seal();
  });

  test('it is sound', async () => {
    expect((await verify(casino.app.dataSource.manager)).lines.slice(1)).toEqual([
      'Nothing was changed, removed or inserted.',
    ]);
  });

  test('its last seed stays revealed', async () => {
    expect(await findings(seed('revealed_at = NULL, revealed_seed = NULL', 3))).toEqual([
      said('seeds', 3, 'was changed: it was revealed when its shoe ended, and is not any more'),
    ]);
  });

  test('a table is not removed with all that is not sealed of it', async () => {
    const found = await findings(
      `DELETE FROM tables WHERE ${ofTable()}`,
      `DELETE FROM table_shoes WHERE ${ofTable()}`,
    );
    expect(found).toContain(ofTheTable('was removed'));
  });
});
