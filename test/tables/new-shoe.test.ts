import type { TableBody } from '../../src/application/tables/table-body';
import { Casino, type OpenSession } from '../support/casino';
import { HttpTable } from './http-table';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

/** One round on seven seats, in which everybody's time is over; the table as the last call of it answered. */
async function round(table: HttpTable, players: readonly OpenSession[]): Promise<TableBody> {
  for (let seat = 1; seat <= 7; seat++)
    await table.bet({ sessionId: players[seat >> 1].id, seat, amount: 100 });
  let body = await table.advance();
  while (body.status !== 'betting') body = await table.advance();
  return body;
}

test('DX-02: the call that opens a shoe answers with the seeds that a look at the table shows', async () => {
  const table = await HttpTable.open(casino);
  const players = [];
  for (let number = 0; number < 4; number++) players.push(await table.session());
  const { shoe: first } = await table.state();
  let answered = await round(table, players);
  while (answered.shoe.number === 1) answered = await round(table, players);
  expect(answered.shoe).toMatchObject({ number: 2, commitment: first.nextCommitment });
  expect(answered).toEqual(await table.state());
}, 300_000);
