import { playerKeyOf } from '../../src/application/ids';
import { Casino, type OpenSession } from '../support/casino';
import { HttpTable } from './http-table';
import { somebodyWaits } from './waiting';

/** Nobody is charged from a wallet that is not locked; and who cannot be charged waits for nobody's wallet. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

const STAKE = 1000;

/**
 * Does something while another transaction is taking money out of the session's wallet. It has to wait for that one, and
 * to go by what is left then. Afterwards the money is put back, so that the books are right.
 */
async function whileMoneyLeaves<T>({ id }: OpenSession, amount: number, work: () => Promise<T>): Promise<T> {
  const { dataSource } = casino.app;
  const move = 'UPDATE wallets SET balance = balance + $3 WHERE player_key = $1 AND session_id = $2';
  const begun = await dataSource.transaction(async (tx) => {
    await tx.query(move, [playerKeyOf(id), id, -amount]);
    const working = work();
    await somebodyWaits(casino);
    return { working };
  });
  const done = await begun.working;
  await dataSource.query(move, [playerKeyOf(id), id, amount]);
  return done;
}

interface Players {
  readonly table: HttpTable;
  readonly first: OpenSession;
  readonly second: OpenSession;
}

/** Two bets of players who can pay one stake more each. */
async function twoBets(...cards: string[]): Promise<Players> {
  const table = await HttpTable.open(casino);
  const [first, second] = [await sessionWith(table, 2 * STAKE), await sessionWith(table, 2 * STAKE)];
  await table.cards(...cards);
  await table.bet({ sessionId: first.id, seat: 1, amount: STAKE });
  await table.bet({ sessionId: second.id, seat: 2, amount: STAKE });
  return { table, first, second };
}

function sessionWith(table: HttpTable, balance: number): Promise<OpenSession> {
  return table.session({ balance });
}

/** 11 and 10 against a seven, and against an ace without a blackjack. */
const AGAINST_A_SEVEN = ['5h', '6h', '7d', '6c', '4d', 'Tc', '2c', '3c'];
const AGAINST_AN_ACE = ['5h', '6h', 'Ad', '6c', '4d', '7c', '2c', '3c'];

test('DX-05: the end of the countdown refuses the bet whose money leaves at the same moment', async () => {
  const { table, first, second } = await twoBets(...AGAINST_A_SEVEN);
  expect((await whileMoneyLeaves(first, 1.5 * STAKE, () => table.advance())).status).toBe('deciding');
  expect((await table.state(first.id)).you?.sheet).toMatchObject([{ state: 'refused' }]);
  expect((await table.state(second.id)).you?.sheet).toMatchObject([{ state: 'charged' }]);
});

test('DX-16: a double in turn is refused when its money leaves at the same moment', async () => {
  const { table, first } = await twoBets(...AGAINST_A_SEVEN);
  await table.advance();
  const double = { sessionId: first.id, type: 'double', hand: '1.1' };
  const refused = await whileMoneyLeaves(first, STAKE, () => table.act<object>(double));
  const body = { code: 'insufficient_funds', balance: 0, price: STAKE };
  expect(refused).toMatchObject({ status: 402, body });
  expect((await table.act(double)).status).toBe(200);
});

test('DX-14, DX-16: a double in advance becomes a hit when its money leaves as its turn comes', async () => {
  const { table, first, second } = await twoBets(...AGAINST_A_SEVEN);
  await table.advance();
  await table.act({ sessionId: second.id, type: 'double', hand: '2.1' });
  const stand = { sessionId: first.id, type: 'stand', hand: '1.1' };
  expect((await whileMoneyLeaves(second, STAKE, () => table.act(stand))).status).toBe(200);
  expect((await table.state(second.id)).you?.notExecuted).toMatchObject([
    { chosen: 'double', executed: 'hit', balance: 0, price: STAKE },
  ]);
});

test('DX-22: who follows does not when his money leaves as the hand is doubled', async () => {
  const { table, first } = await twoBets(...AGAINST_A_SEVEN);
  const behind = await sessionWith(table, 2 * STAKE);
  await table.bet({ sessionId: behind.id, seat: 1, kind: 'behind', amount: STAKE });
  await table.advance();
  await table.act({ sessionId: behind.id, type: 'follow-double', hand: '1.1', accept: true });
  const double = { sessionId: first.id, type: 'double', hand: '1.1' };
  expect((await whileMoneyLeaves(behind, STAKE, () => table.act(double))).status).toBe(200);
  expect((await table.state(behind.id)).you?.notExecuted).toMatchObject([
    { chosen: 'follow-double', executed: null, balance: 0, price: STAKE },
  ]);
});

test('DX-20: the last answer insures nobody whose money leaves at that moment', async () => {
  const { table, first, second } = await twoBets(...AGAINST_AN_ACE);
  await table.advance();
  await table.act({ sessionId: first.id, type: 'insurance', accept: true });
  const last = { sessionId: second.id, type: 'insurance', accept: false };
  expect((await whileMoneyLeaves(first, STAKE, () => table.act(last))).status).toBe(200);
  expect((await table.state(first.id)).you?.notExecuted).toMatchObject([
    { chosen: 'insurance', executed: null, balance: 0, price: STAKE / 2 },
  ]);
});

test('what is said in advance waits for nobody’s wallet, nor do bets that are placed or taken back', async () => {
  const { table, first, second } = await twoBets(...AGAINST_AN_ACE);
  const { dataSource } = casino.app;
  const behind = await table.session();
  const onSeat1 = { sessionId: behind.id, seat: 1, kind: 'behind' };
  const allDone = async (...calls: (() => Promise<{ status: number }>)[]): Promise<void> => {
    await dataSource.transaction(async (tx) => {
      await tx.query('SELECT FROM wallets FOR UPDATE');
      for (const call of calls) expect((await call()).status).toBe(200);
    });
  };
  await allDone(
    () => table.bet({ ...onSeat1, amount: STAKE }),
    () => table.takeBack(`?sessionId=${behind.id}`),
    () => table.bet({ ...onSeat1, amount: STAKE }),
  );
  await table.advance();
  await allDone(
    () => table.act({ sessionId: first.id, type: 'insurance', accept: false }),
    () => table.act({ sessionId: behind.id, type: 'insurance', accept: true }),
  );
  await table.act({ sessionId: second.id, type: 'insurance', accept: false });
  await allDone(
    () => table.act({ sessionId: second.id, type: 'double', hand: '2.1' }),
    () => table.act({ sessionId: behind.id, type: 'follow-double', hand: '1.1', accept: true }),
    () => table.leave(2, `?sessionId=${second.id}`),
  );
});
