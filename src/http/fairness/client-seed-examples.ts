/** A word of the player's own. */
export const CLIENT_SEED_EXAMPLES = {
  word: {
    summary: 'any word of the player’s',
    value: { clientSeed: 'my lucky word' },
  },
};
