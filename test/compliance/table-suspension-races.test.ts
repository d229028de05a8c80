import type { Suspension } from '../../src/application/compliance/suspension-body';
import { Casino, type OpenSession, type Problem } from '../support/casino';
import { somebodyWaits } from '../tables/waiting';
import { lift, suspend } from './house';
import { RealTable } from './real-table';
import { holdingRows, soon } from './waiting';

/** A table's deal looks for suspensions, and writes later: whatever is committed in between has to hold. */
let casino: Casino;
let table: RealTable;
let ann: OpenSession;
let ben: OpenSession;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

/** What the test has suspended is lifted whatever becomes of it. */
let suspension: Suspension | null = null;
afterEach(async () => {
  if (suspension !== null) await lift(casino, suspension);
  suspension = null;
});

beforeEach(async () => {
  table = await RealTable.open(casino);
  [ann, ben] = [await table.seat('ann'), await table.seat('ben')];
  await table.http.bet({ sessionId: ann.id, seat: 1, amount: 1000 });
  await table.http.bet({ sessionId: ben.id, seat: 2, amount: 1000 });
});

/** Holds rows of the table that its deal needs until the promise it is given is done. */
function holding<T>(rows: string, work: () => Promise<T>): Promise<T> {
  const { tableKey, tableId } = table.place;
  return holdingRows(casino, `SELECT FROM ${rows} FOR UPDATE`, [tableKey, tableId], work);
}

/** The write checks the lease before it inserts anything: the deal has looked, and has not written. */
const LEASE = 'table_leases WHERE table_key = $1 AND table_id = $2';
/** The seed is used up after the round was inserted: the deal has looked a second time. */
const SEED = 'seeds WHERE player_key = $1 AND session_id = $2';

async function deals(): Promise<string[]> {
  const { body } = await casino.get<{ items: { playerId: string }[] }>(`/v1/rounds?tableId=${table.id}`);
  return body.items.map(({ playerId }) => playerId).sort();
}

test.each([
  ['player', { playerId: 'ann' }, 'charged', ['ben']],
  ['table', {}, 'returned', []],
  ['game', { gameId: 'blackjack-deluxe' }, 'returned', []],
  ['operator', {}, 'returned', []],
])(
  'a deal that has read before %s was suspended, and writes after it, deals nobody in who is meant',
  async (scope, subject, beside, dealt) => {
    const wanted = { scope, ...subject, ...(scope === 'table' ? { tableId: table.id } : {}) };
    const { ending } = await holding(LEASE, async () => {
      const begun = table.endPhase();
      await somebodyWaits(casino);
      suspension = await suspend(casino, wanted);
      return { ending: begun };
    });
    expect(await ending).toBe('moved');
    expect(await table.betStates(ann.id)).toEqual(['returned']);
    expect(await table.betStates(ben.id)).toEqual([beside]);
    expect(await deals()).toEqual(dealt);
    expect((await table.http.state(ann.id)).you?.balance).toBe(await walletOf('ann'));
  },
);

test('a deal that has looked before the suspension is waited for', async () => {
  const { ending, suspending } = await holding(SEED, async () => {
    const begun = table.endPhase();
    await somebodyWaits(casino);
    const answer = suspend(casino, { scope: 'table', tableId: table.id });
    expect(await Promise.race([answer, soon(300)])).toBe('not yet');
    return { ending: begun, suspending: answer };
  });
  expect(await ending).toBe('moved');
  suspension = await suspending;
  expect(await deals()).toEqual(['ann', 'ben']);
  while ((await table.http.state()).status !== 'betting') await table.endPhase();
  const refused = await table.http.bet<Problem>({ sessionId: ann.id, seat: 1, amount: 1000 });
  expect(refused.body.code).toBe('suspended');
});

async function walletOf(playerId: string): Promise<number> {
  const path = `/v1/players/${playerId}/wallets`;
  const { body } = await casino.get<{ items: { currency: string; balance: number }[] }>(path);
  return body.items.find(({ currency }) => currency === 'EUR')?.balance ?? 0;
}
