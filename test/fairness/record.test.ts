import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import type { Fairness } from '../../src/application/fairness/fairness-body';
import { type PublicJwk, signed } from '../../src/application/records/signing';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { verifyRecord } from '../../src/verifier/check-record';
import { isRecord, recordOf, type SignedRecord } from '../../src/verifier/signed-record';
import { settledRound } from '../shared-rounds/played-round';
import { Casino } from '../support/casino';
import { opens, wrongs } from './findings';

type Json = Record<string, unknown>;
/** A record as it comes, every part of it open to a forger. */
type AnyRecord = SignedRecord & { readonly round: Json; readonly proof: Json; readonly money: Json };

let casino: Casino;
let keys: readonly PublicJwk[];
let before: Fairness;
let settled: RoundBody;
let openRound: RoundBody;

beforeAll(async () => {
  casino = await Casino.open();
  keys = (await casino.get<{ keys: PublicJwk[] }>('/.well-known/jwks.json')).body.keys;
  const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo' });
  before = (await casino.get<Fairness>(`/v1/sessions/${id}/fairness`)).body;
  settled = (await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }] })).body;
  if (settled.status !== 'settled') settled = (await casino.act(settled.id, { type: 'stand-all' })).body;
  const test = await casino.openSession({ gameId: 'blackjack-switch' });
  const cards = ['9c', '8c', '6d', '7s', 'Th'];
  openRound = (await casino.deal(test.id, { boxes: [{ box: 1, stake: 100 }], cards })).body;
});

afterAll(() => casino.close());

async function recordFor(roundId: string): Promise<AnyRecord> {
  const { status, body, text } = await casino.get(`/v1/rounds/${roundId}/record`);
  if (status !== 200) throw new Error(text);
  expect(isRecord(body)).toBe(true);
  return recordOf(body) as AnyRecord;
}

const notes = () => ({ commitment: before.commitment, clientSeed: before.clientSeed, nonce: before.nonce });

test('the record of a round alone proves all of it, once the seed is revealed', async () => {
  const unrevealed = verifyRecord(await recordFor(settled.id), keys, notes());
  expect(wrongs(unrevealed)).toEqual([]);
  expect(opens(unrevealed)).toEqual(['open the cards: the server seed is not revealed yet']);
  await casino.post(`/v1/sessions/${settled.sessionId}/fairness/rotate`, {});
  const record = await recordFor(settled.id);
  const checks = verifyRecord(record, keys, notes());
  expect(checks.filter(({ verdict }) => verdict !== 'ok')).toEqual([]);
  expect(checks.slice(0, 2).map(({ what }) => what)).toEqual(['the signature', 'the record']);
  expect(opens(verifyRecord(record, null, notes()))).toEqual([
    expect.stringMatching(/^open the signature: by the key .*GET \/.well-known\/jwks.json \(--keys\)$/),
  ]);
});

test('the record of an open round has a signature, and no proof yet', async () => {
  const record = await recordFor(openRound.id);
  expect(record.proof).toBeNull();
  const checks = verifyRecord(record, keys);
  expect(checks.map(({ what, verdict }) => [what, verdict])).toEqual([
    ['the signature', 'ok'],
    ['the proof', 'open'],
  ]);
});

test('the record of a cancelled round says by whom and why, which its proof cannot', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const cards = ['8h', '6s', '8c'];
  const { body: round } = await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards });
  await casino.cancel(round.id, { reason: 'fault' });
  await casino.post(`/v1/sessions/${id}/fairness/rotate`, {});
  const record = await recordFor(round.id);
  const checks = verifyRecord(record, keys);
  expect(wrongs(checks)).toEqual([]);
  expect(checks.find(({ what }) => what === 'the end')).toMatchObject({
    verdict: 'ok',
    detail: expect.stringMatching(/^CANCELLED at .* by .*, reason fault: the stakes came back$/),
  });
  expect(opens(checks).join('\n')).toContain('chosen the cards: 3 of them were CHOSEN');
  const unexplained = verifyRecord({ ...record, cancellation: null }, null);
  expect(wrongs(unexplained).join()).toContain('the record: cancellation: the proof is cancelled');
});

test('the record of a table’s round holds together with the proof of all bettors', async () => {
  const { roundId } = await settledRound(casino);
  const record = await recordFor(roundId);
  expect(record.proof).toMatchObject({ format: 'holecard-proof/3', sessionId: null });
  const checks = verifyRecord(record, keys);
  expect(wrongs(checks)).toEqual([]);
  expect(checks[1]).toMatchObject({ what: 'the record', verdict: 'ok' });
});

