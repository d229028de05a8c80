import { Casino, type Problem, type Reply } from '../support/casino';
import { command, lift, openSession, suspend } from './house';

/** What an operator's consent to a game that pays more than it takes covers, and what ends with it (SW-14). */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
  await casino.deposit('ann', 100_000);
});
afterAll(() => casino.close());

const GAME = 'blackjack-switch';
const REFUSED = { status: 403, body: { code: 'return_too_high' } };
const accept = (...games: string[]): Promise<string[]> =>
  command(casino, ['set', 'operator-1', ...games.flatMap((game) => ['--accept-player-edge', game])]);
const open = (gameId: string): Promise<Reply<{ readonly id: string; readonly code?: string }>> =>
  openSession(casino, 'ann', { mode: 'real', gameId });

test('SW-14: consent that is withdrawn keeps new sessions out; open ones go on until they are suspended', async () => {
  expect(await open(GAME)).toMatchObject(REFUSED);
  await accept(GAME);
  const { body: session } = await open(GAME);
  await accept('');
  expect(await open(GAME)).toMatchObject(REFUSED);
  const bets = { boxes: [{ box: 1, stake: 500 }] };
  const dealt = await casino.deal(session.id, bets);
  expect(dealt.status).toBe(201);
  await casino.cancel(dealt.body.id, { reason: 'test' });
  const suspension = await suspend(casino, { scope: 'game', gameId: GAME });
  expect((await casino.deal<Problem>(session.id, bets)).body.code).toBe('suspended');
  await lift(casino, suspension);
});

test('SW-14: a game of the operator’s own is accepted by name, in every version that it will have', async () => {
  const save = async (decks: number): Promise<void> => {
    const settings = { blackjackPays: { num: 2, den: 1 }, decks };
    const { status, text } = await casino.post('/v1/rule-sets', { id: 'generous', settings });
    if (status !== 201) throw new Error(text);
  };
  await save(8);
  expect(await open('generous')).toMatchObject(REFUSED);
  await accept('generous');
  expect(await open('generous')).toMatchObject({ status: 201, body: { ruleSet: 'generous@1' } });
  await save(6);
  expect(await open('generous')).toMatchObject({ status: 201, body: { ruleSet: 'generous@2' } });
  await accept('');
  expect(await open('generous')).toMatchObject(REFUSED);
});
