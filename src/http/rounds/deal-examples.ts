const TEST_ONLY = 'For a session in `test` mode, where the cards can be chosen.';

/** Bets that a fresh installation takes as they are, each in the session that its description names. */
export const DEAL_EXAMPLES = {
  eights: {
    summary: 'a pair of eights against a six (session `test`)',
    description: `${TEST_ONLY} The hand may be hit, doubled, split or surrendered; a hit makes 21.`,
    value: {
      boxes: [{ box: 1, stake: 1000 }],
      cards: ['8h', '6s', '8c', 'Td', '5d', 'Kc', '9c', '4h', 'Qs'],
    },
  },
  sideBets: {
    summary: 'side bets (session `test`)',
    description: `${TEST_ONLY} Two sevens: the bet on sevens pays, the one on a blackjack loses.`,
    value: {
      boxes: [{ box: 1, stake: 1000, sideBets: { sevens: 100, blackjack: 100 } }],
      cards: ['7h', '6s', '7c', 'Td', '4d', 'Kc', '9c'],
    },
  },
  severalBoxes: {
    summary: 'three boxes, two of them with a blackjack (session `test`)',
    description: `${TEST_ONLY} The blackjacks are paid at once, box 2 is asked.`,
    value: {
      boxes: [
        { box: 1, stake: 1000 },
        { box: 2, stake: 2000 },
        { box: 4, stake: 600 },
      ],
      cards: ['As', '9s', 'Ah', '6s', 'Kd', '5d', 'Qh', 'Td', '7c', 'Kc'],
    },
  },
  rebet: {
    summary: 'the bets of the previous round again (any session)',
    description: 'The cards are random unless `cards` chooses them.',
    value: { rebet: true },
  },
  randomCards: {
    summary: 'random cards (any session)',
    description: 'What a game client sends. It may settle the round at once.',
    value: { boxes: [{ box: 1, stake: 1000 }] },
  },
  insurance: {
    summary: 'an ace up: insurance box by box (session `testClassic`)',
    description: TEST_ONLY,
    value: {
      boxes: [
        { box: 1, stake: 1000 },
        { box: 2, stake: 1000 },
      ],
      cards: ['Ts', '9h', 'Ad', '9c', '8h', '9d'],
    },
  },
  tableInsurance: {
    summary: 'an ace up: even money, and insurance by amount (session `testInfinite`)',
    description: `${TEST_ONLY} Here the dealer's face-down card comes first.`,
    value: {
      boxes: [
        { box: 1, stake: 1000 },
        { box: 2, stake: 2000 },
      ],
      cards: ['As', '8c', '9d', 'Kd', '9h', 'Ah'],
    },
  },
  twoHands: {
    summary: 'two hands whose second cards may change places (session `testSwitch`)',
    description: `${TEST_ONLY} The box costs twice the stake. A switch makes a blackjack and a ten to double.`,
    value: {
      boxes: [{ box: 1, stake: 1000, sideBets: { superMatch: 100 } }],
      cards: ['As', '4d', '7h', '6c', 'Kh', '9s', 'Td'],
    },
  },
  tooMuch: {
    summary: 'a stake above the limits: 400 invalid_request',
    description: 'Every wrong field is named in `errors`.',
    value: { boxes: [{ box: 1, stake: 100_000_000 }] },
  },
};
