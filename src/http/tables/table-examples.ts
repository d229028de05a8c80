/** Phases so long that nothing moves but by `advance`: to try a table out, step by step. */
const UNHURRIED = { betting: 1800, insurance: 1800, decision: 1800, result: 1800 };

/** Tables that a fresh installation opens as they are. */
export const OPEN_TABLE_EXAMPLES = {
  test: {
    summary: 'play money, chosen cards, and phases that `advance` ends: to try out the API',
    value: { gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'test', seconds: UNHURRIED },
  },
  real: {
    summary: 'real money, with the limits and times that hold unless others are given',
    value: { gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'real' },
  },
  allFields: {
    summary: 'real money, higher stakes, a slower table',
    value: {
      gameId: 'blackjack-deluxe',
      currency: 'EUR',
      mode: 'real',
      limits: {
        stake: { min: 500, max: 50_000, step: 100 },
        sideBet: { min: 100, max: 2000, step: 100 },
      },
      seconds: { betting: 30, insurance: 15, decision: 20, result: 8 },
    },
  },
  privateGame: {
    summary: 'a game that is not played at shared tables: 400 invalid_request',
    value: { gameId: 'american-blackjack', currency: 'EUR', mode: 'real' },
  },
};

/** Changes of the table that the first example opens. */
export const CHANGE_TABLE_EXAMPLES = {
  seconds: {
    summary: 'a shorter look at the result, from the next countdown on',
    value: { seconds: { result: 900 } },
  },
  limits: {
    summary: 'higher stakes from the next countdown on',
    value: {
      limits: {
        stake: { min: 500, max: 50_000, step: 100 },
        sideBet: { min: 100, max: 2000, step: 100 },
      },
      reason: 'high_rollers',
    },
  },
  close: {
    summary: 'closes the table for good',
    description: 'After it, no other example works at this table.',
    value: { status: 'closed', reason: 'end_of_shift', note: 'The evening is over.' },
  },
  nothing: {
    summary: 'nothing to change: 400 invalid_request',
    value: { reason: 'high_rollers' },
  },
};

/** Why a table is stopped, and let go on. */
export const PAUSE_EXAMPLES = {
  fault: {
    summary: 'with a note for whoever reads the record',
    value: { reason: 'technical_fault', note: 'A player reports a frozen picture, ticket 4711.' },
  },
};

export const RESUME_EXAMPLES = {
  checked: { summary: 'it goes on where it stopped', value: { reason: 'checked' } },
};

/** The next round of a test table: seat 1 gets a pair of eights, the dealer shows a six. */
export const CARDS_EXAMPLES = {
  eights: {
    summary: 'one seat: two eights against a six',
    description: 'A stand wins: the dealer draws to 26. Random cards follow where more are needed.',
    value: { cards: ['8h', '6s', '8c', 'Td', 'Kc'] },
  },
  ace: {
    summary: 'one seat: two nines against an ace, so that insurance is offered',
    value: { cards: ['9h', 'Ad', '9c', '7d'] },
  },
  noCard: {
    summary: 'a text that is no card: 400 invalid_request',
    value: { cards: ['8h', 'joker'] },
  },
};

const SESSION_ID = '019b0000-0000-7000-8000-000000000001';

/** Bets of the countdown, in a session that was opened at the table. */
export const TABLE_BET_EXAMPLES = {
  seat: {
    summary: 'takes seat 1 with a bet on it',
    value: { sessionId: SESSION_ID, seat: 1, kind: 'seat', amount: 1000 },
  },
  pairs: {
    summary: 'a side bet that the first two cards of seat 1 are a pair',
    description: 'After the bet `seat`, or when somebody else sits there.',
    value: { sessionId: SESSION_ID, seat: 1, kind: 'pairs', amount: 100 },
  },
  behindHimself: {
    summary: 'a bet behind oneself: 409 own_seat',
    description: 'After the bet `seat`. Behind somebody else it is taken.',
    value: { sessionId: SESSION_ID, seat: 1, kind: 'behind', amount: 1000 },
  },
  nobody: {
    summary: 'a bet behind a seat where nobody sits: 409 seat_empty',
    value: { sessionId: SESSION_ID, seat: 5, kind: 'behind', amount: 1000 },
  },
  offStep: {
    summary: 'an amount off the step: 400 amount_out_of_bounds',
    value: { sessionId: SESSION_ID, seat: 1, kind: 'seat', amount: 1050 },
  },
};

/** Choices at a table where the player of the session sits on seat 1. */
export const TABLE_ACTION_EXAMPLES = {
  stand: {
    summary: 'no more cards',
    description: 'After the cards `eights`, the bet `seat` and one `advance`.',
    value: { sessionId: SESSION_ID, type: 'stand', hand: '1.1' },
  },
  split: {
    summary: 'two hands of the pair',
    description: 'After the cards `eights`, the bet `seat` and one `advance`. The new hand is `1.2`.',
    value: { sessionId: SESSION_ID, type: 'split', hand: '1.1' },
  },
  double: {
    summary: 'twice the stake, and one card',
    description: 'After the cards `eights`, the bet `seat` and one `advance`.',
    value: { sessionId: SESSION_ID, type: 'double', hand: '1.1' },
  },
  declineInsurance: {
    summary: 'no to every offer of insurance',
    description: 'After the cards `ace`, the bet `seat` and one `advance`.',
    value: { sessionId: SESSION_ID, type: 'insurance', accept: false },
  },
  insure: {
    summary: 'insurance for one hand',
    description: 'After the cards `ace`, the bet `seat` and one `advance`.',
    value: { sessionId: SESSION_ID, type: 'insurance', hand: '1.1', accept: true },
  },
  followDouble: {
    summary:
      'who bet behind a hand follows its double, should it come; of one’s own hand: 409 action_not_allowed',
    description: 'After the cards `eights`, the bet `seat` and one `advance`.',
    value: { sessionId: SESSION_ID, type: 'follow-double', hand: '1.1', accept: true },
  },
  staleVersion: {
    summary: 'a version that is not the current one: 409 stale_version',
    description: 'After the cards `eights`, the bet `seat` and one `advance`.',
    value: { sessionId: SESSION_ID, type: 'stand', hand: '1.1', expectedVersion: 99 },
  },
  unknownHand: {
    summary: 'a hand that is not there: 404 hand_not_found',
    description: 'After the cards `eights`, the bet `seat` and one `advance`.',
    value: { sessionId: SESSION_ID, type: 'stand', hand: '3.1' },
  },
};
