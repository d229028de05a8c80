import { playerKeyOf } from '../../src/application/ids';
import { Casino, type OpenSession } from '../support/casino';
import { HttpTable } from './http-table';

/** Who gives a seat up changes the sheets of others, though he has only his own bets in mind. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

const BALANCE = 7000;

interface Told {
  readonly sheet: readonly { readonly seat: number; readonly state: string }[];
  readonly balance: number;
}

/** What the last event of the table tells a player alone. */
async function lastTold(table: HttpTable, { id }: OpenSession): Promise<Told | undefined> {
  const [{ told }] = await casino.app.dataSource.query<[{ told: Record<string, Told> }]>(
    'SELECT private AS told FROM table_events WHERE table_id = $1 ORDER BY event_no DESC LIMIT 1',
    [table.id],
  );
  return told[String(playerKeyOf(id))];
}

test.each(['takes his bet back', 'leaves'])(
  'DX-09: who was taking a seat and %s sends back what others bet on it, and they are told',
  async (how) => {
    const table = await HttpTable.open(casino);
    const [first, second] = [await table.session(), await table.session()];
    const behind = await table.session({ balance: BALANCE });
    await table.bet({ sessionId: first.id, seat: 1, amount: 1000 });
    await table.bet({ sessionId: second.id, seat: 2, amount: 1000 });
    for (const seat of [1, 2]) await table.bet({ sessionId: behind.id, seat, kind: 'behind', amount: 1000 });
    const query = `?sessionId=${first.id}`;
    expect((await (how === 'leaves' ? table.leave(1, query) : table.takeBack(query))).status).toBe(200);
    const sheet = [
      { seat: 1, state: 'returned' },
      { seat: 2, state: 'placed' },
    ];
    expect((await table.state(behind.id)).you).toMatchObject({ sheet, balance: BALANCE });
    expect(await lastTold(table, behind)).toMatchObject({ sheet, balance: BALANCE });
    expect(await lastTold(table, second)).toBeUndefined();
    expect((await table.state()).seats[0]).toMatchObject({ state: 'free', bettors: 0 });
  },
);
