import type { Fairness } from '../../src/application/fairness/fairness-body';
import type { Proof } from '../../src/application/fairness/make-proof';
import type { TableShoeBody } from '../../src/application/fairness/table-shoes';
import type { TableBody } from '../../src/application/tables/table-body';
import { verifyProof } from '../../src/verifier/verify-proof';
import { noted, opens, wrongs } from '../fairness/findings';
import { rehashed } from '../fairness/forger';
import { Casino, type OpenSession, type Problem } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { dealtRound, type PlayedRound, settledRound, STAKES } from './played-round';

let casino: Casino;
let played: PlayedRound;

beforeAll(async () => {
  casino = await Casino.open();
  played = await settledRound(casino);
});

afterAll(() => casino.close());

async function proofFor(key: string, roundId = played.roundId, query = ''): Promise<Proof> {
  const { status, body, text } = await casino.get<Proof>(`/v1/rounds/${roundId}/proof${query}`, { key });
  if (status !== 200) throw new Error(text);
  return body;
}

/** What is not proved, or contradicts, to somebody who noted of the round what it says. */
const notProvedIn = (proof: Proof): string[] => {
  const checks = verifyProof(proof, noted(proof));
  return [...wrongs(checks), ...opens(checks)];
};

const UNREVEALED = [
  'open the cards: the server seed is not revealed yet',
  expect.stringMatching(/^chosen the cards: 13 of them were CHOSEN/),
];

/** What a proof of everybody leaves open where one of them only bet behind others. */
const BEHIND = /^open the play money: 1 only bet behind others/;

test('the proof of a bettor holds his own money, and nothing of the others', async () => {
  const { ann, bob, cid, dora } = played;
  for (const session of [ann, bob, cid, dora]) {
    const proof = await proofFor(session.token);
    const { staked, returned } = (await casino.round(played.roundId, { key: session.token })).body;
    expect(proof).toMatchObject({ staked, returned, status: 'settled', serverSeed: null });
    expect(proof).not.toHaveProperty('bettors');
    expect(notProvedIn(proof)).toEqual(UNREVEALED);
    const table = { id: played.table.id, mode: 'test' };
    expect(proof).toMatchObject({ mode: 'test', table, sessionId: session === dora ? null : session.id });
    const text = JSON.stringify(proof.steps);
    for (const [player, stakes] of Object.entries({
      ann: [STAKES.ann],
      bob: [STAKES.bob, STAKES.bobBehind],
      cid: [STAKES.cidBehindAnn, STAKES.cidBehindBob],
    })) {
      const isOwn = session === { ann, bob, cid }[player as 'ann' | 'bob' | 'cid'];
      for (const stake of stakes) expect(text.includes(`"stake":${stake}`)).toBe(isOwn);
    }
    for (const other of [ann, bob, cid]) {
      expect(JSON.stringify(proof)).not.toContain(other.playerId);
      if (other !== session) expect(JSON.stringify(proof)).not.toContain(other.id);
    }
  }
});

test('an operator key gets the proof of all its players, or of one', async () => {
  const { ann, bob, cid } = played;
  const all = await proofFor(casino.key);
  expect(notProvedIn(all)).toEqual([expect.stringMatching(BEHIND), ...UNREVEALED]);
  expect(all.bettors).toHaveLength(3);
  for (const { playerId, token } of [ann, bob, cid]) {
    const one = await proofFor(casino.key, played.roundId, `?playerId=${playerId}`);
    expect(one).toEqual(await proofFor(token));
    const part = all.bettors?.find((bettor) => bettor.playerId === playerId);
    expect(part).toMatchObject({ bets: one.bets, staked: one.staked, returned: one.returned });
  }
  const path = `/v1/rounds/${played.roundId}/proof?playerId=nobody`;
  expect((await casino.get(path)).status).toBe(404);
});

