/** In the order of the page the player has no money yet; later on he has. */
export const ERASE_EXAMPLES = {
  request: {
    summary: 'the player asked for it',
    value: { reason: 'player_request', reference: 'privacy-2026-0042' },
  },
  reasonOnly: {
    summary: 'the player has money: 409 wallet_not_empty',
    value: { reason: 'account_closed' },
  },
};
