import { RealTable } from '../compliance/real-table';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { Casino } from '../support/casino';

let casino: Casino;
beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

test('DX-08: the page of a record tells real and play money behind one hand apart', async () => {
  const table = await RealTable.open(casino);
  const ann = await table.seat('ann');
  const dem = await table.http.session({ mode: 'demo', playerId: 'dem' });
  const { roundId } = (await table.http.bet({ sessionId: ann.id, seat: 1, amount: 1000 })).body;
  expect((await table.http.bet({ sessionId: dem.id, seat: 1, kind: 'behind', amount: 700 })).status).toBe(
    200,
  );
  await table.playRound();
  const { text } = await casino.get(`/v1/rounds/${roundId}/record`, { headers: { accept: 'text/html' } });
  const page = text.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(page).toContain('Staked, mode real 10.00 EUR');
  expect(page).toContain('Staked, mode demo 7.00 EUR');
  expect(page).toContain('stake 17.00 EUR, real and play money together');
  expect(page).not.toMatch(/Staked [0-9]/);
  expect(page).toMatch(/dem demo \d+ \S+ stake \(main\) 1\.1/);
  expect(page).toMatch(/ann real \d+ \S+ stake \(main\) 1\.1/);
});

test('DX-08: a demo session is told nothing of what its player has in the round with real money', async () => {
  const table = await RealTable.open(casino);
  const bob = await table.seat('bob', 5000);
  const demo = await table.http.session({ mode: 'demo', playerId: 'bob' });
  const { roundId } = (await table.http.bet({ sessionId: bob.id, seat: 1, amount: 1000 })).body;
  await table.playRound();
  const seenBy = async (key: string): Promise<RoundBody> => (await casino.round(roundId, { key })).body;
  const real = await seenBy(bob.token);
  expect(real).toMatchObject({ mode: 'real', sessionId: bob.id });
  expect(real.staked).toBeGreaterThanOrEqual(1000);
  const watched = await seenBy(demo.token);
  expect(watched).toMatchObject({ sessionId: null, playerId: null, staked: 0, balance: 1_000_000 });
  expect(watched.boxes.flatMap(({ hands }) => hands.map(({ stake }) => stake))).not.toContain(1000);
  const refused = await casino.call<{ round?: RoundBody }>(
    'POST',
    `/v1/tables/${table.id}/actions`,
    { sessionId: demo.id, type: 'stand', hand: '1.1' },
    { key: demo.token },
  );
  expect(refused.status).toBe(409);
  expect(JSON.stringify(refused.body)).not.toContain(bob.id);
});
