import type { Proof } from '../../src/application/fairness/make-proof';
import type { PublicJwk } from '../../src/application/records/signing';
import { verifyRecord } from '../../src/verifier/check-record';
import { recordOf } from '../../src/verifier/signed-record';
import { wrongs } from '../fairness/findings';
import { rehashed } from '../fairness/forger';
import { Casino } from '../support/casino';
import { MIXED_RECORDS, mixedRecords, type Recorded } from './mixed-records';

let casino: Casino;
let keys: readonly PublicJwk[];
let records: Readonly<Record<string, Recorded>>;

beforeAll(async () => {
  casino = await Casino.open();
  keys = (await casino.get<{ keys: PublicJwk[] }>('/.well-known/jwks.json')).body.keys;
  records = await mixedRecords(casino);
});

afterAll(() => casino.close());

test.each(MIXED_RECORDS)('DX-08: the record of a round with real and play money verifies: %s', (name) => {
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

test.each(MIXED_RECORDS)('DX-08: its transfers come to its sums, each mode by itself: %s', (name) => {
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
function olderForm({ playMoney, ...proof }: Proof): Proof {
  const { staked = 0, returned = 0 } = playMoney ?? {};
  return rehashed({
    ...proof,
    format: 'holecard-proof/2',
    staked: proof.staked + staked,
    returned: proof.returned + returned,
    bets: (proof.bettors ?? []).flatMap((bettor) => bettor.bets),
  } as unknown as Proof);
}
