/** Deposits that a fresh installation takes as they are, one after the other. */
export const DEPOSIT_EXAMPLES = {
  thousandEuros: {
    summary: '1,000.00 EUR',
    value: { transactionId: 'deposit-000001', amount: 100_000 },
  },
  sentAgain: {
    summary: 'the same transfer again: the same answer, and no money moves',
    value: { transactionId: 'deposit-000001', amount: 100_000 },
  },
  conflict: {
    summary: 'the same id with another amount: 409 transaction_conflict',
    value: { transactionId: 'deposit-000001', amount: 200_000 },
  },
};

/** Withdrawals after the first of those deposits. */
export const WITHDRAWAL_EXAMPLES = {
  tenEuros: {
    summary: '10.00 EUR',
    value: { transactionId: 'withdrawal-000001', amount: 1000 },
  },
  tooMuch: {
    summary: 'more than the wallet holds: 402 insufficient_funds',
    value: { transactionId: 'withdrawal-000002', amount: 100_000_000 },
  },
};
