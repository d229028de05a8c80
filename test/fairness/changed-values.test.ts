import type { Proof } from '../../src/application/fairness/make-proof';
import { preset } from '../../src/domain/presets';
import { proofOf } from '../../src/verifier/read-proof';
import { verifyProof } from '../../src/verifier/verify-proof';
import { noted, wrongs } from './findings';
import { rehashed } from './forger';
import { PROOFS, vector } from './proofs';

type Path = readonly (string | number)[];

/** Every place in a proof that holds a value. */
function places(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => places(item, [...path, index]));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => places(member, [...path, key]));
  }
  return [path];
}

const asText = (path: Path): string =>
  path.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text === '' ? key : `${text}.${key}`;
  }, '');

/** Words that have another one of their kind. */
const OTHER: Readonly<Record<string, string>> = {
  real: 'demo',
  demo: 'real',
  test: 'demo',
  settled: 'cancelled',
  cancelled: 'settled',
  EUR: 'USD',
  hit: 'stand',
  stand: 'hit',
  double: 'hit',
  split: 'stand',
  surrender: 'stand',
  win: 'push',
  lose: 'win',
  main: 'insurance',
};

/** Another value of the same kind, so that it is not found by its form alone. */
function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'As';
  if (/^[A2-9TJQK][shdc]$/.test(value)) return value === 'As' ? 'Ah' : 'As';
  if (/^[0-9a-f]{64}$|^[0-9a-f]{8}-/.test(value)) return (value.startsWith('0') ? '1' : '0') + value.slice(1);
  if (/^[1-7]\.[1-8]$/.test(value)) return value.endsWith('1') ? `${value[0]}.2` : `${value[0]}.1`;
  return OTHER[value] ?? `${value}x`;
}

function withChange(proof: Proof, path: Path): unknown {
  type Node = Record<string | number, unknown>;
  const copy = JSON.parse(JSON.stringify(proof)) as Node;
  const parent = path.slice(0, -1).reduce<Node>((at, key) => at[key] as Node, copy);
  const last = path[path.length - 1];
  parent[last] = changed(parent[last]);
  return rehashed(copy as unknown as Proof);
}

const kept = new Map<string, string[]>();

/** What is found when one value is another and the hash is made anew, the player's notes being those of the true round. */
function found(name: string, path: Path): string[] {
  const key = `${name} ${asText(path)}`;
  const known = kept.get(key) ?? findingsIn(name, path);
  kept.set(key, known);
  return known;
}

function findingsIn(name: string, path: Path): string[] {
  const proof = vector(name);
  const forged = withChange(proof, path);
  try {
    return wrongs(verifyProof(proofOf(forged), noted(proof)));
  } catch (error) {
    return [String(error)];
  }
}

const isOwnGame = ({ gameId }: Proof): boolean => preset(gameId) === undefined;

/** What nothing in the proof can tell, of which proofs, and why; it decides neither cards nor money, or is said to be open. */
const CANNOT_BE_FOUND: readonly (readonly [RegExp, why: string, of?: (proof: Proof) => boolean])[] = [
  [/^hash$/, 'it is made anew'],
  [/^(roundId|sessionId|table\.id)$/, 'the front of an id is the time; its end is bound to session or table'],
  [/^mode$/, 'money and play money are dealt the same cards'],
  [/^currency$/, 'limits and stakes are as good in a currency of equal units'],
  [/^seedNo$/, 'a session counts its seeds for itself; what decides is the commitment'],
  [/^bettors\[\d\]\.playerId$/, 'names are the operator’s'],
  [
    /^status$/,
    'stakes that came back look alike; a cancellation is open',
    (proof) => proof.staked === proof.returned,
  ],
  [/^ruleSet\.version$/, 'rules that this program does not know are open'],
  [/^ruleSet\.name$/, 'so they are in an operator’s own game', isOwnGame],
  [
    /^ruleSet\.(boxes|boxesPerPlayer|maxHands|resplitAces|splitBy)$/,
    'as long as nobody made use of it',
    isOwnGame,
  ],
  [/^ruleSet\.(doubleOn|doubleAfterSplit|softSeventeen|blackjackPays\..*)$/, 'the same', isOwnGame],
];

const isExcused = (proof: Proof, path: Path): boolean =>
  CANNOT_BE_FOUND.some(([pattern, , of]) => pattern.test(asText(path)) && (of === undefined || of(proof)));

describe('one value of a proof changed, and the hash renewed', () => {
  test.each(Object.keys(PROOFS))('%s: everything is found but what is listed', (name) => {
    const proof = vector(name);
    const unnoticed = places(proof).filter((path) => found(name, path).length === 0);
    expect(unnoticed.filter((path) => !isExcused(proof, path)).map(asText)).toEqual([]);
  });

  test('the list holds nothing that is always found', () => {
    const unnoticed = Object.keys(PROOFS).flatMap((name) =>
      places(vector(name))
        .filter((path) => isExcused(vector(name), path) && found(name, path).length === 0)
        .map(asText),
    );
    const idle = CANNOT_BE_FOUND.filter(([pattern]) => !unnoticed.some((path) => pattern.test(path)));
    expect(idle).toEqual([]);
  });

  /** Where a value is checked by itself, what is found says which it is; of limits, which of them. */
  const ITSELF =
    /^(dealerCards|bets|staked|returned|commitment|algorithm|nonce|gameId|(playMoney|bettors\[\d\])\.(bets|staked|returned))/;
  const nameOf = (path: Path): string | null => {
    if (path[0] === 'limits') return `limits.${path[1]}`;
    return ITSELF.test(asText(path)) ? asText(path) : null;
  };

  test.each(Object.keys(PROOFS))('%s: what is said names the place', (name) => {
    const elsewhere = places(vector(name)).filter((path) => {
      const where = nameOf(path);
      return where !== null && !found(name, path).join('\n').includes(where);
    });
    expect(elsewhere.map(asText)).toEqual([]);
  });

  test('a rule of a game of the house is named', () => {
    const proof = vector('american');
    const rules = places(proof.ruleSet, ['ruleSet']).filter((path) => !isExcused(proof, path));
    expect(rules.length).toBeGreaterThan(30);
    const elsewhere = rules.filter((path) => !found('american', path).join('\n').includes(asText(path)));
    // The id of the rule set is held to that of the game.
    expect(elsewhere.map(asText)).toEqual(['ruleSet.id']);
    expect(found('american', ['ruleSet', 'id'])).toEqual([
      expect.stringContaining('the rule set: gameId is'),
    ]);
  });

  test('a card is named, wherever it is', () => {
    for (const [stepNo, { cards }] of vector('infinite').steps.entries()) {
      for (const cardNo of cards.keys()) {
        expect(found('infinite', ['steps', stepNo, 'cards', cardNo]).join('\n')).toMatch(
          new RegExp(`the cards: steps\\[${stepNo}\\]\\.cards\\[${cardNo}\\] is A.; the seeds give`),
        );
      }
    }
  });
});

test('a value changed without a new hash is found by the hash', () => {
  const proof = { ...vector('american'), currency: 'USD' };
  expect(wrongs(verifyProof(proof))).toEqual([
    expect.stringMatching(/^wrong the hash: hash should be [0-9a-f]{64}/),
  ]);
});

test('a server seed that is not the one of the commitment is said so', () => {
  expect(found('american', ['serverSeed']).join('\n')).toMatch(
    /the server seed: serverSeed: its SHA-256 is [0-9a-f]{64}/,
  );
});