test.each<[string, (proof: Proof) => Proof, string]>([
  [
    'a bettor’s winnings',
    (proof) => changedPart(proof, { returned: 1 }),
    'the money: bettors[0].returned is 1',
  ],
  ['a sum', (proof) => ({ ...proof, staked: proof.staked + 1 }), 'the money: staked is'],
  [
    'a bettor left out',
    (proof) => ({ ...proof, bettors: proof.bettors?.slice(1) ?? [] }),
    'the bets: steps[0].bets.bettors is not their number',
  ],
])('a changed proof of all players fails: %s', async (_, change, where) => {
  const proof = change(await proofFor(casino.key));
  expect(wrongs(verifyProof(proof)).join('\n')).toContain('the hash: hash should be');
  expect(wrongs(verifyProof(rehashed(proof))).join('\n')).toContain(where);
});

function changedPart(proof: Proof, change: object): Proof {
  const [first, ...others] = proof.bettors ?? [];
  return { ...proof, bettors: [{ ...first, ...change }, ...others] };
}

test('an open round has no proof yet', async () => {
  const { roundId, ann } = await dealtRound(casino);
  for (const key of [ann.token, casino.key]) {
    const { status, body } = await casino.get<Problem>(`/v1/rounds/${roundId}/proof`, { key });
    expect([status, body.code]).toEqual([409, 'round_open']);
  }
  await casino.cancel(roundId, { reason: 'over' });
  const proof = await proofFor(ann.token, roundId);
  expect(proof).toMatchObject({ status: 'cancelled', staked: STAKES.ann, returned: STAKES.ann });
  expect(notProvedIn(proof)).toEqual([
    ...UNREVEALED,
    expect.stringMatching(/^open the end: CANCELLED before it was over/),
  ]);
});

/** Plays rounds with random cards, two seats and one behind. */
async function randomRound(table: HttpTable, seated: OpenSession, behind: OpenSession): Promise<string> {
  await table.bet({ sessionId: seated.id, seat: 2, amount: 1000 });
  await table.bet({ sessionId: seated.id, seat: 5, amount: 1000 });
  await table.bet({ sessionId: behind.id, seat: 5, kind: 'behind', amount: 700 });
  let state: TableBody = await table.advance();
  const { roundId } = state;
  while (state.status !== 'result') state = await table.advance();
  await table.advance();
  return roundId;
}

