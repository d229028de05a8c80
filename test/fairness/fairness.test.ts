import { createHash } from 'node:crypto';
import type { Fairness } from '../../src/application/fairness/fairness-body';
import type { Proof } from '../../src/application/fairness/make-proof';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { RandomSource } from '../../src/randomness/random-source';
import { proofOf as proofFormOf } from '../../src/verifier/read-proof';
import { verifyProof } from '../../src/verifier/verify-proof';
import { Casino, type Problem } from '../support/casino';
import { noted, opens, wrongs } from './findings';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

const sha256 = (hex: string): string => createHash('sha256').update(Buffer.from(hex, 'hex')).digest('hex');
const fairnessOf = async (sessionId: string): Promise<Fairness> =>
  (await casino.get<Fairness>(`/v1/sessions/${sessionId}/fairness`)).body;
const rotate = (sessionId: string, key?: string) =>
  casino.post<Fairness & Problem>(
    `/v1/sessions/${sessionId}/fairness/rotate`,
    {},
    key === undefined ? {} : { key },
  );
const proofOf = (roundId: string) => casino.get<Proof & Problem>(`/v1/rounds/${roundId}/proof`);
/** What is not proved, or contradicts, to somebody who noted of the round what it says. */
const notProvedIn = (proof: Proof): string[] => {
  const checks = verifyProof(proof, noted(proof));
  return [...wrongs(checks), ...opens(checks)];
};

async function played(sessionId: string, boxes = [{ box: 1, stake: 1000 }]): Promise<RoundBody> {
  let { body: round } = await casino.deal(sessionId, { boxes });
  // Insurance is taken; even money, which a blackjack is offered, is not.
  while (round.status === 'insurance') {
    const [{ type, ...offer }] = round.allowed;
    const hand = 'hand' in offer ? offer.hand : undefined;
    const answer = type === 'insurance' ? { accept: true, amount: amountOf(round) } : { accept: false, hand };
    round = (await casino.act(round.id, { type, ...answer })).body;
  }
  return round.status === 'settled' ? round : (await casino.act(round.id, { type: 'stand-all' })).body;
}

function amountOf({ allowed: [offer] }: RoundBody): number | undefined {
  return 'min' in offer ? offer.min : undefined;
}

describe('a session commits to its seed before the first bet', () => {
  test('and what is revealed by a rotation is what was committed to', async () => {
    const { id, token } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo' });
    const before = await fairnessOf(id);
    expect(before).toMatchObject({ seedNo: 1, nonce: 0, revealed: [] });
    await played(id);
    expect((await fairnessOf(id)).nonce).toBe(1);
    const { status, body } = await rotate(id, token);
    expect(status).toBe(200);
    expect(body).toMatchObject({ seedNo: 2, nonce: 0, clientSeed: before.clientSeed });
    expect(body.commitment).not.toBe(before.commitment);
    expect(body.revealed).toMatchObject([{ seedNo: 1, commitment: before.commitment }]);
    expect(sha256(body.revealed[0].serverSeed)).toBe(before.commitment);
  });

  test('no answer before the rotation holds the seed, and it lies encrypted in the database', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo' });
    const round = await played(id);
    const answers = [await fairnessOf(id), (await proofOf(round.id)).body, round].map((body) =>
      JSON.stringify(body),
    );
    const [{ sealed }] = await casino.app.dataSource.query<[{ sealed: string }]>(
      `SELECT encode(sealed_seed, 'hex') AS sealed FROM seeds WHERE session_id = $1`,
      [id],
    );
    const [{ serverSeed }] = (await rotate(id)).body.revealed;
    for (const answer of answers) expect(answer).not.toContain(serverSeed);
    expect(sealed).not.toContain(serverSeed);
    expect(casino.app.logLines.join('\n')).not.toContain(serverSeed);
  });

  test('a rotation waits until the open round is finished', async () => {
    const { id } = await casino.openSession({ gameId: 'blackjack-switch' });
    const { body: round } = await casino.deal(id, {
      boxes: [{ box: 1, stake: 100 }],
      cards: ['9c', '8c', '6d', '7s', 'Th'],
    });
    expect(await rotate(id)).toMatchObject({ status: 409, body: { code: 'round_open' } });
    expect((await fairnessOf(id)).seedNo).toBe(1);
    await casino.act(round.id, { type: 'stand-all' });
    expect((await rotate(id)).status).toBe(200);
  });

  test('deals and rotations at once: every round is dealt from a seed that was secret then', async () => {
    const { id } = await casino.openSession({ gameId: 'infinite-blackjack', mode: 'demo' });
    for (let repeat = 0; repeat < 8; repeat++) {
      const [dealt, rotated] = await Promise.all([
        casino.deal(id, { boxes: [{ box: 1, stake: 100 }] }),
        rotate(id),
      ]);
      expect(dealt.status).toBe(201);
      expect([200, 409]).toContain(rotated.status);
      const { body } = await casino.get<Fairness & { seedNo: number }>(`/v1/sessions/${id}/fairness`);
      const [{ seedNo }] = await casino.app.dataSource.query<[{ seedNo: number }]>(
        'SELECT seed_no AS "seedNo" FROM rounds WHERE round_id = $1',
        [dealt.body.id],
      );
      if (dealt.body.status !== 'settled') expect(seedNo).toBe(body.seedNo);
      await casino.cancel(dealt.body.id, { reason: 'test' });
    }
  });
});

