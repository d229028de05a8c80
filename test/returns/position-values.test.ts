import { CLASSIC } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { theoreticalReturn } from '../../src/returns/theoretical-return';
import { classic, rules } from '../support/hands';
import {
  against,
  dealerEnds,
  draws,
  type Ends,
  INFINITE,
  type Shoe,
  shoeOf,
  totalOf,
  VALUES,
} from './by-hand';
import { givenAwayIn } from './recorded-round';

const ENDLESS = rules('infinite-blackjack');
const AMERICAN = rules('american-blackjack');
const SWITCH = rules('blackjack-switch');
const STAKE = 1000;

const ends = new Map<number, Ends>();
function endlessEnds(upcard: number): Ends {
  const known = ends.get(upcard) ?? dealerEnds(INFINITE, ENDLESS, [upcard]);
  ends.set(upcard, known);
  return known;
}

/** Values in the infinite deck, whose dealer never checks, to a stake of 1. */
const stand = (upcard: number, hand: number[]): number =>
  against(endlessEnds(upcard), totalOf(hand).total, ENDLESS);

function draw(upcard: number, hand: number[], worth: (longer: number[]) => number): number {
  let sum = 0;
  for (const [value, p] of draws(INFINITE)) {
    const longer = [...hand, value];
    sum += p * (totalOf(longer).total > 21 ? -1 : worth(longer));
  }
  return sum;
}

const hits = new Map<string, number>();
function hit(upcard: number, hand: number[]): number {
  const { total, soft } = totalOf(hand);
  const key = `${upcard} ${total} ${soft}`;
  const value =
    hits.get(key) ??
    draw(upcard, hand, (longer) =>
      totalOf(longer).total === 21
        ? stand(upcard, longer)
        : Math.max(stand(upcard, longer), hit(upcard, longer)),
    );
  hits.set(key, value);
  return value;
}
const double = (upcard: number, hand: number[]): number =>
  2 * draw(upcard, hand, (longer) => stand(upcard, longer));
const bestUnsplit = (upcard: number, hand: number[]): number =>
  Math.max(stand(upcard, hand), hit(upcard, hand), totalOf(hand).total < 21 ? double(upcard, hand) : -1);

/** Split hands that wait for their second cards, each split again where that pays and four hands allow it. */
function split(upcard: number, pair: number, waiting = 2, hands = 2): number {
  if (waiting === 0) return 0;
  const others = split(upcard, pair, waiting - 1, hands);
  const again = hands < 4 ? split(upcard, pair, waiting + 1, hands + 1) : -Infinity;
  let sum = 0;
  for (const [value, p] of draws(INFINITE)) {
    const kept = bestUnsplit(upcard, [pair, value]) + others;
    sum += p * (value === pair ? Math.max(kept, again) : kept);
  }
  return sum;
}