describe('a shoe of random cards', () => {
  let table: HttpTable;
  let seated: OpenSession;
  let behind: OpenSession;
  let rounds: string[];

  const shoes = async (key = casino.key, query = ''): Promise<readonly TableShoeBody[]> => {
    const path = `/v1/tables/${table.id}/shoes${query}`;
    const { status, body, text } = await casino.get<{ items: TableShoeBody[] }>(path, { key });
    if (status !== 200) throw new Error(text);
    return body.items;
  };

  const fairness = (sessionId: string): Promise<{ status: number; body: Fairness }> =>
    casino.get<Fairness>(`/v1/sessions/${sessionId}/fairness`);

  beforeAll(async () => {
    table = await HttpTable.open(casino);
    [seated, behind] = [await table.session({ balance: 100_000_000 }), await table.session()];
    rounds = [await randomRound(table, seated, behind), await randomRound(table, seated, behind)];
  });

  test('DX-03 shows its commitment and salt before, and its exposed and burned cards', async () => {
    const [shoe, ...others] = await shoes(behind.token);
    expect(others).toEqual([]);
    const { shoe: shown } = await table.state();
    expect(shoe).toMatchObject({ number: 1, cut: 312, endedAt: null, serverSeed: null, dealt: shown.dealt });
    expect([shoe.commitment, shoe.salt]).toEqual([shown.commitment, shown.salt]);
    const { body } = await fairness(seated.id);
    expect(body).toMatchObject({ seedNo: 1, commitment: shoe.commitment, clientSeed: shoe.salt, nonce: 0 });
    expect(body.revealed).toEqual([]);
    const proofs = await Promise.all(rounds.map((roundId) => proofFor(behind.token, roundId)));
    for (const proof of proofs) {
      const { exposed, burned } = shoe;
      expect(proof.shoe).toMatchObject({ number: 1, exposed, burned, script: null });
      expect(notProvedIn(proof)).toEqual(UNREVEALED.slice(0, 1));
    }
    expect(proofs[0].shoe.start).toBe(1 + shoe.burned);
  });

  test('nobody chooses its salt or its end, and nobody else sees it', async () => {
    const word = { clientSeed: 'my lucky word' };
    const path = `/v1/sessions/${seated.id}/fairness`;
    const chosen = await casino.call<Problem>('PUT', `${path}/client-seed`, word, { key: seated.token });
    expect([chosen.status, chosen.body.code]).toEqual([409, 'shared_shoe']);
    const rotated = await casino.post<Problem>(`${path}/rotate`, undefined, { key: seated.token });
    expect([rotated.status, rotated.body.code]).toEqual([409, 'shared_shoe']);
    const other = await Casino.at(casino.app);
    expect((await casino.get(`/v1/tables/${table.id}/shoes`, { key: other.key })).status).toBe(404);
    expect((await casino.get(`/v1/tables/${table.id}/shoes`, { key: played.ann.token })).status).toBe(404);
  });

  test('a committed seed is revealed when the shoe ends, and every round then verifies offline', async () => {
    const { shoe: before } = await table.state();
    const { commitment, salt: clientSeed } = before;
    while ((await shoes()).length < 2) rounds.push(await randomRound(table, seated, behind));
    const [next, ended] = await shoes();
    expect(next).toMatchObject({
      number: 2,
      endedAt: null,
      serverSeed: null,
      commitment: before.nextCommitment,
    });
    expect(ended).toMatchObject({ number: 1, commitment: before.commitment, salt: before.salt });
    expect(ended.serverSeed).toMatch(/^[0-9a-f]{64}$/);
    expect(await shoes(casino.key, '?limit=1')).toEqual([next]);
    const { body } = await fairness(behind.id);
    expect(body).toMatchObject({ seedNo: 2, clientSeed: next.salt, commitment: next.commitment });
    expect(body.revealed.map(({ serverSeed }) => serverSeed)).toEqual([ended.serverSeed]);
    for (const roundId of rounds) {
      for (const key of [casino.key, behind.token, seated.token]) {
        const proof = await proofFor(key, roundId);
        const { start } = proof.shoe;
        const checks = verifyProof(proof, { commitment, clientSeed, start });
        expect(wrongs(checks)).toEqual([]);
        expect(opens(checks)).toEqual(key === casino.key ? [expect.stringMatching(BEHIND)] : []);
        expect(checks.map(({ what }) => what)).toEqual(
          expect.arrayContaining(['the cards', 'the first card of the shoe', 'the shoe']),
        );
      }
    }
  });

  test.each<[string, (shoe: Proof['shoe']) => Proof['shoe'], string]>([
    [
      'another exposed card',
      // An ace burns one card only: the round has to begin behind what the other card would burn.
      (shoe) => ({ ...shoe, exposed: other(shoe.exposed), burned: 2, start: Math.max(shoe.start, 3) }),
      'the first card of the shoe: shoe.exposed is',
    ],
    [
      'one burned card less',
      (shoe) => ({ ...shoe, burned: (shoe.burned ?? 0) - 1 }),
      'the shoe: shoe.burned is',
    ],
    ['a start among the burned cards', (shoe) => ({ ...shoe, start: 0 }), 'the shoe: shoe.start is 0, among'],
    [
      'a round of no shoe',
      ({ decks, start, script }) => ({ decks, start, script }),
      'the shoe: shoe.number is missing',
    ],
  ])('%s is found', async (_, change, where) => {
    const proof = await proofFor(behind.token, rounds[0]);
    const forged = rehashed({ ...proof, shoe: change(proof.shoe) });
    expect(wrongs(verifyProof(forged)).join('\n')).toContain(where);
  });
});

function other(card: string | null | undefined): string {
  return card === '2s' ? '2h' : '2s';
}
