import type { Proof } from '../../src/application/fairness/make-proof';
import type { RoundRecord } from '../../src/application/records/record-parts';
import type { PublicJwk, Signed } from '../../src/application/records/signing';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { verifyRecord } from '../../src/verifier/check-record';
import { recordOf } from '../../src/verifier/signed-record';
import { wrongs } from '../fairness/findings';
import { rehashed } from '../fairness/forger';
import { Casino } from '../support/casino';
import { realMixedRound, testMixedRound } from './mixed-round';
import { expectDone } from './played-round';

type Recorded = Signed<RoundRecord>;
type Path = readonly (string | number)[];

let casino: Casino;
let keys: readonly PublicJwk[];
const records: Record<string, Recorded> = {};

beforeAll(async () => {
  casino = await Casino.open();
  keys = (await casino.get<{ keys: PublicJwk[] }>('/.well-known/jwks.json')).body.keys;
  records['real money'] = await recordFor((await realMixedRound(casino)).roundId);
  const { table, roundId } = await testMixedRound(casino);
  const { body: dealt } = await casino.round(roundId);
  const [dem, ann] = ['dem', 'ann'].map((player) => sessionOf(dealt, player));
  await expectDone(table.act({ sessionId: dem, type: 'insurance', accept: true }));
  await table.advance();
  await expectDone(table.act({ sessionId: dem, type: 'follow-split', hand: '1.1', accept: true }));
  await expectDone(table.act({ sessionId: ann, type: 'split', hand: '1.1' }));
  while ((await table.advance()).status !== 'result');
  records['test money, insured and split'] = await recordFor(roundId);
  await table.pause();
  await casino.cancel(roundId, { reason: 'fault' });
  records['cancelled afterwards'] = await recordFor(roundId);
  const open = await testMixedRound(casino);
  await open.table.pause();
  await casino.cancel(open.roundId, { reason: 'fault' });
  records['cancelled while it was paused'] = await recordFor(open.roundId);
});

afterAll(() => casino.close());

async function recordFor(roundId: string): Promise<Recorded> {
  const { status, body, text } = await casino.get<Recorded>(`/v1/rounds/${roundId}/record`);
  if (status !== 200) throw new Error(text);
  return body;
}

function sessionOf({ bettors = [] }: RoundBody, playerId: string): string {
  return bettors.find((bettor) => bettor.playerId === playerId)?.sessionId ?? '';
}

const NAMES = [
  'real money',
  'test money, insured and split',
  'cancelled afterwards',
  'cancelled while it was paused',
];

test.each(NAMES)('DX-08: the record of a round with real and play money verifies: %s', (name) => {
  const record = records[name];
  expect(record).toMatchObject({
    format: 'holecard-round-record-v3',
    round: { playMoney: { mode: 'demo' } },
    proof: { format: 'holecard-proof/3', playMoney: { mode: 'demo' } },
  });
  const checks = verifyRecord(recordOf(record), keys);
  expect(wrongs(checks)).toEqual([]);
  expect(checks.find(({ what }) => what === 'the record')?.verdict).toBe('ok');
});

test.each(NAMES)('DX-08: its transfers come to its sums, each mode by itself: %s', (name) => {
  const { round, money } = records[name];
  const { playMoney } = round;
  const netOf = (mode: string): number =>
    money.transfers
      .filter((transfer) => transfer.mode === mode)
      .reduce((sum, { amount, creditAccount }) => sum + (creditAccount === 'player' ? amount : -amount), 0);
  expect([netOf(round.mode), netOf('demo')]).toEqual([round.net, playMoney?.net]);
  const changes = money.wallets?.map((wallet) => [wallet.mode, wallet.balanceAfter - wallet.balanceBefore]);
  const parts = round.bettors?.map(({ mode, net }) => [mode, net]);
  expect(changes).toEqual(parts);
});

const MONEY = /^(staked|returned|net|stake|amount|refunded|reversed|balanceBefore|balanceAfter)$/;

/** Every amount in a record that is a sum or part of one; what the wallet held after each event is the ledger's. */
function amountsIn(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => amountsIn(item, [...path, index]));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => {
      const isOther = path.length === 0 && ['ruleSet', 'limits', 'events'].includes(name);
      return isOther || name === 'limits' ? [] : amountsIn(member, [...path, name]);
    });
  }
  return typeof value === 'number' && MONEY.test(String(path.at(-1))) ? [path] : [];
}

