import { type Proof, PROOF_FORMAT } from '../application/fairness/make-proof';
import { parseCard } from '../domain/card';
import { SIDE_BET_TYPES } from '../domain/rule-set';
import {
  anyObject,
  byType,
  integer,
  listOf,
  objectOf,
  objectWith,
  oneOf,
  orNull,
  type Shape,
  text,
} from './shape';

/** What the second form of a proof says and the first did not. */
type Told = 'sessionId' | 'table' | 'mode' | 'seedNo';

/** A proof as it was made before `holecard-proof/2`. */
export interface ProofOfOldForm extends Omit<Proof, 'format' | 'playMoney' | Told> {
  readonly format: 'holecard-proof/1';
}

/** A proof as it was made before `holecard-proof/3`: that of everybody added real and play money up. */
export interface ProofOfSecondForm extends Omit<Proof, 'format' | 'playMoney'> {
  readonly format: 'holecard-proof/2';
}

/** A proof that tells where the round was played. */
export type PlacedProof = Proof | ProofOfSecondForm;

/** A proof in any form that was ever given. */
export type AnyProof = PlacedProof | ProofOfOldForm;

/** Bounds far beyond any round: what exceeds them is refused before anything is computed from it. */
const MOST = { steps: 2_000, cards: 5_000, bets: 10_000, rule: 64 } as const;

const FORMS = ['holecard-proof/1', 'holecard-proof/2', PROOF_FORMAT] as const;

const CARD: Shape = (value, path) =>
  typeof value === 'string' && parseCard(value) !== null ? null : `${path} is not a card`;
const CARDS = listOf(CARD, MOST.cards);
const HASH = text(/^[0-9a-f]{64}$/, '32 bytes in hexadecimal');
const ID = text(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, 'an id');
const NAME = text(/^[^]{1,256}$/, 'a name');
const HAND = text(/^[1-7]\.[1-8]$/, 'the id of a hand');
const MODE = oneOf('real', 'demo', 'test');
const YES_OR_NO = oneOf(true, false);

/** Any number will do here: what the rules and limits say to it is said where the bets are checked. */
const AMOUNT: Shape = (value, path) => (Number.isFinite(value) ? null : `${path} is not a number`);

const RANGE = objectOf({ min: integer(1), max: integer(1), step: integer(1) });

const BETTOR_NO = integer(0, MOST.bets);
const SEAT_BET = { box: integer(0, MOST.rule), bettor: BETTOR_NO, stake: AMOUNT };
const BETS = objectOf({
  bettors: integer(1, MOST.bets),
  seats: listOf(objectOf(SEAT_BET), MOST.rule),
  behind: listOf(objectOf(SEAT_BET), MOST.bets),
  sideBets: listOf(objectOf({ ...SEAT_BET, type: oneOf(...SIDE_BET_TYPES) }), MOST.bets),
});

const onHand = (type: string, optional: Readonly<Record<string, Shape>> = {}): Shape =>
  objectOf({ type: oneOf(type), hand: HAND }, optional);
const FOLLOWERS = { followers: listOf(BETTOR_NO, MOST.bets) };
const ACTION = byType({
  hit: onHand('hit'),
  stand: onHand('stand'),
  surrender: onHand('surrender'),
  double: onHand('double', FOLLOWERS),
  split: onHand('split', FOLLOWERS),
  'stand-all': objectOf({ type: oneOf('stand-all') }),
  switch: objectOf({ type: oneOf('switch'), box: integer(1, MOST.rule) }),
  'even-money': objectOf({ type: oneOf('even-money'), hand: HAND, accept: YES_OR_NO }),
  insurance: objectOf({ type: oneOf('insurance'), accept: YES_OR_NO }, { hand: HAND, amount: AMOUNT }),
});

const step = (type: string, members: Readonly<Record<string, Shape>>): Shape =>
  objectOf({ type: oneOf(type), ...members, cards: CARDS });
