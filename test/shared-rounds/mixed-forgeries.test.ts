import { wrongs } from '../fairness/findings';
import { exchange, forged, judged, type Node, type Path, places } from '../fairness/signed-forgeries';
import { Casino } from '../support/casino';
import { MIXED_RECORDS, mixedRecords } from './mixed-records';
import { settledRound } from './played-round';

let casino: Casino;
const records: Record<string, Node> = {};

beforeAll(async () => {
  casino = await Casino.open();
  Object.assign(records, await mixedRecords(casino));
  const { roundId } = await settledRound(casino);
  records['one mode'] = (await casino.get<Node>(`/v1/rounds/${roundId}/record`)).body;
  Object.assign(records, await privateRecords());
});

afterAll(() => casino.close());

/** A player's insured round, cancelled before its end, and one that was cancelled after it. */
async function privateRecords(): Promise<Record<string, Node>> {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const ofRound = async (roundId: string): Promise<Node> =>
    (await casino.get<Node>(`/v1/rounds/${roundId}/record`)).body;
  const boxes = [{ box: 1, stake: 1000, sideBets: { sevens: 100 } }];
  const cards = ['8h', '8c', 'Ad', '9d', '3s', 'Kd', '2c', '9h'];
  const { body: open } = await casino.deal(id, { boxes, cards: ['8h', '6s', '8c'] });
  await casino.cancel(open.id, { reason: 'fault', note: 'The lights went out.' });
  const { body: dealt } = await casino.deal(id, { boxes, cards });
  await casino.act(dealt.id, { type: 'stand-all' });
  const settled = await ofRound(dealt.id);
  await casino.cancel(dealt.id, { reason: 'late' });
  return {
    private: settled,
    'private, cancelled': await ofRound(open.id),
    'private, late': await ofRound(dealt.id),
  };
}

/** The round of test money that was cancelled afterwards has its end in it as well. */
const NAMES = [
  ...MIXED_RECORDS.filter((name) => !name.startsWith('test money')),
  ...['one mode', 'private', 'private, cancelled', 'private, late'],
];

/** What stands by the signature alone: times, people, requests, notes, seals, software, and who chose at a table. */
const BY_SIGNATURE = [
  /^(generatedAt|generatedBy|software|sealing|decisionSeconds|tableChanges|operator\.name)(\.|$)/,
  /(^|\.)(at|actor|requestId|playerAlias|by|chosen)$/,
  /^round\.(dealtAt|endedAt)$/,
  /^cancellation\.by\.(keyId|keyLabel)$/,
  /^cancellation\.roundBefore\.(dealtAt|endedAt|deadline|advice|balance|allowed)(\.|$)/,
  // Other rounds of the player may have moved his wallet between two steps.
  /^money\.transfers\.\d+\.entryNo$/,
  /^(keyId|signature|proof\.hash)$/,
];

const isExcused = (path: Path): boolean => BY_SIGNATURE.some((pattern) => pattern.test(path.join('.')));

function isFound(lie: Node): boolean {
  try {
    return wrongs(judged(lie)).length > 0;
  } catch (error) {
    return error instanceof SyntaxError;
  }
}

/** Some of each kind, from all over the record: a long one has a hundred events that are compared in the same way. */
function sampled(paths: readonly Path[]): Path[] {
  const kinds = new Map<string, Path[]>();
  for (const path of paths) {
    const kind = path.map((key) => (typeof key === 'number' ? '#' : key)).join('.');
    kinds.set(kind, [...(kinds.get(kind) ?? []), path]);
  }
  return [...kinds.values()].flatMap((same) => {
    const every = Math.ceil(same.length / 8);
    return same.filter((_, index) => index % every === 0);
  });
}

/** The values of the proof itself are changed in changed-values.test.ts. */
test.each(NAMES)(
  'of the record of %s, signed anew, values of every kind are compared but for what is listed',
  (name) => {
    const record = records[name];
    expect(wrongs(judged(forged(record, () => undefined)))).toEqual([]);
    const paths = sampled(places(record).filter((path) => !isExcused(path) && path[0] !== 'proof'));
    expect(paths.length).toBeGreaterThan(100);
    const unnoticed = paths.filter((path) => {
      const lie = forged(record, (copy) => {
        exchange(copy, path);
      });
      return !isFound(lie);
    });
    expect(unnoticed.map((path) => path.join('.'))).toEqual([]);
  },
);

/** What is written where, and what has to be said of it. */
type Lie = readonly [lie: string, of: string, edits: Readonly<Record<string, unknown>>, where: string];

