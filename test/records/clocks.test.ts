import { sealRecords } from '../../src/application/records/seal-records';
import { quickRound } from '../fairness/played-shoes';
import { Casino, type OpenSession } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { verify } from './lab';

/** Clocks of processes may be wrong, and requests may be late: neither accuses anybody of having touched a table's shoes. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

const MINUTE_MS = 60_000;

async function opened(): Promise<{ table: HttpTable; players: OpenSession[] }> {
  const table = await HttpTable.open(casino);
  const players = await Promise.all(
    ['ann', 'ben', 'cid', 'dan'].map((playerId) => table.session({ playerId })),
  );
  return { table, players };
}

/** Does something by a clock that is so much off, which is right again afterwards. */
async function by(offMs: number, work: () => Promise<unknown>): Promise<void> {
  const { clock } = casino.app;
  const before = clock.now;
  clock.now = new Date(before.getTime() + offMs);
  try {
    await work();
  } finally {
    clock.now = before;
  }
}

async function expectSound(): Promise<void> {
  const { dataSource, clock } = casino.app;
  clock.now = new Date(clock.now.getTime() + 5 * MINUTE_MS);
  await sealRecords(dataSource, clock.now);
  expect((await verify(dataSource.manager)).lines.slice(1)).toEqual([
    'Nothing was changed, removed or inserted.',
  ]);
}

test.each([2, 50])('rounds are dealt by a clock that is %i minutes behind', async (minutes) => {
  const { table, players } = await opened();
  await by(-minutes * MINUTE_MS, () => quickRound(table, players));
  await expectSound();
});

test('a table is closed by a process whose clock is behind', async () => {
  const { table, players } = await opened();
  await quickRound(table, players);
  await by(-2 * MINUTE_MS, async () => {
    expect((await table.call('PATCH', '', { status: 'closed', reason: 'test' })).status).toBe(200);
  });
  await expectSound();
});

test('a round is dealt from a new shoe by a process that stood still for longer than a minute', async () => {
  const { table, players } = await opened();
  let body = await table.state();
  while (body.shoe.number === 1) body = await quickRound(table, players);
  await table.bet({ sessionId: players[0].id, seat: 1, amount: 100 });
  await by(-70_000, () => table.advance());
  do body = await table.advance();
  while (body.status !== 'betting');
  await expectSound();
}, 120_000);
