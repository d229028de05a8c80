import { Casino } from '../support/casino';
import { HttpTable } from './http-table';

/** A sheet that nobody can clear any more would keep its player from being erased for ever. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

async function erased(playerId: string): Promise<number> {
  const path = `/v1/players/${encodeURIComponent(playerId)}/erase`;
  return (await casino.post(path, { reason: 'player_request' })).status;
}

test('bets that went back when a table was closed leave no sheet behind', async () => {
  const table = await HttpTable.open(casino);
  const { id, playerId } = await table.session();
  await table.bet({ sessionId: id, seat: 1, amount: 1000 });
  expect(await erased(playerId)).toBe(409);
  await table.call('PATCH', '', { status: 'closed' });
  const [{ told }] = await casino.app.dataSource.query<[{ told: unknown }]>(
    'SELECT private AS told FROM table_events WHERE table_id = $1 ORDER BY event_no DESC LIMIT 1',
    [table.id],
  );
  expect(JSON.stringify(told)).toContain('"state":"returned"');
  expect(await erased(playerId)).toBe(200);
});

test('nor do those of a countdown without a bet on a seat, after which the table rests', async () => {
  const table = await HttpTable.open(casino);
  const [seated, behind] = [await table.session(), await table.session()];
  await table.bet({ sessionId: seated.id, seat: 1, amount: 1000 });
  await table.bet({ sessionId: behind.id, seat: 1, kind: 'behind', amount: 1000 });
  await table.takeBack(`?sessionId=${seated.id}`);
  for (const { id } of [seated, behind]) await casino.call('DELETE', `/v1/sessions/${id}`);
  expect(await table.advance()).toMatchObject({ status: 'betting', phaseEndsAt: null });
  expect(await erased(behind.playerId)).toBe(200);
});
