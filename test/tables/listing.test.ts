import type { Client, Pool } from 'pg';
import type { TableBody } from '../../src/application/tables/table-body';
import { Casino } from '../support/casino';
import { HttpTable } from './http-table';

let casino: Casino;
const tables: HttpTable[] = [];
let asked = 0;

beforeAll(async () => {
  casino = await Casino.open();
  const pool = (casino.app.dataSource.driver as unknown as { master: Pool }).master;
  const counted = new WeakSet<Client>();
  pool.on('acquire', (client: Client) => {
    if (counted.has(client)) return;
    counted.add(client);
    const send = client.query.bind(client) as (...query: unknown[]) => unknown;
    const count = (...query: unknown[]): unknown => {
      asked += 1;
      return send(...query);
    };
    client.query = count as Client['query'];
  });
  for (let count = 0; count < 5; count++) tables.push(await HttpTable.open(casino));
  await (await HttpTable.open(await Casino.at(casino.app))).advance();
});
afterAll(() => casino.close());

interface Page {
  readonly items: readonly TableBody[];
  readonly nextCursor: string | null;
}

async function page(query: string): Promise<{ page: Page; statements: number }> {
  asked = 0;
  const { body } = await casino.get<Page>(`/v1/tables${query}`);
  return { page: body, statements: asked };
}

test('tables are listed with a statement for the credentials and one for all of them', async () => {
  const one = await page('?limit=1');
  expect(one.page.items).toHaveLength(1);
  const all = await page('');
  expect([all.page.items.length, all.statements, one.statements]).toEqual([5, 2, 2]);
});

test('a table in the list is what it is by itself, the newest first, in pages', async () => {
  const { id } = await tables[3].session({ playerId: 'ann' });
  await tables[3].cards('Tc', '6d', '9s', 'Th');
  await tables[3].bet({ sessionId: id, seat: 1, amount: 1000 });
  await tables[3].advance();
  // They were opened in one millisecond: the newest is the one of the greatest id.
  const newestFirst = tables.toSorted((one, other) => (one.id < other.id ? 1 : -1));
  const alone = await Promise.all(
    newestFirst.map(async (table) => (await table.call<TableBody>('GET', '')).body),
  );
  expect(alone.find((table) => table.id === tables[3].id)).toMatchObject({
    status: 'deciding',
    roundVersion: 1,
  });
  expect((await page('')).page.items).toEqual(alone);
  const first = (await page('?limit=2')).page;
  expect(first.items).toEqual(alone.slice(0, 2));
  const second = (await page(`?limit=4&cursor=${first.nextCursor}`)).page;
  expect([second.items, second.nextCursor]).toEqual([alone.slice(2), null]);
});
