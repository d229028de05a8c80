import type { RoundBody } from '../../src/application/rounds/round-body';
import { Casino } from '../support/casino';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }] };

interface Opened {
  readonly id: string;
  readonly token: string;
  readonly openRound: RoundBody | null;
}

test('C-19 a player who comes back in a new session finds the round he left, and finishes it with the new token', async () => {
  const playerId = 'returning';
  await casino.deposit(playerId, 100_000);
  const session = { playerId, gameId: 'blackjack-switch-push22', currency: 'EUR', mode: 'real' };
  const first = (await casino.post<Opened>('/v1/sessions', session)).body;
  expect(first.openRound).toBeNull();
  const { body: round } = await casino.deal(first.id, SIXTEEN);
  expect(round.status).not.toBe('settled');

  const second = (await casino.post<Opened>('/v1/sessions', session)).body;
  expect(second.openRound).toEqual(round);
  expect((await casino.get<Opened>(`/v1/sessions/${second.id}`)).body.openRound).toEqual(round);
  const declined =
    round.status === 'insurance'
      ? await casino.act(round.id, { type: 'insurance', accept: false }, { key: second.token })
      : { status: 200 };
  expect(declined.status).toBe(200);
  const done = await casino.act(round.id, { type: 'stand-all' }, { key: second.token });
  expect(done).toMatchObject({ status: 200, body: { status: 'settled', sessionId: first.id } });
  expect((await casino.get<Opened>(`/v1/sessions/${second.id}`)).body.openRound).toBeNull();
});

test('the token of another game, mode or currency of the same player opens nothing', async () => {
  const { id, playerId } = await casino.openSession({ gameId: 'blackjack-switch' });
  const { body: round } = await casino.deal(id, SIXTEEN);
  for (const other of [
    { gameId: 'blackjack-switch-push22' },
    { gameId: 'blackjack-switch', mode: 'demo' },
    { gameId: 'blackjack-switch', currency: 'USD' },
  ]) {
    const { token } = await casino.openSession({ playerId, ...other });
    expect(await casino.round(round.id, { key: token })).toMatchObject({ status: 404 });
    expect(await casino.act(round.id, { type: 'stand-all' }, { key: token })).toMatchObject({ status: 404 });
  }
});
