import { invariant } from '../domain/assert';
import type { Decks, RuleSet } from '../domain/rule-set';
import { DEALER_OUTCOMES, type DealerDraws, dealerDraws, dealerOutcomes } from './dealer-draws';
import { EMPTY_HAND, HAND_TREE, heldOf, NO_HAND } from './hand-tree';
import { copyOf, freshCounts, take, type ValueCounts, VALUES } from './value-counts';

/** More cards of one value are never missing: a hand of at most 21, a pair beside it, and the upcard. */
const MOST_MISSING = 32;
/** Four dealers, as when the return and the strategy of a few rule sets are worked out in turn. */
const KEPT_UPCARDS = 40;

/**
 * How the dealer of one upcard ends, by the cards that are unseen; worked out when it is asked for first, and kept. It
 * depends on his own rules and on the decks alone: all tables of that upcard share it, whatever else their rules say.
 */
export class DealerEnds {
  /** Probabilities in eights, one of each outcome: first by the hand that names the cards seen besides the upcard. */
  outcomes: Float64Array;
  private readonly unlisted = new Map<number, number>();
  private used: number;

  /** `fresh` are the cards that are unseen when only the upcard lies. */
  constructor(
    readonly draws: DealerDraws,
    private readonly fresh: ValueCounts,
  ) {
    // Where every card comes back, the seen cards do not matter, and the outcomes are the same for all of them.
    this.used = (fresh.step === 0 ? 1 : HAND_TREE.size) * DEALER_OUTCOMES;
    this.outcomes = new Float64Array(this.used).fill(NaN);
  }

  /**
   * Where the outcomes are when these cards have been seen.
   *
   * @param seen the seen cards as a hand; of `NO_HAND`, which is more than 21, the unseen cards tell.
   */
  placeOf(seen: number, unseen: ValueCounts): number {
    if (this.fresh.step === 0) return this.listed(EMPTY_HAND);
    return seen === NO_HAND ? this.placeOfUnlisted(unseen) : this.listed(seen);
  }

  private listed(seen: number): number {
    const at = seen * DEALER_OUTCOMES;
    if (Number.isNaN(this.outcomes[at])) {
      dealerOutcomes(this.draws, this.unseenBeside(seen), this.outcomes, at);
    }
    return at;
  }

  /** The counts without the seen cards alone: of a long hand a table's own counts miss more. */
  private unseenBeside(seen: number): ValueCounts {
    const unseen = copyOf(this.fresh);
    for (const value of VALUES) {
      for (let card = 0; card < heldOf(seen, value); card += 1) take(unseen, value);
    }
    return unseen;
  }

  private placeOfUnlisted(unseen: ValueCounts): number {
    const key = this.keyOf(unseen);
    const known = this.unlisted.get(key);
    if (known !== undefined) return known;
    const at = this.used;
    this.used += DEALER_OUTCOMES;
    if (this.used > this.outcomes.length) {
      const larger = new Float64Array(2 * this.outcomes.length);
      larger.set(this.outcomes);
      this.outcomes = larger;
    }
    dealerOutcomes(this.draws, unseen, this.outcomes, at);
    this.unlisted.set(key, at);
    return at;
  }

  /** Five bits for each value: the cards that are missing. */
  private keyOf({ of }: ValueCounts): number {
    let key = 0;
    for (const value of VALUES) {
      const missing = this.fresh.of[value] - of[value];
      invariant(missing >= 0 && missing < MOST_MISSING, 'so few cards are seen of each value');
      key = key * MOST_MISSING + missing;
    }
    return key;
  }
}

const kept = new Map<string, DealerEnds>();

/** Of a fresh shoe. */
export function dealerEnds(upcard: number, ruleSet: RuleSet): DealerEnds {
  const { decks, softSeventeen, dealerTwentyTwo } = ruleSet;
  const key = `${upcard} ${decks} ${softSeventeen} ${dealerTwentyTwo}`;
  const ends = kept.get(key) ?? new DealerEnds(dealerDraws(upcard, ruleSet), countsBeside(upcard, decks));
  // The one that was asked for last stands last; the first one is given up.
  kept.delete(key);
  kept.set(key, ends);
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT_UPCARDS) break;
    kept.delete(oldest);
  }
  return ends;
}

function countsBeside(upcard: number, decks: Decks): ValueCounts {
  const counts = freshCounts(decks);
  take(counts, upcard);
  return counts;
}