test('rotations and changes of the client seed at once: each counts, none is lost', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo' });
  await played(id);
  const path = `/v1/sessions/${id}/fairness/client-seed`;
  for (let repeat = 0; repeat < 6; repeat++) {
    const before = (await fairnessOf(id)).seedNo;
    const word = `word ${repeat}`;
    const [one, two, set] = await Promise.all([
      rotate(id),
      rotate(id),
      casino.call<Fairness>('PUT', path, { clientSeed: word }),
    ]);
    expect([one.status, two.status, set.status]).toEqual([200, 200, 200]);
    expect(await fairnessOf(id)).toMatchObject({ seedNo: before + 2, clientSeed: word });
  }
});

test('a session that is over reveals what was used, once', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo' });
  await played(id);
  await casino.call('DELETE', `/v1/sessions/${id}`);
  expect(await rotate(id)).toMatchObject({ status: 200, body: { revealed: [{ seedNo: 1 }] } });
  expect(await rotate(id)).toMatchObject({ status: 409, body: { code: 'session_closed' } });
});

describe('the client seed', () => {
  test('counts from the next shoe on, and the same seeds would give the same cards', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo' });
    const path = `/v1/sessions/${id}/fairness/client-seed`;
    const set = await casino.call<Fairness>('PUT', path, { clientSeed: 'rien ne va plus' });
    expect(set).toMatchObject({ status: 200, body: { clientSeed: 'rien ne va plus' } });
    const round = await played(id);
    expect((await proofOf(round.id)).body).toMatchObject({ clientSeed: 'rien ne va plus', nonce: 0 });
  });

  test('SW-01 a shoe that is kept goes on with the word it was made with; a rotation ends it', async () => {
    const { id } = await casino.openSession({ gameId: 'blackjack-switch', mode: 'demo' });
    /** What a player notes before a bet is what the proof of that round says. */
    const proofAsNoted = async (): Promise<Proof> => {
      const { nextRound, commitment } = await fairnessOf(id);
      const { body } = await proofOf((await played(id)).id);
      const { clientSeed, nonce, shoe } = body;
      expect({ nextRound: { clientSeed, nonce, start: shoe.start }, commitment: body.commitment }).toEqual({
        nextRound,
        commitment,
      });
      return body;
    };
    const first = await proofAsNoted();
    await casino.call('PUT', `/v1/sessions/${id}/fairness/client-seed`, { clientSeed: 'cut here' });
    const second = await proofAsNoted();
    expect(second).toMatchObject({ clientSeed: first.clientSeed, nonce: 0 });
    expect(second.shoe.start).toBeGreaterThan(0);
    await rotate(id);
    const third = await proofAsNoted();
    expect(third).toMatchObject({ clientSeed: 'cut here', nonce: 0, shoe: { start: 0 } });
    await rotate(id);
    for (const { roundId } of [first, second, third])
      expect(notProvedIn((await proofOf(roundId)).body)).toEqual([]);
  });

  test.each(['', 'x'.repeat(65), 'line\nfeed', 'ключ', 7, null])('%p is refused', async (clientSeed) => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const reply = await casino.call<Problem>('PUT', `/v1/sessions/${id}/fairness/client-seed`, {
      clientSeed,
    });
    expect(reply).toMatchObject({ status: 400, body: { errors: [{ path: 'clientSeed' }] } });
  });
});