describe('what was changed in a record', () => {
  let record: AnyRecord;

  beforeAll(async () => {
    record = await recordFor(settled.id);
  });

  test('is found by the signature', () => {
    for (const forged of [
      { ...record, generatedAt: '2020-01-01T00:00:00.000Z' },
      { ...record, signature: 'AAAA' },
    ]) {
      expect(wrongs(verifyRecord(forged, keys))).toEqual([
        'wrong the signature: signature: it is not one of this record: something in it was changed',
      ]);
    }
  });

  test('is found when it was signed by another, or with a key that took the other’s name', () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const { x = '' } = publicKey.export({ format: 'jwk' });
    const stranger = resigned(record, record.keyId, privateKey);
    expect(wrongs(verifyRecord(stranger, keys))).toHaveLength(1);
    const renamed = keys.map((key) => ({ ...key, x }));
    expect(wrongs(verifyRecord(stranger, renamed)).join()).toContain(
      'keyId: the key of that id is another one',
    );
    expect(wrongs(verifyRecord(stranger, [])).join()).toContain('none of the keys has the id');
  });

  test.each<[string, (truth: AnyRecord) => unknown, string]>([
    ['another round', (truth) => ({ ...truth, round: { ...truth.round, id: openRound.id } }), 'round.id is'],
    [
      'another game',
      (truth) => ({ ...truth, round: { ...truth.round, gameId: 'house' } }),
      'round.gameId is',
    ],
    [
      'another session',
      (truth) => ({ ...truth, round: { ...truth.round, sessionId: null } }),
      'round.sessionId is',
    ],
    [
      'real money',
      (truth) => ({ ...truth, round: { ...truth.round, mode: 'real' } }),
      'round.mode is "real"',
    ],
    [
      'a table',
      (truth) => ({ ...truth, round: { ...truth.round, tableId: openRound.id } }),
      'round.tableId is',
    ],
    ['a stake', (truth) => ({ ...truth, round: { ...truth.round, staked: 1 } }), 'round.staked is 1'],
    ['winnings', (truth) => ({ ...truth, round: { ...truth.round, returned: 1 } }), 'round.returned is 1'],
    [
      'a status',
      (truth) => ({ ...truth, round: { ...truth.round, status: 'cancelled' } }),
      'round.status is',
    ],
    [
      'a rule',
      (truth) => ({ ...truth, ruleSet: { ...(truth.ruleSet as Json), decks: 8 } }),
      'ruleSet.decks is 8',
    ],
    ['limits', (truth) => ({ ...truth, limits: null }), 'limits is null'],
    ['a nonce', (truth) => ({ ...truth, shoe: { ...truth.shoe, nonce: 5 } }), 'shoe.nonce is 5'],
    [
      'a commitment',
      (truth) => ({ ...truth, shoe: { ...truth.shoe, commitment: null } }),
      'shoe.commitment is null',
    ],
    [
      'chosen cards',
      (truth) => ({ ...truth, shoe: { ...truth.shoe, chosenCards: ['As'] } }),
      'shoe.chosenCards is',
    ],
    ['a cancellation', (truth) => ({ ...truth, cancellation: {} }), 'cancellation: the proof is settled'],
    [
      'no transfers',
      (truth) => ({
        ...truth,
        money: { ...truth.money, transfers: [{ amount: 7, creditAccount: 'player' }] },
      }),
      'money.transfers come to 7',
    ],
    [
      'the proof',
      (truth) => ({ ...truth, proof: { ...truth.proof, staked: 1 } }),
      'the hash: hash should be',
    ],
  ])('and does not fit its proof is named: %s', (_, change, where) => {
    expect(wrongs(verifyRecord(recordOf(change(record)), null, notes())).join('\n')).toContain(where);
  });

  test.each<[string, object, string]>([
    ['no round', { round: 'x' }, 'round is not an object'],
    ['no signature', { signature: undefined }, 'it is not signed'],
    ['no transfers', { money: {} }, 'money.transfers is not a list'],
    ['no word of a cancellation', { cancellation: undefined }, 'cancellation is missing'],
  ])('what is no record is refused: %s', (_, change, why) => {
    expect(() => recordOf({ ...record, ...change })).toThrow(why);
  });
});

/** With a signature of somebody else's over all the rest. */
function resigned(record: AnyRecord, keyId: string, privateKey: KeyObject): AnyRecord {
  const body = Object.fromEntries(Object.entries(record).filter(([name]) => name !== 'signature'));
  return recordOf(signed({ keyId, privateKey }, body)) as AnyRecord;
}
