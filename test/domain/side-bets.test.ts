import type { SideBetRule } from '../../src/domain/rule-set';
import { rules, testRounds, TextGame } from '../support/hands';

const AMERICAN = rules('american-blackjack');
const DELUXE = rules('blackjack-deluxe');
const SWITCH = rules('blackjack-switch');

/** The side bets of a round as text, without those that are still open. */
function sideBets(game: TextGame): string[] {
  return game.lines().filter((line) => /^\d(#\d)? [a-z]+/i.test(line));
}

describe('blackjack (AM-12)', () => {
  test.each([
    ['AM-12: 19:1 on a blackjack', 'As 9c Kd Th', 'blackjack 100>2000'],
    ['AM-12: ten first', 'Ts 9c Ad Th', 'blackjack 100>2000'],
    ['AM-12: nothing on 21 of three cards, decided by the first two', '7s 9c 7d Th', 'lose 100>0'],
    ['AM-15: also when the dealer has a blackjack', 'As Ac Kd Th', 'blackjack 100>2000'],
    ['AM-15: lost beside a dealer blackjack like ever', 'Ts Ac 6d Th', 'lose 100>0'],
  ])('%s', (_, cards, expected) => {
    expect(sideBets(new TextGame(AMERICAN, cards, '1+blackjack'))).toEqual([`1 blackjack ${expected}`]);
  });
});

describe('sevens (AM-13)', () => {
  test.each([
    ['AM-13: no seven first', 'Ts 9c 7d Th', '', 'lose 100>0'],
    ['AM-13: a seven first 8:1, at once', '7s 9c Td Th', '', 'seven 100>900'],
    ['AM-13: two sevens wait for the third card', '7s 9c 7d Th', '', 'open 100'],
    ['AM-13: two sevens and another card 40:1', '7s 9c 7d Th 2c', 'hit', 'twoSevens 100>4100'],
    ['AM-13: three sevens by a hit 250:1', '7s 9c 7d Th 7c 2h', 'hit', 'threeSevens 100>25100'],
    ['AM-13: three sevens by a double 250:1', '7s 9c 7d Th 7c', 'double', 'threeSevens 100>25100'],
    ['AM-13: three sevens of one suit no more than that', '7s 9c 7s Th 7s', 'hit', 'threeSevens 100>25100'],
    ['AM-13: two sevens that stand', '7s 9c 7d Th', 'stand', 'twoSevens 100>4100'],
    ['AM-13: two sevens that surrender', '7s 9c 7d Th', 'surrender', 'twoSevens 100>4100'],
    [
      'AM-13: two sevens that are split, though a third comes',
      '7s 9c 7d Th 7c',
      'split',
      'twoSevens 100>4100',
    ],
    ['AM-13: two sevens that stand all', '7s 9c 7d Th', 'stand-all', 'twoSevens 100>4100'],
    ['AM-15: two sevens beside a dealer blackjack', '7s Ac 7d Th', '', 'twoSevens 100>4100'],
    ['AM-15: one seven beside a dealer blackjack', '7s Ac 6d Th', '', 'seven 100>900'],
  ])('%s', (_, cards, choices, expected) => {
    expect(sideBets(new TextGame(AMERICAN, cards, '1+sevens').play(choices))).toEqual([
      `1 sevens ${expected}`,
    ]);
  });

  test('AM-13: decided while the round goes on, and money comes then', () => {
    const stood = new TextGame(AMERICAN, '7s Ts 9c 7d 6d Th', '1+sevens 2').play('stand');
    expect(stood.view()).toMatchObject({ status: 'playing', staked: 2100, returned: 4100 });
    const split = new TextGame(AMERICAN, '7s 9c 7d Th 7c', '1+sevens').play('split');
    expect(split.view()).toMatchObject({ status: 'playing', staked: 2100, returned: 4100 });
  });

  test('AM-13: two sevens of a later box wait for their turn', () => {
    const game = new TextGame(AMERICAN, 'Ts 7s 9c 6d 7d Th', '1 2+sevens').play('stand');
    expect(sideBets(game)).toEqual(['2 sevens open 100']);
  });

  test('AM-13: both bonus bets of a box are decided, each by itself', () => {
    expect(sideBets(new TextGame(AMERICAN, '7s 9c Td Th', '1+blackjack+sevens:200'))).toEqual([
      '1 blackjack lose 100>0',
      '1 sevens seven 200>1800',
    ]);
  });
});

describe('pairs (DX-27)', () => {
  test.each([
    ['DX-27: mixed pair 5:1', 'Ts 9c Th 8h', 'mixedPair 100>600'],
    ['DX-27: mixed pair of black and red', '4c 9c 4d 8h', 'mixedPair 100>600'],
    ['DX-27: coloured pair of black 10:1', 'Ts 9c Tc 8h', 'colouredPair 100>1100'],
    ['DX-27: coloured pair of red 10:1', 'Th 9c Td 8h', 'colouredPair 100>1100'],
    ['DX-27: perfect pair 30:1', 'Ts 9c Ts 8h', 'perfectPair 100>3100'],
    ['DX-27: perfect pair with the rank alone of the upcard', 'Ts Tc Ts 8h', 'perfectPair 100>3100'],
    ['DX-27: suited three of a kind 50:1', '9s 9s 9s 8h', 'suitedTrips 100>5100'],
    ['DX-27: coloured pair with the upcard equal to one of them', '9s 9s 9c 8h', 'colouredPair 100>1100'],
    ['DX-27: king and queen are no pair', 'Ks 9c Qs 8h', 'lose 100>0'],
    ['DX-27: paid beside a dealer blackjack', '8s Kc 8h Ah', 'mixedPair 100>600'],
    ['DX-27: the hole card does not count', '9s 8h 9s 9s', 'perfectPair 100>3100'],
  ])('%s', (_, cards, expected) => {
    expect(sideBets(new TextGame(DELUXE, cards, '1+pairs'))).toEqual([`1 pairs ${expected}`]);
  });

  test('DX-27: settled when the deal is complete, before insurance, whatever becomes of the seat', () => {
    const game = new TextGame(DELUXE, '8s Ac 8h 5h', '1+pairs');
    expect(game.view()).toMatchObject({ status: 'insurance', returned: 600 });
    game.cards.draw = () => 0 as never;
    expect(sideBets(game.play('decline, split'))).toEqual(['1 pairs mixedPair 100>600']);
  });

  test('DX-27: anyone may bet on a seat; each sees his own bet alone', () => {
    const game = new TextGame(DELUXE, '8s 9c 8h 5h', '1+pairs 1<1:0+pairs:300');
    expect(sideBets(game)).toEqual(['1 pairs mixedPair 100>600', '1#1 pairs mixedPair 300>1800']);
  });
});

describe('super match (SW-04)', () => {
  // One box: the first cards of both hands, the dealer's card, the second cards.
  test.each([
    ['SW-04: four of a kind 40:1', '8s 8h 9c 8d 8c', 'fourOfAKind 100>4100'],
    ['SW-04: three of a kind 5:1', '8s 8h 9c 8d 2c', 'threeOfAKind 100>600'],
    ['SW-04: two pairs 8:1', '8s 2h 9c 8d 2c', 'twoPairs 100>900'],
    ['SW-04: a pair 1:1, wherever its cards lie', '3s 8h 9c 8d 2c', 'pair 100>200'],
    ['SW-04: the first and the last card', '8s 3h 9c 4d 8c', 'pair 100>200'],
    ['SW-04: by rank: ten, jack, queen, king are none', 'Ts Jh 9c Qd Kc', 'lose 100>0'],
    ['SW-04: the dealer card does not count', '9s 2h 9c 3d 4c', 'lose 100>0'],
  ])('%s', (_, cards, expected) => {
    expect(sideBets(new TextGame(SWITCH, cards, '1+superMatch'))).toEqual([`1 superMatch ${expected}`]);
  });

  test('SW-04: settled before any switch, and before insurance', () => {
    const game = new TextGame(SWITCH, '8s 2h Ac 2d 8c', '1+superMatch');
    expect(game.view()).toMatchObject({ status: 'insurance', staked: 2100, returned: 900 });
    expect(sideBets(game.play('decline, switch'))).toEqual(['1 superMatch twoPairs 100>900']);
  });
});

describe('pay tables', () => {
  test('a side bet outcome that the rule set does not pay loses', () => {
    const sevens: SideBetRule = { type: 'sevens', pays: { threeSevens: 250 }, maxUnits: null };
    const game = new TextGame({ ...AMERICAN, sideBets: [sevens] }, '7s 9c Td Th', '1+sevens');
    expect(sideBets(game)).toEqual(['1 sevens lose 100>0']);
  });

  test('a side bet pays what the rule set says', () => {
    const sevens: SideBetRule = { type: 'sevens', pays: { seven: 11 }, maxUnits: null };
    const game = new TextGame({ ...AMERICAN, sideBets: [sevens] }, '7s 9c Td Th', '1+sevens');
    expect(sideBets(game)).toEqual(['1 sevens seven 100>1200']);
  });
});

testRounds('side bets of several boxes', AMERICAN, [
  [
    'AM-15: each box from its own cards',
    '7s Ts 9c 3d 6d Th',
    'stand, stand',
    [
      'dealer 9c Th',
      '1.1 7s 3d lose 1000>0',
      '2.1 Ts 6d lose 1000>0',
      '1 sevens seven 100>900',
      '2 sevens lose 100>0',
    ],
    '1+sevens 2+sevens',
  ],
]);
