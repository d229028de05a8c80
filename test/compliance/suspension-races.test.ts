import { dealsEnded } from '../../src/persistence/compliance/suspensions';
import { Casino, type Problem, type Reply } from '../support/casino';
import { waitUntil } from '../support/child';
import { somebodyWaits } from '../tables/waiting';
import { command, lift, NATURAL, sessionOf, suspend } from './house';
import { holdingRows, soon } from './waiting';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

async function countRounds(): Promise<number> {
  const [{ count }] = await casino.app.dataSource.query<[{ count: number }]>(
    'SELECT count(*) AS count FROM rounds',
  );
  return count;
}

async function isSuspended(): Promise<boolean> {
  const found = await casino.app.dataSource.query<unknown[]>(
    'SELECT FROM suspensions WHERE lifted_at IS NULL',
  );
  return found.length > 0;
}

const holding = <T>(lock: string, id: string, work: () => Promise<T>): Promise<T> =>
  holdingRows(casino, lock, [id], work);

test.each([
  [{ scope: 'operator' }],
  [{ scope: 'game', gameId: 'american-blackjack' }],
  [{ scope: 'player', playerId: 'alice' }],
])('once %j is answered, no round is dealt any more', async (suspension) => {
  for (let repeat = 0; repeat < 4; repeat++) {
    const sessions = await Promise.all(Array.from({ length: 4 }, () => sessionOf(casino, 'alice')));
    let stopped = false;
    const replies: Reply<Problem>[] = [];
    const dealt = (): number => replies.filter(({ status }) => status === 201).length;
    const playing = sessions.map(async (id) => {
      while (!stopped) replies.push(await casino.deal<Problem>(id, NATURAL));
    });
    await waitUntil(() => dealt() > 0);
    await soon(20 * repeat);
    const made = await suspend(casino, suspension);
    const answered = await countRounds();
    await soon(60);
    stopped = true;
    await Promise.all(playing);
    expect(await countRounds()).toBe(answered);
    for (const { status, body } of replies) {
      if (status !== 201) expect([status, body.code]).toEqual([409, 'suspended']);
    }
    await lift(casino, made);
  }
});

test('a deal that has read before the suspension and writes after it deals nothing', async () => {
  const id = await sessionOf(casino);
  const lock = 'SELECT FROM sessions WHERE session_id = $1 FOR UPDATE';
  const { deal, suspension } = await holding(lock, id, async () => {
    const begun = casino.deal<Problem>(id, NATURAL);
    await somebodyWaits(casino);
    // The deal has not written yet: nothing is to be waited for.
    return { deal: begun, suspension: await suspend(casino, { scope: 'operator' }) };
  });
  expect(await deal).toMatchObject({ status: 409, body: { code: 'suspended' } });
  await lift(casino, suspension);
});

const WALLET = 'SELECT FROM wallets WHERE session_id = $1 FOR UPDATE';

test('a deal that has looked before the suspension is waited for', async () => {
  const playerId = 'waited-for';
  const [id, other] = [await sessionOf(casino, playerId), await sessionOf(casino, playerId)];
  const { deal, suspending } = await holding(WALLET, id, async () => {
    const begun = casino.deal<Problem>(id, NATURAL);
    await somebodyWaits(casino);
    const answer = suspend(casino, { scope: 'player', playerId });
    await waitUntil(isSuspended);
    expect(await Promise.race([answer, soon(300)])).toBe('not yet');
    // It is in force all the same: whoever comes now is refused.
    expect((await casino.deal<Problem>(other, NATURAL)).body.code).toBe('suspended');
    return { deal: begun, suspending: answer };
  });
  expect((await deal).status).toBe(201);
  await lift(casino, await suspending);
});

test('the owner’s command waits as well', async () => {
  const id = await sessionOf(casino);
  const { deal, waiting, line } = await holding(WALLET, id, async () => {
    const begun = casino.deal<Problem>(id, NATURAL);
    await somebodyWaits(casino);
    const [said] = await command(casino, ['suspend', 'everything', '--reason', 'fire']);
    const ended = dealsEnded(casino.app.dataSource.manager);
    expect(await Promise.race([ended, soon(200)])).toBe('not yet');
    return { deal: begun, waiting: ended, line: said };
  });
  await waiting;
  expect((await deal).status).toBe(201);
  expect((await casino.deal<Problem>(id, NATURAL)).body.code).toBe('suspended');
  await command(casino, ['lift', line.split(' ')[0], '--reason', 'out']);
});
