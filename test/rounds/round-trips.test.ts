import type { Pool } from 'pg';
import { signRequest } from '../../src/application/operators/signatures';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { Casino, type Reply } from '../support/casino';

let casino: Casino;
let trips = 0;

beforeAll(async () => {
  casino = await Casino.open();
  // Every round trip takes a connection out of the pool once: neither TypeORM nor the hot statements go around it.
  const pool = (casino.app.dataSource.driver as unknown as { master: Pool }).master;
  pool.on('acquire', () => {
    trips += 1;
  });
});

afterAll(() => casino.close());

async function counted(call: () => Promise<{ status: number }>): Promise<[status: number, trips: number]> {
  trips = 0;
  const { status } = await call();
  return [status, trips];
}

const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th', '2c'] };

/** What each hot request costs in round trips to the database, the credentials having been seen before. */
describe.each(['operator key', 'session token'] as const)('round trips with the %s', (by) => {
  test('a deal, an action and their refusals make two at most', async () => {
    const { id, token } = await casino.openSession({ gameId: 'american-blackjack' });
    const key = by === 'operator key' ? casino.key : token;
    let roundId = '';
    const deal = (): Promise<Reply<RoundBody>> => casino.deal(id, SIXTEEN, { key });
    const dealt = await counted(async () => {
      const reply = await deal();
      roundId = reply.body.id;
      return reply;
    });
    expect(dealt).toEqual([201, 2]);
    expect(await counted(deal)).toEqual([409, 2]);
    const act = (action: object) => (): Promise<Reply<RoundBody>> =>
      casino.act(roundId, { ...action }, { key });
    expect(await counted(act({ type: 'split', hand: '1.1' }))).toEqual([409, 2]);
    expect(await counted(act({ type: 'hit' }))).toEqual([400, 0]);
    expect(await counted(act({ type: 'hit', hand: '1.1' }))).toEqual([200, 2]);
    expect(await counted(act({ type: 'stand', hand: '1.1' }))).toEqual([200, 2]);
    const rebet = await counted(() => casino.deal(id, { rebet: true }, { key }));
    expect(rebet).toEqual([201, 2]);
  });

  test('an answer given again makes two', async () => {
    const { id, token } = await casino.openSession({ gameId: 'american-blackjack' });
    const key = by === 'operator key' ? casino.key : token;
    const options = { key, idempotencyKey: `once-${by}` };
    await casino.deal(id, SIXTEEN, options);
    expect(await counted(() => casino.deal(id, SIXTEEN, options))).toEqual([201, 2]);
  });
});

test('signed requests make two as well, and each signature counts once', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { operatorId, key, app } = casino;
  await app.dataSource.query('UPDATE operators SET requires_signature = TRUE WHERE operator_id = $1', [
    operatorId,
  ]);
  const timestamp = String(Math.floor(app.clock.now.getTime() / 1000));
  const signed = (target: string, body: string): Record<string, string> => {
    const request = { timestamp, method: 'POST', target, body: Buffer.from(body) };
    return { 'x-timestamp': timestamp, 'x-signature': signRequest(key, request) };
  };
  const target = `/v1/sessions/${id}/rounds`;
  const body = JSON.stringify(SIXTEEN);
  const headers = signed(target, body);
  // What this process knows of the key is older than the demand: looked up once, it knows.
  app.clock.now = new Date(app.clock.now.getTime() + 61_000);
  await casino.get('/v1/currencies');
  let roundId = '';
  const deal = async (): Promise<Reply<RoundBody>> => casino.post<RoundBody>(target, body, { headers });
  const dealt = await counted(async () => {
    const reply = await deal();
    roundId = reply.body.id;
    return reply;
  });
  expect(dealt).toEqual([201, 2]);
  expect(await deal()).toMatchObject({ status: 401, body: { code: 'signature_invalid' } });
  const action = `/v1/rounds/${roundId}/actions`;
  const stand = JSON.stringify({ type: 'stand', hand: '1.1' });
  expect(await casino.post(action, stand)).toMatchObject({
    status: 401,
    body: { code: 'signature_required' },
  });
  const signedStand = signed(action, stand);
  expect(await counted(() => casino.post(action, stand, { headers: signedStand }))).toEqual([200, 2]);
  expect(await casino.post(action, stand, { headers: signedStand })).toMatchObject({ status: 401 });
  await app.dataSource.query('UPDATE operators SET requires_signature = FALSE WHERE operator_id = $1', [
    operatorId,
  ]);
  app.clock.now = new Date(app.clock.now.getTime() + 61_000);
  await casino.get('/v1/currencies');
});

test('an operator’s own rule set costs no round trip of its own', async () => {
  await casino.post('/v1/rule-sets', { id: 'mine', settings: { decks: 2, boxes: 2 } });
  const { id } = await casino.openSession({ gameId: 'mine' });
  expect(await counted(() => casino.deal(id, SIXTEEN))).toEqual([201, 2]);
});

test('a key that was revoked a moment ago deals nothing more, though its process still knew it', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { key, keyId } = await casino.app.addKey(casino.operatorId);
  const { body: round } = await casino.deal(id, SIXTEEN, { key });
  await casino.app.dataSource.query('UPDATE api_keys SET revoked_at = now() WHERE key_id = $1', [keyId]);
  const stand = { type: 'stand', hand: '1.1' };
  expect(await casino.act(round.id, stand, { key })).toMatchObject({
    status: 401,
    body: { code: 'unauthorized' },
  });
});
