import type { LegalAction } from '../../src/domain/action';
import type { PublicJwk } from '../../src/application/records/signing';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { verifyRecord } from '../../src/verifier/check-record';
import { recordOf } from '../../src/verifier/signed-record';
import { settledRound } from '../shared-rounds/played-round';
import { Casino } from '../support/casino';
import { seeded } from '../support/random';
import { wrongs } from './findings';

let casino: Casino;
let keys: readonly PublicJwk[];

beforeAll(async () => {
  casino = await Casino.open();
  keys = (await casino.get<{ keys: PublicJwk[] }>('/.well-known/jwks.json')).body.keys;
});

afterAll(() => casino.close());

/** What the verifier holds against the record of a round, its signature included. */
async function heldAgainst(roundId: string): Promise<string[]> {
  const { status, body, text } = await casino.get(`/v1/rounds/${roundId}/record`);
  if (status !== 200) throw new Error(text);
  return wrongs(verifyRecord(recordOf(body), keys));
}

/** An action as the player sends it; of an insurance with bounds the least. */
function sent(legal: LegalAction): Record<string, unknown> {
  const { min, ...action } = { min: undefined, ...legal };
  const answer = action.type === 'insurance' || action.type === 'even-money' ? { accept: true } : {};
  const amount = min === undefined ? {} : { amount: min };
  const told = Object.entries({ ...action, ...answer, ...amount });
  return Object.fromEntries(told.filter(([name]) => name !== 'price' && name !== 'max'));
}

const GAMES = [
  ...['american-blackjack', 'american-blackjack-zero-edge', 'infinite-blackjack'],
  ...['classic-blackjack', 'blackjack-switch-push22'],
];

test.each(GAMES)('whatever is played honestly has a record that holds: %s', async (gameId) => {
  const random = seeded(GAMES.indexOf(gameId) + 7);
  const playerId = `player-of-${gameId}`;
  await casino.deposit(playerId, 10_000_000);
  const { id } = await casino.openSession({ gameId, playerId, mode: 'real' });
  const elsewhere = await casino.openSession({ gameId: 'american-blackjack', playerId, mode: 'real' });
  for (let count = 0; count < 8; count++) {
    const boxes = count % 2 === 0 ? [1] : [1, 2];
    const dealt = await casino.deal(id, { boxes: boxes.map((box) => ({ box, stake: 200 })) });
    if (dealt.status !== 201) throw new Error(dealt.text);
    const roundId = dealt.body.id;
    let round: RoundBody = dealt.body;
    while (round.status !== 'settled' && !(count === 5 && round.version > 1)) {
      const { allowed } = round;
      if (allowed.length === 0) throw new Error(`nothing is allowed in ${round.status}`);
      const acted = await casino.act(roundId, sent(allowed[random.below(allowed.length)]));
      if (acted.status !== 200) throw new Error(acted.text);
      round = acted.body;
      // His wallet moves between the steps of the round.
      if (count === 2) await casino.deposit(playerId, 500);
      if (count === 3 && round.version === 2)
        await casino.deal(elsewhere.id, { boxes: [{ box: 1, stake: 100 }] });
    }
    if (round.status === 'settled') expect(await heldAgainst(roundId)).toEqual([]);
    if (count >= 4) {
      expect((await casino.cancel(roundId, { reason: 'fault', note: 'Why?' })).status).toBe(200);
      expect(await heldAgainst(roundId)).toEqual([]);
    }
  }
});

test('so has the round of a player who was erased, and of one who came back under his name', async () => {
  const boxes = [{ box: 1, stake: 1000 }];
  const rounds: string[] = [];
  const play = async (): Promise<void> => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId: 'anna' });
    for (const cards of [
      ['9c', '6d', '7s', 'Th', '2c'],
      ['8h', '6s', '8c'],
    ]) {
      const { body } = await casino.deal(id, { boxes, cards });
      await casino.cancel(body.id, { reason: 'fault' });
      rounds.push(body.id);
    }
  };
  await play();
  expect((await casino.post('/v1/players/anna/erase', { reason: 'player_request' })).status).toBe(200);
  await play();
  for (const roundId of rounds) expect(await heldAgainst(roundId)).toEqual([]);
});

test('so has the round of a table after one of its players was erased', async () => {
  const { table, roundId, cid } = await settledRound(casino);
  await table.pause();
  await casino.cancel(roundId, { reason: 'fault' });
  expect(await heldAgainst(roundId)).toEqual([]);
  await table.resume();
  await table.advance();
  const erased = await casino.post(`/v1/players/${cid.playerId}/erase`, { reason: 'player_request' });
  if (erased.status !== 200) throw new Error(erased.text);
  expect(await heldAgainst(roundId)).toEqual([]);
});
