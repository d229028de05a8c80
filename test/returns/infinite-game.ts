import type { RuleSet } from '../../src/domain/rule-set';
import type { Ends } from './by-hand';
import { against, dealerEnds, draws, INFINITE, totalOf, VALUES } from './by-hand';

/**
 * The expectation of a box in an infinite deck. The dealer's blackjack is conditioned away where he checks,
 * so that the values here are true conditional ones, unlike those of the code under test.
 */
export function infiniteExpectation(rules: RuleSet): number {
  return VALUES.reduce(
    (sum, upcard) => sum + INFINITE[upcard] * new InfiniteUpcard(rules, upcard).expectation(),
    0,
  );
}

const knownEnds = new Map<string, Ends>();

function endsOf(rules: RuleSet, upcard: number): Ends {
  const key = `${upcard} ${rules.softSeventeen}`;
  const ends = knownEnds.get(key) ?? dealerEnds(INFINITE, rules, [upcard]);
  knownEnds.set(key, ends);
  return ends;
}

class InfiniteUpcard {
  private readonly blackjack: number;
  private readonly checks: boolean;
  private readonly ends: Ends;
  private readonly hits = new Map<string, number>();

  constructor(
    private readonly rules: RuleSet,
    private readonly upcard: number,
  ) {
    const ends = { ...endsOf(rules, upcard) };
    this.blackjack = ends['blackjack'] ?? 0;
    this.checks = rules.dealerChecks === 'aceOrTen';
    if (this.checks) {
      delete ends['blackjack'];
      for (const end of Object.keys(ends)) ends[end] /= 1 - this.blackjack;
    }
    this.ends = ends;
  }

  expectation(): number {
    return this.rules.handsPerBox === 2 ? this.ofTwoHands() : this.ofOneHand();
  }

  private ofOneHand(): number {
    let sum = 0;
    for (const [a, p] of draws(INFINITE))
      for (const [b, q] of draws(INFINITE)) sum += p * q * this.dealt(a, b);
    return sum;
  }

  /** Two hands side by side; a dealer who checks is not part of this game. */
  private ofTwoHands(): number {
    const dealt = VALUES.map((a) => VALUES.map((b) => this.dealt(a, b)));
    const value = (a: number, b: number): number => dealt[a - 1][b - 1];
    let sum = 0;
    for (const a of VALUES)
      for (const b of VALUES)
        for (const c of VALUES)
          for (const d of VALUES) {
            const weight = INFINITE[a] * INFINITE[b] * INFINITE[c] * INFINITE[d];
            const kept = value(a, c) + value(b, d);
            const switched = value(a, d) + value(b, c);
            sum += (weight * (this.rules.switching === 'secondCards' ? Math.max(kept, switched) : kept)) / 2;
          }
    return sum;
  }

  private dealt(a: number, b: number): number {
    const { num, den } = this.rules.blackjackPays;
    if (totalOf([a, b]).total === 21) {
      const paid = (1 - this.blackjack) * (num / den);
      return this.rules.evenMoney === 'offered' && this.upcard === 1 ? Math.max(paid, 1) : paid;
    }
    const options = [this.bestOfTwo([a, b], true)];
    if (a === b && this.rules.maxHands > 1) {
      const split = this.split(a);
      const sameRank = this.rules.splitBy === 'rank' && a === 10 ? 1 / 4 : 1;
      options.push(sameRank * Math.max(split, options[0]) + (1 - sameRank) * options[0]);
    }
    const hasHighUpcard = this.upcard === 1 || this.upcard === 10;
    const mayGiveUp =
      this.rules.surrender !== 'none' && !(hasHighUpcard && this.rules.surrenderAgainst === 'twoToNine');
    if (mayGiveUp) options.push(-0.5);
    const best = Math.max(...options);
    return this.checks ? best * (1 - this.blackjack) - this.blackjack : best;
  }

  /** Hands wait for their second cards; each pair among these is split again while the limit allows it. */
  private split(pair: number): number {
    const limit = pair === 1 && !this.rules.resplitAces ? 2 : this.rules.maxHands;
    const worth = VALUES.map((value) => this.splitHand(pair, value));
    const served = (waiting: number, hands: number): number => {
      if (waiting === 0) return 0;
      const closed = served(waiting - 1, hands);
      const opened = hands < limit ? served(waiting + 1, hands + 1) : null;
      let sum = 0;
      for (const [value, p] of draws(INFINITE)) {
        sum += p * (value === pair && opened !== null ? opened : worth[value - 1] + closed);
      }
      return sum;
    };
    return served(2, 2);
  }

  private splitHand(pair: number, value: number): number {
    const hand = [pair, value];
    return pair === 1 ? this.stand(hand) : this.bestOfTwo(hand, this.rules.doubleAfterSplit);
  }

  private bestOfTwo(hand: readonly number[], mayDouble: boolean): number {
    const { total } = totalOf(hand);
    const isDoubled =
      mayDouble && total < 21 && (this.rules.doubleOn === 'any' || (total >= 9 && total <= 11));
    const best = Math.max(this.stand(hand), this.hit(hand));
    return isDoubled ? Math.max(best, 2 * this.draw(hand, (longer) => this.stand(longer))) : best;
  }

  private stand(hand: readonly number[]): number {
    return against(this.ends, totalOf(hand).total, this.rules);
  }

  private hit(hand: readonly number[]): number {
    const { total, soft } = totalOf(hand);
    const key = `${total}${soft}`;
    const known = this.hits.get(key);
    if (known !== undefined) return known;
    const value = this.draw(hand, (longer) => {
      const stand = this.stand(longer);
      return totalOf(longer).total === 21 ? stand : Math.max(stand, this.hit(longer));
    });
    this.hits.set(key, value);
    return value;
  }

  private draw(hand: readonly number[], worth: (longer: number[]) => number): number {
    let sum = 0;
    for (const [value, p] of draws(INFINITE)) {
      const longer = [...hand, value];
      sum += p * (totalOf(longer).total > 21 ? -1 : worth(longer));
    }
    return sum;
  }
}
