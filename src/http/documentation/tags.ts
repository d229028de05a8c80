/** The groups of operations, in the order in which an engineer who plays his first round meets them. */
export const TAGS = {
  Games: 'What can be played: games, their rules in full and for people, currencies.',
  Players: 'The people who play, under the ids that the operator has for them.',
  Wallets: 'Their money: deposits, withdrawals, balances and statements.',
  'Sessions and rounds':
    'A session is a player at one game, with one balance; its token is for the game client. In it: bets, cards, decisions.',
  Fairness: 'Why the cards can be believed: commitments, seeds and the proof of every round.',
  History: 'What was played, and everything that happened in a round.',
  Reports: 'What games returned, against theory and with how well they were played.',
  Cancellations: 'Rounds that were taken back, with their reasons.',
  Compliance: 'What takes no new rounds for the moment, and why.',
  Records: 'Signed records of rounds, and the chain of seals over everything, for regulators and auditors.',
  'Rule sets and limits': "The operator's own classic games, and his limits for any game.",
  Tables: 'Shared tables, where several players play against one dealer.',
  Operations: 'For whoever runs the server.',
} as const;
