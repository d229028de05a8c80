/** Actions, each after the example of a deal that its description names. */
export const ACTION_EXAMPLES = {
  hit: {
    summary: 'one more card',
    description: 'After the deal `eights`: the five makes 21, the dealer plays, and the round is settled.',
    value: { type: 'hit', hand: '1.1' },
  },
  stand: {
    summary: 'no more cards',
    description: 'After the deals `eights` and `sideBets`, or any other that asks hand 1.1.',
    value: { type: 'stand', hand: '1.1' },
  },
  double: {
    summary: 'twice the stake, and one card',
    description: 'After the deals `eights` and `sideBets`.',
    value: { type: 'double', hand: '1.1' },
  },
  split: {
    summary: 'two hands of a pair',
    description: 'After the deals `eights` and `sideBets`. The new hand is `1.2`.',
    value: { type: 'split', hand: '1.1' },
  },
  surrender: {
    summary: 'half of the stake comes back',
    description: 'After the deal `eights`.',
    value: { type: 'surrender', hand: '1.1' },
  },
  standAll: {
    summary: 'no more cards for any hand',
    description: 'After the deals `eights`, `sideBets` and `severalBoxes`, or any other that asks hands.',
    value: { type: 'stand-all' },
  },
  expectedVersion: {
    summary: 'stand, if the round is as the player saw it',
    description: 'After the deal `eights`.',
    value: { type: 'stand', hand: '1.1', expectedVersion: 1 },
  },
  confirmed: {
    summary: 'split, whatever the warnings say',
    description: 'After the deal `eights`. Of use to players whose setting `confirm` is on.',
    value: { type: 'split', hand: '1.1', confirmed: true },
  },
  insureHand: {
    summary: 'yes for one hand',
    description: 'After the deal `insurance`. The offer to the other hand stays open.',
    value: { type: 'insurance', hand: '1.1', accept: true },
  },
  declineInsurance: {
    summary: 'no to every offer that is open',
    description: 'After the deals `insurance` and `tableInsurance`.',
    value: { type: 'insurance', accept: false },
  },
  insureAmount: {
    summary: 'an amount for the whole table',
    description: 'After the deal `tableInsurance`. `allowed` says the least and the most.',
    value: { type: 'insurance', accept: true, amount: 500 },
  },
  evenMoney: {
    summary: 'the blackjack is settled 1:1 at once',
    description: 'After the deal `tableInsurance`.',
    value: { type: 'even-money', hand: '1.1', accept: true },
  },
  switch: {
    summary: 'the second cards of the box change places',
    description: 'After the deal `twoHands`.',
    value: { type: 'switch', box: 1 },
  },
  staleVersion: {
    summary: 'a version that is not the current one: 409 stale_version',
    description: 'After the deal `eights`. The problem brings the round as it stands.',
    value: { type: 'stand', hand: '1.1', expectedVersion: 99 },
  },
  unknownHand: {
    summary: 'a hand that is not there: 404 hand_not_found',
    description: 'After the deal `eights`.',
    value: { type: 'stand', hand: '3.1' },
  },
};
