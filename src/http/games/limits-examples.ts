/** Limits of American Blackjack in EUR. */
export const LIMITS_EXAMPLES = {
  higher: {
    summary: 'stakes of 2.00 to 500.00 EUR',
    value: {
      stake: { min: 200, max: 50_000, step: 200 },
      sideBet: { min: 100, max: 2000, step: 100 },
    },
  },
  defaults: {
    summary: 'the limits that hold unless others are set',
    value: {
      stake: { min: 100, max: 20_000, step: 100 },
      sideBet: { min: 100, max: 2000, step: 100 },
    },
  },
  oddStep: {
    summary: 'a step on which half a stake is no whole number: 400 invalid_request',
    description: 'Every reason stands in `errors`.',
    value: {
      stake: { min: 101, max: 10_100, step: 101 },
      sideBet: { min: 100, max: 2000, step: 100 },
    },
  },
};
