/** What an operator suspends; nothing of it is in the way of the other examples of the page. */
export const SUSPEND_EXAMPLES = {
  player: {
    summary: 'a player, with a note for whoever reads the record',
    value: {
      scope: 'player',
      playerId: 'mallory',
      reason: 'self_exclusion',
      note: 'Asked for by telephone, ticket 4711.',
    },
  },
  game: {
    summary: 'a game, for all players of the operator',
    value: { scope: 'game', gameId: 'american-blackjack-zero-edge', reason: 'under_review' },
  },
  table: {
    summary: 'a shared table: paste its id into `tableId`',
    value: { scope: 'table', tableId: '019b0000-0000-7000-8000-000000000003', reason: 'under_review' },
  },
  unknownGame: {
    summary: 'a game that is not there: 404 not_found',
    value: { scope: 'game', gameId: 'no-such-game', reason: 'under_review' },
  },
  wrongThing: {
    summary: 'a scope without what it is about: 400 invalid_request',
    value: { scope: 'player', reason: 'self_exclusion' },
  },
};

/** Why the suspension of an earlier answer is lifted. */
export const LIFT_EXAMPLES = {
  over: {
    summary: 'with a note for whoever reads the record',
    value: { reason: 'exclusion_over', note: 'Six months are over; identity checked.' },
  },
};
