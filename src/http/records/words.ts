import type { BetAtTable } from '../../application/history/happenings';
import type { RoundBody } from '../../application/rounds/round-body';
import type { HandState } from '../../domain/hand';
import type { BetReason } from '../../domain/journal';
import type { HandOutcome, SideBetOutcome } from '../../domain/outcome';
import type { RoundTransfer } from '../../persistence/rounds/history-transfers';

/** What the codes of a record mean. Each stands beside its words as it is in the signed document, where it can be found again. */
type Words<Code extends string> = Readonly<Record<Code, string>>;

const STATUSES: Words<RoundBody['status']> = {
  betting: 'bets are being placed',
  insurance: 'the players are asked whether they insure',
  playing: 'being played',
  paused: 'stopped by a supervisor',
  settled: 'over, every bet is decided and paid',
  cancelled: 'cancelled, every stake came back',
};

const MODES: Words<RoundBody['mode']> = {
  real: 'real money',
  demo: 'play money',
  test: 'play money, cards may be chosen',
};

const HAND_STATES: Words<HandState> = {
  waiting: 'waits for its turn',
  acting: 'in turn',
  stood: 'stands',
  bust: 'over 21',
  doubled: 'doubled, with its one card more',
  surrendered: 'given up for half its stake',
  blackjack: 'a blackjack',
  evenMoney: 'settled at even money',
};

const OUTCOMES: Words<HandOutcome | SideBetOutcome> = {
  win: 'won',
  blackjack: 'won with a blackjack',
  push: 'a draw, the stake comes back',
  lose: 'lost',
  bust: 'lost with more than 21',
  surrender: 'given up for half the stake',
  evenMoney: 'won at even money',
  mixedPair: 'won with a mixed pair',
  colouredPair: 'won with a coloured pair',
  perfectPair: 'won with a perfect pair',
  suitedTrips: 'won with suited trips',
  seven: 'won with one seven',
  twoSevens: 'won with two sevens',
  threeSevens: 'won with three sevens',
  pair: 'won with a pair',
  twoPairs: 'won with two pairs',
  threeOfAKind: 'won with three of a kind',
  fourOfAKind: 'won with four of a kind',
};

const MOVEMENTS: Words<RoundTransfer['kind']> = {
  deposit: 'deposited for',
  withdrawal: 'withdrawn for',
  grant: 'granted for',
  stake: 'staked on',
  payout: 'paid out for',
  refund: 'given back for',
  reversal: 'taken back for',
};

const PURPOSES: Words<BetReason> = {
  main: 'a hand',
  double: 'a double',
  split: 'a split',
  insurance: 'insurance',
  pairs: 'pairs',
  blackjack: 'the blackjack bonus',
  sevens: 'the sevens bonus',
  superMatch: 'the super match',
};

/** By what stands before the colon; the rest is the id of a key or a session, or the alias of a player. */
const ACTORS: Readonly<Record<string, string | undefined>> = {
  key: 'the operator, by an API key',
  session: 'the player, in a session',
  player: 'another player',
  'system:automatic-rule': 'the automatic rule',
  'table:ahead': 'the table, by a choice made ahead',
  table: 'the table',
};

export const statusText = (status: string): string => worded(STATUSES, status);
export const modeText = (mode: RoundBody['mode']): string => worded(MODES, mode);
export const handStateText = (state: HandState): string => worded(HAND_STATES, state);
export const outcomeText = (outcome: string): string => worded(OUTCOMES, outcome);

/** What was bet on at a seat. */
export function kindAtTableText(kind: BetAtTable['kind']): string {
  if (kind === 'seat') return 'as its player (seat)';
  return kind === 'behind' ? 'behind its player (behind)' : `on ${worded(PURPOSES, kind)}`;
}

/** `staked on a hand (stake, main)`. */
export function movementText({ kind, reason }: Pick<RoundTransfer, 'kind' | 'reason'>): string {
  const purpose = Object.hasOwn(PURPOSES, reason) ? PURPOSES[reason as BetReason] : reason;
  return `${MOVEMENTS[kind]} ${purpose} (${kind}, ${reason})`;
}

/** Whoever did something. */
export function actorText(actor: string): string {
  const [kind = ''] = actor.split(':');
  const words = ACTORS[actor] ?? ACTORS[kind];
  return words === undefined ? actor : `${words} (${actor})`;
}

/** The operator has his own list of reasons, and what they mean is known to him alone. */
export function reasonText(reason: string): string {
  return `“${reason}”, in the operator’s own words`;
}

function worded(words: Readonly<Record<string, string>>, code: string): string {
  return Object.hasOwn(words, code) ? `${words[code]} (${code})` : code;
}
