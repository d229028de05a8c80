import { Casino } from '../support/casino';
import { HttpTable } from './http-table';

/** What the stream tells everybody must not say what others bet beside their seats, insure, or cannot pay. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

interface Told {
  readonly type: string;
  readonly body: { readonly hands?: unknown };
}

function toldAt(table: HttpTable): Promise<Told[]> {
  return casino.app.dataSource.query<Told[]>(
    'SELECT type, body FROM table_events WHERE table_id = $1 ORDER BY event_no',
    [table.id],
  );
}

interface Secrets {
  readonly pairs?: boolean;
  readonly behind?: boolean;
  readonly insures?: boolean;
}

/** A round against an ace without a blackjack; what Bob does beside his own hand is told by his own part only. */
async function eventsOf({
  pairs = false,
  behind = false,
  insures = false,
}: Secrets): Promise<(readonly [string, unknown])[]> {
  const table = await HttpTable.open(casino);
  const [ann, bob] = [await table.session(), await table.session()];
  await table.bet({ sessionId: ann.id, seat: 1, amount: 1000 });
  await table.bet({ sessionId: bob.id, seat: 2, amount: 1000 });
  if (pairs) await table.bet({ sessionId: bob.id, seat: 2, kind: 'pairs', amount: 100 });
  if (behind) await table.bet({ sessionId: bob.id, seat: 1, kind: 'behind', amount: 500 });
  await table.cards('Th', '9c', 'As', '9d', '8c', '7d', 'Tc');
  await table.advance();
  await table.act({ sessionId: bob.id, type: 'insurance', hand: '2.1', accept: insures });
  await table.advance();
  await table.advance();
  await table.advance();
  expect((await table.state()).status).toBe('result');
  const told = await toldAt(table);
  const deal = told.findIndex(({ type }) => type === 'cardDealt');
  return told.slice(deal).map(({ type, body }) => [type, body.hands ?? null] as const);
}

test('nobody is told by the events whether others bet on pairs, behind hands, or insure', async () => {
  const plain = await eventsOf({});
  expect(plain.filter(([type]) => type === 'choices')).toHaveLength(1);
  expect(await eventsOf({ insures: true })).toEqual(plain);
  expect(await eventsOf({ pairs: true })).toEqual(plain);
  expect(await eventsOf({ behind: true })).toEqual(plain);
});

test('DX-16: nobody is told by the events that somebody else could not pay for his choice', async () => {
  const table = await HttpTable.open(casino);
  const rich = await table.session();
  const poor = await table.session({ balance: 1500 });
  await table.cards('5h', '4s', '6d', '6c', '5h', '9d', '2s', '3c', 'Kd', '9c');
  await table.bet({ sessionId: rich.id, seat: 1, amount: 1000 });
  await table.bet({ sessionId: poor.id, seat: 2, amount: 1000 });
  await table.advance();
  await table.act({ sessionId: poor.id, type: 'double', hand: '2.1' });
  await table.act({ sessionId: rich.id, type: 'stand', hand: '1.1' });
  const executed = (await toldAt(table)).filter(({ type }) => type === 'executed').map(({ body }) => body);
  expect(executed.at(-1)).toEqual({ hand: '2.1', action: 'hit', by: 'ahead' });
  expect((await table.state(poor.id)).you?.notExecuted).toMatchObject([
    { chosen: 'double', executed: 'hit' },
  ]);
});
