/** Games that a fresh installation takes as they are. */
export const RULE_SET_EXAMPLES = {
  houseRules: {
    summary: 'eight decks, and the dealer hits on a soft 17',
    value: { id: 'house-rules', name: 'House Rules', settings: { decks: 8, softSeventeen: 'hit' } },
  },
  defaults: {
    summary: 'the classic game as it is, under an id of your own',
    value: { id: 'plain-classic', settings: {} },
  },
  european: {
    summary: 'one card for the dealer, early surrender, one insurance for all boxes',
    value: {
      id: 'european-tables',
      name: 'European Tables',
      settings: {
        boxes: 5,
        adjacent: false,
        dealer: 'oneCard',
        doubleOn: '9-11',
        doubleAfterSplit: false,
        maxHands: 2,
        splitBy: 'rank',
        surrender: 'early',
        insurance: 'allBoxes',
        evenMoney: true,
      },
    },
  },
  senseless: {
    summary: 'a combination without sense: 400 invalid_request',
    description: 'Every reason stands in `errors`.',
    value: { id: 'no-game', settings: { dealer: 'oneCard', surrender: 'late', insuranceCards: 'closed' } },
  },
};