/** The record with that amount made one more, and the hash of its proof renewed; its signature is left aside. */
function withOneMore(record: Recorded, path: Path): Recorded {
  type Node = Record<string | number, unknown>;
  const copy = JSON.parse(JSON.stringify(record)) as Node;
  const parent = path.slice(0, -1).reduce<Node>((at, key) => at[key] as Node, copy);
  const last = path[path.length - 1];
  parent[last] = Number(parent[last]) + 1;
  const forged = copy as unknown as Recorded;
  return { ...forged, proof: rehashed(forged.proof as Proof) };
}

test.each(NAMES)('DX-08: every amount that is changed is found without the signature: %s', (name) => {
  const record = records[name];
  const paths = amountsIn(record);
  expect(paths.length).toBeGreaterThan(40);
  const unnoticed = paths.filter((path) => {
    const forged = recordOf(withOneMore(record, path));
    return wrongs(verifyRecord(forged, null)).length === 0;
  });
  expect(unnoticed.map((path) => path.join('.'))).toEqual([]);
});

test.each<[string, (record: Recorded) => unknown, string]>([
  [
    'play money added to the sum',
    ({ round, ...record }) => ({ ...record, round: { ...round, staked: round.staked + 800 } }),
    'round.staked is',
  ],
  [
    'play money left out',
    ({ round, ...record }) => ({ ...record, round: { ...round, playMoney: null } }),
    'round.playMoney is null',
  ],
  [
    'a bettor left out',
    ({ round, ...record }) => ({ ...record, round: { ...round, bettors: round.bettors?.slice(1) } }),
    'round.bettors is',
  ],
  [
    'a transfer said to be of real money',
    ({ money, ...record }) => ({
      ...record,
      money: { ...money, transfers: money.transfers.map((one) => ({ ...one, mode: 'real' })) },
    }),
    'mode is real; he plays in demo',
  ],
  [
    'a wallet said to hold real money',
    ({ money, ...record }) => ({
      ...record,
      money: { ...money, wallets: money.wallets?.map((one) => ({ ...one, mode: 'real' })) },
    }),
    '.mode is "real"; it comes to "demo"',
  ],
  [
    'a transfer of a stranger',
    ({ money, ...record }) => ({
      ...record,
      money: {
        ...money,
        transfers: [...money.transfers, { ...money.transfers[0], playerId: 'mallory' }],
      },
    }),
    'money.transfers: one is of nobody who bet in the round',
  ],
  [
    'two transfers in another order',
    ({ money, ...record }) => ({
      ...record,
      money: { ...money, transfers: [...money.transfers].reverse() },
    }),
    'money.transfers of ',
  ],
  [
    'the proof of an older form',
    ({ proof, ...record }) => ({ ...record, proof: olderForm(proof as Proof) }),
    'proof.format is "holecard-proof/2"; it comes to "holecard-proof/3"',
  ],
])('what does not fit is named: %s', (_, change, where) => {
  const forged = recordOf(JSON.parse(JSON.stringify(change(records['real money']))));
  expect(wrongs(verifyRecord(forged, null)).join('\n')).toContain(where);
});

/** What a server before the third form would have made of it. */
function olderForm({ playMoney, ...proof }: Proof): unknown {
  const { bets = [], staked = 0, returned = 0 } = playMoney ?? {};
  const sums = { staked: proof.staked + staked, returned: proof.returned + returned };
  return rehashed({
    ...proof,
    format: 'holecard-proof/2',
    ...sums,
    bets: [...proof.bets, ...bets],
  } as unknown as Proof);
}

test('a record of the form before verifies as it did, everybody’s money in one sum', () => {
  const { round, proof, ...record } = records['real money'];
  const { playMoney, ...rest } = round;
  const sums = {
    staked: round.staked + (playMoney?.staked ?? 0),
    returned: round.returned + (playMoney?.returned ?? 0),
  };
  const older = {
    ...record,
    format: 'holecard-round-record-v2',
    round: { ...rest, ...sums, net: sums.returned - sums.staked },
    proof: olderForm(proof as Proof),
  };
  const agreement = (value: object): unknown =>
    verifyRecord(recordOf(JSON.parse(JSON.stringify(value))), null).find(({ what }) => what === 'the record');
  expect(agreement(older)).toMatchObject({ verdict: 'ok' });
  expect(agreement({ ...older, round: { ...older.round, staked: round.staked } })).toMatchObject({
    verdict: 'wrong',
    detail: expect.stringContaining('round.staked is') as string,
  });
});
