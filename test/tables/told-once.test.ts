import type { WrittenStep } from '../../src/application/rounds/context';
import { placeTableBet, type TableBet } from '../../src/application/tables/bets';
import { cancelTableRound } from '../../src/application/tables/cancel-table-round';
import { chooseAtTable } from '../../src/application/tables/choose';
import type { TableContext } from '../../src/application/tables/context';
import { runTable } from '../../src/application/tables/on-time';
import { Moved } from '../../src/persistence/transaction';
import { Casino } from '../support/casino';
import { DeluxeTable } from '../tables-crashes/deluxe-table';
import { requestOf } from '../tables-crashes/orders';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

/** Each step that is told of; before the first commits something goes wrong so often. */
function listening(
  table: DeluxeTable,
  failures: readonly Error[],
): { context: TableContext; told: string[] } {
  const told: string[] = [];
  const coming = [...failures];
  const context = table.context({
    onStep: ({ status, transfers }: WrittenStep) => told.push(summary(status, transfers)),
    hook: (point) => {
      const failure = point.startsWith('before-commit') ? coming.shift() : undefined;
      return failure === undefined ? Promise.resolve() : Promise.reject(failure);
    },
  });
  return { context, told };
}

function summary(status: string, transfers: WrittenStep['transfers']): string {
  return [status, ...transfers.map(({ kind, amount }) => `${kind} ${amount}`)].join(' ');
}

const MOVED = new Moved('somebody else was first');
const BROKEN = new Error('pulled the plug');

test('what a table has played is told of once, when it is committed, however often it was written', async () => {
  const table = await DeluxeTable.open(casino);
  await table.enters('ann', {});
  const sessionId = table.sessionOf('ann');
  const bet: TableBet = { sessionId, kind: 'seat', seat: 1, amount: 1000 };
  const placing = listening(table, [MOVED]);
  await placeTableBet(placing.context, requestOf(table.asking()), table.http.id, bet);
  // No step of a round.
  expect(placing.told).toEqual([]);
  await table.http.cards('Th', '7c', '9d', 'Td');
  await table.untilDue();
  const lease = await table.claim('driver');

  const dealing = listening(table, [MOVED, BROKEN]);
  await expect(runTable(dealing.context, table.place, lease)).rejects.toThrow('pulled the plug');
  expect(dealing.told).toEqual([]);
  expect(await runTable(dealing.context, table.place, lease)).toBe('moved');
  expect(dealing.told).toEqual(['playing stake 1000']);

  const standing = listening(table, [MOVED, MOVED]);
  const stand = { type: 'stand', hand: '1.1' } as const;
  const choice = { sessionId, choice: stand, expectedVersion: null, confirmed: false };
  const { roundId } = await table.http.state();
  await chooseAtTable(standing.context, requestOf(table.asking()), table.http.id, choice);
  expect(standing.told).toEqual(['settled payout 2000']);

  const cancelling = listening(table, [MOVED]);
  const why = { reason: 'test' };
  const asking = requestOf(table.asking());
  expect(await cancelTableRound(cancelling.context, asking, roundId, why)).toMatchObject({ status: 200 });
  expect(cancelling.told).toEqual(['cancelled refund 1000 reversal 2000']);
  // The same request again is no other step.
  expect(await cancelTableRound(cancelling.context, asking, roundId, why)).toMatchObject({ replayed: true });
  expect(cancelling.told).toHaveLength(1);
});