describe('what a bad choice gives away in the infinite deck, against a calculation by hand', () => {
  // Cards: the player's first, the dealer's hole card, the player's second, the upcard.
  it.each([
    ['hitting hard 20 against a six', 'Ts 9d Kd 6c 5h', 'hit', stand(6, [10, 10]) - hit(6, [10, 10])],
    ['hitting hard 17 against an eight', 'Ts 9d 7d 8c 5h', 'hit', stand(8, [10, 7]) - hit(8, [10, 7])],
    ['standing on 8 against a six', '5s 9d 3d 6c', 'stand', hit(6, [5, 3]) - stand(6, [5, 3])],
    ['doubling hard 12 against a six', '7s 9d 5d 6c 2h', 'double', stand(6, [7, 5]) - double(6, [7, 5])],
    ['surrendering 20 against a six (IN-10)', 'Ts 9d Kd 6c', 'surrender', stand(6, [10, 10]) + 0.5],
    ['not surrendering 16 against a ten (IN-10)', 'Ts 9d 6d Kc', 'stand', -0.5 - stand(10, [10, 6])],
    [
      'splitting tens against a six',
      'Ts 9d Kd 6c 9h 9c',
      'split, stand, stand',
      stand(6, [10, 10]) - split(6, 10),
    ],
    ['standing on a pair of eights against a six', '8s 9d 8d 6c', 'stand', split(6, 8) - stand(6, [8, 8])],
    ['hitting 11 against a six', '6s 9d 5d 6c Th', 'hit', double(6, [6, 5]) - hit(6, [6, 5])],
    ['taking even money (IN-06)', 'As 9d Kd Ac', 'even 1.1', 1.5 * (9 / 13) - 1],
  ])('%s', (_, cardsText, choices, expected) => {
    const { player, automatic } = givenAwayIn(ENDLESS, cardsText, choices);
    expect(player.main).toBeCloseTo(STAKE * expected, 8);
    expect(expected).toBeGreaterThan(0);
    expect(automatic.main).toBe(0);
  });

  it('weighs splitting again beside the hands that wait: eights against a six', () => {
    // The second hand was not split again: it could have become the third of four.
    const again = split(6, 8, 3, 3) - split(6, 8, 1, 2);
    const expected = again - stand(6, [8, 8]);
    const { player } = givenAwayIn(ENDLESS, '8s 9d 8d 6c 8c Th Tc', 'split, stand, stand');
    expect(player.main).toBeCloseTo(STAKE * expected, 8);
  });

  it('an insurance is worth its amount less 3 in 13 tens at 2:1 (C-11, IN-05)', () => {
    const { player } = givenAwayIn(ENDLESS, 'Ts 9d 9d Ac', 'insure 300, stand');
    expect(player.main).toBeCloseTo(300 / 13 + STAKE * Math.max(0, -0.5 - stand(1, [10, 9])), 8);
  });

  it.each([
    ['the best of everything', 'Ts 9d Kd 6c', 'stand'],
    ['a blackjack, which nobody is asked about', 'Ts 9d Ad 6c 5h', 'stand', '1 2'],
    ['even money refused at 3:2', 'As 9d Kd Ac', 'no-even 1.1'],
    ['a double of eleven', '6s 9d 5d 6c Th', 'double'],
  ])('nothing: %s', (_, cardsText, choices, betsText = '1') => {
    const dealt = betsText === '1' ? cardsText : 'Ts Ts 9d Ad Kd 6c';
    expect(givenAwayIn(ENDLESS, dealt, choices, betsText).player).toEqual({ main: 0, sevens: 0 });
  });

  it('who always stands loses by expectation all that this policy returns less than best play', () => {
    let [policy, given] = [0, 0];
    const text = (value: number): string => (value === 10 ? 'T' : value === 1 ? 'A' : String(value));
    for (const upcard of VALUES)
      for (const first of VALUES)
        for (const second of VALUES) {
          const weight = INFINITE[upcard] * INFINITE[first] * INFINITE[second];
          const isNatural = totalOf([first, second]).total === 21;
          const offers = upcard === 1 ? [isNatural ? 'no-even 1.1' : 'decline'] : [];
          const choices = [...offers, ...(isNatural ? [] : ['stand'])].join();
          const safe = 1 - (endlessEnds(upcard)['blackjack'] ?? 0);
          policy += weight * (isNatural ? 1.5 * safe : stand(upcard, [first, second]));
          if (choices === '') continue;
          const dealt = `${text(first)}s 9d ${text(second)}d ${text(upcard)}c`;
          given += (weight * givenAwayIn(ENDLESS, dealt, choices).player.main) / STAKE;
        }
    expect(given).toBeCloseTo(theoreticalReturn(ENDLESS).mainBet.return - 1 - policy, 10);
    expect(given).toBeCloseTo(0.1606, 4);
  });
});

describe('finite decks, card by card', () => {
  /** Standing once the dealer has checked and found no blackjack. */
  function standingSafe(shoe: Shoe, upcard: number, total: number): number {
    const all = dealerEnds(shoe, AMERICAN, [upcard]);
    const blackjack = all['blackjack'] ?? 0;
    delete all['blackjack'];
    return against(all, total, AMERICAN) / (1 - blackjack);
  }

  it('hitting hard 20 against a six', () => {
    const shoe = shoeOf(6, 6, 10, 10);
    let hits = 0;
    for (const [value, p, left] of draws(shoe)) hits += p * (value === 1 ? standingSafe(left, 6, 21) : -1);
    const { player } = givenAwayIn(AMERICAN, 'Ts 6d Kd 9c 5h', 'hit');
    expect(player.main).toBeCloseTo(STAKE * (standingSafe(shoe, 6, 20) - hits), 8);
  });

  it('standing on 16 against a ten that was checked, where surrender was the best (AM-09)', () => {
    const expected = -0.5 - standingSafe(shoeOf(6, 10, 10, 6), 10, 16);
    const { player } = givenAwayIn(AMERICAN, 'Ts Kd 6d 9c', 'stand');
    expect(player.main).toBeCloseTo(STAKE * expected, 8);
  });

  it('insurance by the cards that the player sees, on both of his boxes (C-11, CL-06)', () => {
    // An ace and four more cards are seen, two of them tens: 94 tens are left among 307 cards.
    const price = STAKE / 2;
    const { player } = givenAwayIn(CLASSIC, 'Ts Ts Ad 9d 9c 9h', 'insure 1.1, decline, stand, stand', '1 2');
    expect(player.main).toBeCloseTo(price * (1 - (3 * 94) / 307), 8);
    // Face down they count for nothing: 96 tens among 311 cards.
    const closed = classic({ insuranceCards: 'closed' });
    const unseen = givenAwayIn(closed, 'Ts Ts Ad 9d 9c 9h', 'insure 1.1, decline, stand, stand', '1 2');
    expect(unseen.player.main).toBeCloseTo(price * (1 - (3 * 96) / 311), 8);
  });

  it('refusing even money on a blackjack that pays 6:5 (IN-06)', () => {
    const sixToFive = classic({ evenMoney: true, blackjackPays: { num: 6, den: 5 } });
    const { player } = givenAwayIn(sixToFive, 'Ts Ad Ac 9c', 'decline, no-even 1.1');
    expect(player.main).toBeCloseTo(STAKE * (1 - 1.2 * (1 - 95 / 309)), 8);
  });
});

