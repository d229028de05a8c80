/** The groups of operations, in the order in which an engineer who plays his first round meets them. */
export const TAGS = {
  Games: 'What can be played: games, their rules in full and for people, currencies.',
  Players: 'The people who play, under the ids that the operator has for them.',
  Wallets: 'Their money: deposits, withdrawals, balances and statements.',
  Sessions: 'A player at one game, with one balance. Its token is for the game client.',
  Rounds: 'Bets, cards and decisions.',
  History: 'What was played, and everything that happened in a round.',
  Cancellations: 'Rounds that were taken back, with their reasons.',
  'Rule sets': "The operator's own classic games.",
  Tables: 'Shared tables, where several players play against one dealer.',
  Operations: 'For whoever runs the server.',
} as const;