describe('the proof of a round', () => {
  test.each([
    'american-blackjack',
    'infinite-blackjack',
    'classic-blackjack',
    'blackjack-switch',
    'blackjack-switch-push22',
  ])('%s: verifies offline once the seed is revealed, and says before that it cannot', async (gameId) => {
    const { id } = await casino.openSession({ gameId, mode: 'demo' });
    const { commitment, clientSeed, nonce } = await fairnessOf(id);
    const rounds = [
      await played(id),
      await played(
        id,
        [1, 2].map((box) => ({ box, stake: 500 })),
      ),
    ];
    expect(notProvedIn((await proofOf(rounds[0].id)).body)).toEqual([
      'open the cards: the server seed is not revealed yet',
    ]);
    await rotate(id);
    for (const round of rounds) {
      const { body: proof } = await proofOf(round.id);
      expect(proofFormOf(proof)).toEqual(proof);
      expect(notProvedIn(proof)).toEqual([]);
      expect(proof).toMatchObject({ staked: round.staked, returned: round.returned });
      expect(proof).toMatchObject({ sessionId: id, mode: 'demo', seedNo: 1, table: null });
    }
    // What stood there before the first bet is what its proof can be held to.
    const { body: first } = await proofOf(rounds[0].id);
    expect(wrongs(verifyProof(first, { commitment, clientSeed, nonce, start: 0 }))).toEqual([]);
  });

  test('verifies for chosen cards and for a cancelled round, too', async () => {
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const { body: round } = await casino.deal(id, {
      boxes: [{ box: 1, stake: 1000 }],
      cards: ['8h', '6s', '8c'],
    });
    await casino.act(round.id, { type: 'split', hand: '1.1' });
    await casino.cancel(round.id, { reason: 'fault' });
    await rotate(id);
    const { body: proof } = await proofOf(round.id);
    expect(proof).toMatchObject({ status: 'cancelled', staked: 2000, returned: 2000 });
    expect(notProvedIn(proof)).toEqual([
      expect.stringMatching(/^chosen the cards: 3 of them were CHOSEN/),
      expect.stringMatching(/^open the end: CANCELLED (before it was over|after the rules had paid \d+)/),
    ]);
  });

  test('is not given of a round that is open', async () => {
    const { id } = await casino.openSession({ gameId: 'blackjack-switch' });
    const { body: round } = await casino.deal(id, {
      boxes: [{ box: 1, stake: 100 }],
      cards: ['9c', '8c', '6d', '7s', 'Th'],
    });
    expect(await proofOf(round.id)).toMatchObject({ status: 409, body: { code: 'round_open' } });
  });
});

test('a source of randomness that fails deals nothing: 503, and after it has healed all is well again', async () => {
  let broken = false;
  let count = 0;
  const source = new RandomSource((bytes) => {
    count += 1;
    return broken ? Buffer.alloc(bytes, 1) : createHash('sha256').update(`${count}`).digest();
  });
  const house = await Casino.open({}, { randomSource: source });
  const { id } = await house.openSession({ gameId: 'american-blackjack' });
  broken = true;
  const deal = () => house.deal<Problem>(id, { boxes: [{ box: 1, stake: 100 }] });
  const refused = await deal();
  expect(refused).toMatchObject({ status: 503, body: { code: 'unavailable' } });
  expect(refused.headers.get('retry-after')).not.toBeNull();
  const session = { playerId: 'x', gameId: 'american-blackjack', currency: 'EUR', mode: 'demo' };
  expect(await house.post('/v1/sessions', session)).toMatchObject({ status: 503 });
  expect((await house.get<{ balance: number }>(`/v1/sessions/${id}`)).body.balance).toBe(1_000_000);
  broken = false;
  expect((await deal()).status).toBe(201);
  await house.close();
});