describe('who chose, and what was chosen at once', () => {
  it('tells the automatic rule from the player (C-19)', () => {
    const { player, automatic } = givenAwayIn(AMERICAN, '5s 6d 6d 9c 2h', 'hit, automatic');
    const doubled = givenAwayIn(AMERICAN, '5s 6d 6d 9c 2h', 'double').player.main;
    expect(doubled).toBe(0);
    expect(player.main).toBeGreaterThan(100);
    expect(automatic.main).toBe(0);
    const left = givenAwayIn(AMERICAN, '5s 6d 6d 9c 2h', 'automatic');
    expect(left.player.main).toBe(0);
    expect(left.automatic.main).toBeCloseTo(player.main, 10);
  });

  it('takes stand-all apart into hands that stand (C-20)', () => {
    const dealt = '5s Ts 6d 6d Kd 9c';
    const atOnce = givenAwayIn(AMERICAN, dealt, 'stand-all', '1 2');
    const one = givenAwayIn(AMERICAN, dealt, 'stand, stand', '1 2');
    expect(atOnce).toEqual(one);
    expect(one.player.main).toBeGreaterThan(500);
  });
});

describe('a switch (SW-06)', () => {
  // A-6 and 5-10 against a ten would be A-10 and 5-6.
  const dealt = 'As 5d Kc 6d Th 9h 9d';

  it('is given away when the box is played on as it lies', () => {
    const kept = givenAwayIn(SWITCH, dealt, 'hit, stand, stand');
    const switched = givenAwayIn(SWITCH, dealt, 'switch, stand, stand');
    const hitInstead = givenAwayIn(SWITCH, dealt, 'switch, stand, double');
    expect(kept.player.main).toBeGreaterThan(switched.player.main);
    expect(hitInstead.player.main).toBeLessThan(switched.player.main);
  });

  it('costs nothing when it is taken back in time', () => {
    const kept = givenAwayIn(SWITCH, dealt, 'hit, stand, stand');
    expect(givenAwayIn(SWITCH, dealt, 'switch, switch, hit, stand, stand')).toEqual(kept);
  });
});

describe('the bet on sevens (AM-13)', () => {
  const bet = '1+sevens:100';

  it.each([
    ['against a nine', '7s 9d 7d 9c', 22 / 309],
    // The dealer has checked: his face-down card is no ace.
    ['against a ten', '7s Td 7d 9c', (22 * 284) / (285 * 308)],
  ])('two sevens that stand give up the third, %s', (_, dealt, chance) => {
    const { player } = givenAwayIn(AMERICAN, dealt, 'stand', bet);
    expect(player.sevens).toBeCloseTo(100 * (251 - 41) * chance, 8);
  });

  it.each(['hit, stand', 'double'])('those that draw do not: %s', (choices) => {
    expect(givenAwayIn(AMERICAN, '7s 9d 7d 9c 3h', choices, bet).player.sevens).toBe(0);
  });

  it('and other hands have no part in it', () => {
    expect(givenAwayIn(AMERICAN, '7s 9d 8d 9c', 'stand', bet).player.sevens).toBe(0);
    expect(givenAwayIn(AMERICAN, '7s 9d 7d 9c', 'stand').player.sevens).toBe(0);
  });
});

it('what a rule set allows decides what a choice could have been', () => {
  const strict: RuleSet = classic({ surrender: 'none', maxHands: 2, doubleOn: '9-11' });
  const standing = givenAwayIn(strict, '5s 6d 3d 9c', 'stand').player.main;
  const free = givenAwayIn(classic({}), '5s 6d 3d 9c', 'stand').player.main;
  expect(standing).toBeLessThanOrEqual(free);
  expect(standing).toBeGreaterThan(0);
});