const STEP = byType({
  deal: step('deal', { bets: BETS }),
  action: step('action', { bettor: BETTOR_NO, action: ACTION }),
  insurances: step('insurances', {
    accepted: listOf(objectOf({ bettor: BETTOR_NO, hand: HAND }), MOST.bets),
  }),
  automatic: step('automatic', {}),
});

const BET = objectOf({
  bet: NAME,
  type: oneOf('main', 'insurance', ...SIDE_BET_TYPES),
  box: orNull(integer(1)),
  stake: AMOUNT,
  outcome: orNull(NAME),
  returned: orNull(AMOUNT),
});
const MONEY = { bets: listOf(BET, MOST.bets * MOST.rule), staked: AMOUNT, returned: AMOUNT };
const BETTOR = { bettor: BETTOR_NO, playerId: NAME, ...MONEY };

const SHOE = objectOf(
  { decks: orNull(integer(1, MOST.rule)), start: integer(0, MOST.cards), script: orNull(CARDS) },
  { number: integer(1), exposed: orNull(CARD), burned: integer(0) },
);

/** What the size of a round follows from, and what is read of the rules before they are compared with any known ones. */
const RULE_SET = objectWith({
  id: NAME,
  boxes: integer(1, MOST.rule),
  handsPerBox: integer(1, MOST.rule),
  maxHands: integer(1, MOST.rule),
  boxesPerPlayer: integer(1, MOST.rule),
  decks: (value, path) => (value === 'infinite' ? null : integer(1, MOST.rule)(value, path)),
  shuffle: anyObject,
  sideBets: listOf(anyObject, MOST.rule),
});

const CLAIMS = {
  roundId: ID,
  gameId: NAME,
  currency: NAME,
  status: oneOf('settled', 'cancelled'),
  ruleSet: RULE_SET,
  limits: objectOf({ stake: RANGE, sideBet: RANGE }),
  algorithm: NAME,
  commitment: HASH,
  serverSeed: orNull(HASH),
  clientSeed: text(/^[\x20-\x7e]{1,64}$/, '1 to 64 printable ASCII characters'),
  nonce: integer(0),
  shoe: SHOE,
  steps: listOf(STEP, MOST.steps),
  dealerCards: CARDS,
  ...MONEY,
  hash: HASH,
};

const TOLD: Readonly<Record<Told, Shape>> = {
  sessionId: orNull(ID),
  table: orNull(objectOf({ id: ID, mode: MODE })),
  mode: MODE,
  seedNo: integer(1),
};

const BETTORS = listOf(objectOf({ ...BETTOR, mode: MODE }), MOST.bets);

const SHAPES: Readonly<Record<(typeof FORMS)[number], Shape>> = {
  'holecard-proof/1': objectOf(
    { format: oneOf(FORMS[0]), ...CLAIMS },
    { bettors: listOf(objectOf(BETTOR), MOST.bets) },
  ),
  'holecard-proof/2': objectOf({ format: oneOf(FORMS[1]), ...CLAIMS, ...TOLD }, { bettors: BETTORS }),
  'holecard-proof/3': objectOf(
    { format: oneOf(FORMS[2]), ...CLAIMS, ...TOLD },
    { bettors: BETTORS, playMoney: orNull(objectOf({ mode: oneOf('demo'), ...MONEY })) },
  ),
};

/**
 * Takes a value for a proof.
 *
 * @throws SyntaxError when it has not the form of one, with the path of the first place where it has not.
 */
export function proofOf(value: unknown): AnyProof {
  const format = (value as { format?: unknown } | null)?.format;
  const form = FORMS.find((known) => known === format);
  if (form === undefined) {
    const isLater = typeof format === 'string' && format.startsWith('holecard-proof/');
    throw new SyntaxError(
      isLater
        ? `${format} is a form of a proof that this program does not know: take a newer one`
        : `it is no proof of a round: its format is none of ${FORMS.join(', ')}`,
    );
  }
  const fault = SHAPES[form](value, '');
  if (fault !== null) throw new SyntaxError(`it is no proof of a round: ${fault}`);
  return value as AnyProof;
}