const LIES: readonly Lie[] = [
  [
    'another currency',
    'real money',
    { 'money.currency': 'JPY', 'money.exponent': 0 },
    'money.currency is "JPY"',
  ],
  ['cents called euros', 'real money', { 'money.exponent': 0 }, 'money.exponent is 0'],
  ['no events', 'real money', { events: [] }, 'events: there are 0; the steps come to'],
  ['no word of events', 'real money', { events: undefined }, 'events is missing'],
  ['no bettors', 'real money', { 'round.bettors': [] }, 'round.bettors is []'],
  ['no play money', 'real money', { 'round.playMoney': null }, 'round.playMoney is null'],
  ['no transfers', 'real money', { 'money.transfers': [] }, 'money.transfers'],
  ['another rule set', 'private', { 'round.ruleSet': 'american-blackjack@9' }, 'round.ruleSet is'],
  ['a version to come', 'private', { 'round.version': 99 }, 'round.version is 99; it comes to 2'],
  ['choices that are left', 'private', { 'round.allowed': ['hit'] }, 'round.allowed is'],
  ['an end that never was', 'private', { 'round.endedAt': null }, 'round.endedAt is missing'],
  [
    'another player',
    'private',
    { 'round.playerId': 'mallory' },
    'round.playerId is mallory, whose ids do not end',
  ],
  [
    'another bettor',
    'one mode',
    { 'round.bettors.0.sessionId': 'x' },
    'round.bettors[0].sessionId is not an id',
  ],
  ['a shoe of a table', 'private', { 'shoe.number': 7 }, 'shoe.number is 7'],
  ['another round', 'private, late', { 'cancellation.roundId': 'x' }, 'cancellation.roundId is'],
  ['other money', 'private, late', { 'cancellation.mode': 'real' }, 'cancellation.mode is'],
  [
    'a round before of another',
    'private, late',
    { 'cancellation.roundBefore.id': 'x' },
    'cancellation.roundBefore.id is',
  ],
  [
    'a hidden card',
    'private, late',
    { 'cancellation.roundBefore.dealerCards': ['As'] },
    'roundBefore.dealerCards is',
  ],
  [
    'no hands',
    'cancelled afterwards',
    { 'cancellation.roundBefore.handCards': {} },
    'roundBefore.handCards.',
  ],
  [
    'no round before',
    'private, late',
    { 'cancellation.roundBefore': null },
    'cancellation.roundBefore is missing',
  ],
  [
    'a round before that went on',
    'private, late',
    { 'cancellation.roundBefore.endedAt': null },
    'endedAt does not fit',
  ],
];

test.each(LIES)('%s, signed anew, is found in the record of %s', (_, of, edits, where) => {
  const lie = forged(records[of], (copy) => {
    for (const [path, value] of Object.entries(edits)) put(copy, path.split('.'), value);
  });
  expect(wrongs(judged(lie)).join('\n')).toContain(where);
});

function put(copy: Node, path: readonly string[], value: unknown): void {
  const parent = path.slice(0, -1).reduce<Node>((at, key) => at[key] as Node, copy);
  const last = path[path.length - 1];
  if (value === undefined) Reflect.deleteProperty(parent, last);
  else parent[last] = value;
}

interface Movement {
  entryNo: number;
  balanceBefore: number;
  balanceAfter: number;
}

/** From the second movement on a wallet holds so much more, wherever the record tells of it. */
function jump(record: Node, withGap: boolean): Node {
  return forged(record, (copy) => {
    const money = copy['money'] as Movement & { transfers: Movement[] };
    const later = new Set<number>();
    for (const transfer of money.transfers.slice(1)) {
      later.add(transfer.balanceAfter);
      transfer.balanceBefore += 5_000;
      transfer.balanceAfter += 5_000;
      if (withGap) transfer.entryNo += 1;
    }
    money.balanceAfter += 5_000;
    for (const event of copy['events'] as Movement[])
      if (later.has(event.balanceAfter)) event.balanceAfter += 5_000;
    const round = copy['round'] as { balance: number };
    if (later.has(round.balance)) round.balance += 5_000;
  });
}

test('a wallet does not jump between movements that follow each other', () => {
  expect(wrongs(judged(jump(records['private'], false))).join()).toContain(
    'money.transfers[1].balanceBefore is not what the wallet held after the movement before',
  );
  expect(wrongs(judged(jump(records['private'], true))).join()).toContain(
    'money.transfers[1].entryNo does not follow the one before, which was moved together with it',
  );
});

test('movements are numbered upwards', () => {
  const lie = forged(records['private'], (copy) => {
    for (const transfer of (copy['money'] as { transfers: Movement[] }).transfers) transfer.entryNo = 1;
  });
  expect(wrongs(judged(lie)).join()).toContain('entryNo does not come after the one before');
});

test('movements stand in the order of the round, each version with its bettors in theirs', () => {
  const lie = forged(records['one mode'], (copy) => {
    const { transfers } = copy['money'] as { transfers: { version: number; playerId: string }[] };
    const at = transfers.findIndex(({ version, playerId }, index) => {
      const next = transfers[index + 1];
      return next.version === version && next.playerId !== playerId;
    });
    transfers.splice(at, 2, transfers[at + 1], transfers[at]);
  });
  expect(wrongs(judged(lie)).join()).toContain('is not in the order of the round');
});
