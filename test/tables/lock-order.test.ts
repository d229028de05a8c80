import { playerKeyOf } from '../../src/application/ids';
import { Casino } from '../support/casino';
import { HttpTable } from './http-table';
import { somebodyWaits } from './waiting';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

test('C-18: the wallets of a round from before, and of those at the table now, are locked in the order of their keys', async () => {
  const table = await HttpTable.open(casino);
  const both = [await table.session(), await table.session()];
  const [first, second] = both.sort((one, other) => playerKeyOf(one.id) - playerKeyOf(other.id));
  await table.bet({ sessionId: first.id, seat: 1, amount: 1000 });
  await table.cards('Th', '7c', '9d', 'Td');
  const { roundId } = await table.advance();
  await table.act({ sessionId: first.id, type: 'stand', hand: '1.1' });
  await table.leave(1, `?sessionId=${first.id}`);
  await table.advance();
  await table.bet({ sessionId: second.id, seat: 2, amount: 1000 });
  const lock = 'SELECT FROM wallets WHERE player_key = $1 AND session_id = $2 FOR UPDATE';
  const cancelling = await casino.app.dataSource.transaction(async (tx) => {
    await tx.query(lock, [playerKeyOf(first.id), first.id]);
    const cancelled = casino.cancel(roundId, { reason: 'wrong_cards' });
    await somebodyWaits(casino);
    // Whoever holds the first wallet may go on to the second one.
    await tx.query(`${lock} NOWAIT`, [playerKeyOf(second.id), second.id]);
    return [cancelled] as const;
  });
  expect((await cancelling[0]).body.status).toBe('cancelled');
});
