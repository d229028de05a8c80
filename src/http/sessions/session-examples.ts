const ALICE = { playerId: 'alice', currency: 'EUR' };

/** Sessions that a fresh installation opens as they are. */
export const OPEN_SESSION_EXAMPLES = {
  test: {
    summary: 'play money and chosen cards: to try out the API',
    value: { ...ALICE, gameId: 'american-blackjack', mode: 'test' },
  },
  real: {
    summary: 'real money, from the wallet',
    value: { ...ALICE, gameId: 'american-blackjack', mode: 'real' },
  },
  demo: {
    summary: 'play money, as much as the operator says',
    value: { ...ALICE, gameId: 'classic-blackjack', mode: 'demo', balance: 500_000 },
  },
  allFields: {
    summary: 'everything that can be said; sent again, it is the same session',
    value: {
      ...ALICE,
      gameId: 'american-blackjack',
      mode: 'real',
      lang: 'en',
      country: 'DE',
      ip: '203.0.113.7',
      returnUrl: 'https://casino.example/lobby',
      externalSessionId: 'lobby-000042',
      reminderSeconds: 3600,
    },
  },
  testClassic: {
    summary: 'Classic Blackjack with chosen cards',
    value: { ...ALICE, gameId: 'classic-blackjack', mode: 'test' },
  },
  testInfinite: {
    summary: 'Infinite Blackjack with chosen cards',
    value: { ...ALICE, gameId: 'infinite-blackjack', mode: 'test' },
  },
  testSwitch: {
    summary: 'Blackjack Switch with chosen cards',
    value: { ...ALICE, gameId: 'blackjack-switch', mode: 'test' },
  },
  testTable: {
    summary: 'at the shared table that `POST /v1/tables` has opened: paste its id into `tableId`',
    value: {
      ...ALICE,
      // Somebody else: nobody is erased who sits at a table.
      playerId: 'carol',
      gameId: 'blackjack-deluxe',
      mode: 'test',
      tableId: '019b0000-0000-7000-8000-000000000003',
    },
  },
  unknownGame: {
    summary: 'a game that is not there: 404 not_found',
    value: { ...ALICE, gameId: 'no-such-game', mode: 'real' },
  },
};
