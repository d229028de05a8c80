import { present } from '../../src/domain/assert';
import { classicRuleSet } from '../../src/domain/classic-settings';
import { preset } from '../../src/domain/presets';
import { proofOf } from '../../src/verifier/read-proof';
import { verifyProof } from '../../src/verifier/verify-proof';
import { noted, opens, wrongs } from './findings';
import { FORGED_BETS } from './forged-bets';
import { FORGED_ROUNDS } from './forged-rounds';
import { FORGED_SHOES } from './forged-shoes';
import { type Lie, recounted, replayed } from './forger';
import { vector } from './proofs';

const AMERICAN = present(preset('american-blackjack'), 'the game');

/**
 * A forger who can compute makes everything in a proof fit together again, the hash included. So every lie is told by
 * its own contradiction with rules, limits or place; or is open until the player's notes are at hand.
 */
test.each([...FORGED_SHOES, ...FORGED_BETS, ...FORGED_ROUNDS])(
  '%s (%s) is found, and where',
  (_, of, change, where) => {
    const forged = proofOf(JSON.parse(JSON.stringify(change(vector(of)))));
    const found = wrongs(verifyProof(forged, noted(forged)));
    expect(found.join('\n')).toContain(where);
    expect(found.filter((line) => line.startsWith('wrong the hash'))).toEqual([]);
  },
);

describe('what no proof can show of itself', () => {
  const truth = vector('american');

  test.each<[string, Lie, string]>([
    ['another server seed with a commitment of its own', { serverSeed: '02'.repeat(32) }, 'the commitment'],
    ['another nonce', { nonce: 7 }, 'the nonce'],
    ['another client seed', { clientSeed: 'their lucky word' }, 'the client seed'],
  ])('%s is open, and found by whoever noted the true one', (_, lie, what) => {
    const forged = replayed(truth, lie);
    expect(wrongs(verifyProof(forged))).toEqual([]);
    expect(opens(verifyProof(forged)).join('\n')).toContain(`open ${what}: compare`);
    expect(wrongs(verifyProof(forged, noted(truth)))).toEqual([
      expect.stringMatching(new RegExp(`^wrong ${what}: the proof says .*; .* was noted$`)),
    ]);
  });

  test('another place in a kept shoe is open, and found by whoever noted the true one', () => {
    const kept = vector('switch-kept-shoe');
    const forged = replayed(kept, { shoe: { ...kept.shoe, start: 17 } });
    expect(wrongs(verifyProof(forged))).toEqual([]);
    expect(opens(verifyProof(forged)).join()).toContain('open the position in the shoe: compare');
    expect(wrongs(verifyProof(forged, noted(kept)))).toEqual([
      'wrong the position in the shoe: the proof says 17; 101 was noted',
    ]);
  });

  test('a round that was won and is said to be cancelled is open', () => {
    const forged = recounted({ ...vector('stand-all'), status: 'cancelled' });
    expect(forged.returned).toBe(forged.staked);
    expect(opens(verifyProof(forged, noted(forged)))).toEqual([
      expect.stringContaining('open the end: CANCELLED after the rules had paid 1800'),
    ]);
  });

  test('what money somebody behind a seat bet, real or play, decides nothing', () => {
    const everybody = vector('deluxe-everybody');
    const bettors = everybody.bettors?.map((one) => ({ ...one, mode: 'real' as const })) ?? [];
    const forged = recounted({ ...everybody, bettors });
    expect(forged.playMoney).toBeNull();
    expect(wrongs(verifyProof(forged, noted(forged)))).toEqual([]);
  });

  test('a round of real money that is said to be a test has chosen cards, and proves nothing', () => {
    const shoe = { decks: 6, start: 0, script: ['Ts', '6h', 'As'] } as const;
    const forged = replayed(truth, { mode: 'test', shoe });
    expect(opens(verifyProof(forged, noted(forged)))).toEqual([expect.stringMatching(/^chosen the cards/)]);
  });

  test('an operator’s own game of any name is open', () => {
    const made = classicRuleSet({ id: 'banana', version: 1, name: 'Banana' }, {});
    if (!('ruleSet' in made)) throw new Error('the settings make a game');
    const forged = replayed(vector('classic'), { gameId: 'banana', ruleSet: made.ruleSet });
    expect(wrongs(verifyProof(forged, noted(forged)))).toEqual([]);
    expect(opens(verifyProof(forged, noted(forged)))).toEqual([
      expect.stringContaining("open the rules: the operator's own game banana@1"),
    ]);
  });

  test('a later version of a game of the house is open', () => {
    const forged = replayed(truth, { ruleSet: { ...AMERICAN, version: 2, maxHands: 2, resplitAces: false } });
    expect(opens(verifyProof(forged, noted(forged)))).toEqual([
      expect.stringContaining('open the rules: a version of the game that this program does not know'),
    ]);
    const senseless = replayed(truth, { ruleSet: { ...AMERICAN, version: 2, surrender: 'early' } });
    expect(wrongs(verifyProof(senseless)).join()).toContain('ruleSet.surrender early surrender needs');
  });
});
