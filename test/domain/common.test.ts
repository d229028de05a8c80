import { cardText, cardValue, DECK, isRed, parseCard } from '../../src/domain/card';
import { addCard, type CardHand, isSoft, totalOf } from '../../src/domain/hand';
import { cards, classic, rules, testPositions, testRounds, TextGame } from '../support/hands';

const AMERICAN = rules('american-blackjack');
const NEVER_CHECKS = classic({ dealer: 'holeCard', surrender: 'early', insurance: 'none' });

function handOf(text: string): CardHand {
  const hand: CardHand = { cards: [], hard: 0, aces: 0 };
  for (const card of cards(text)) addCard(hand, card);
  return hand;
}

describe('cards', () => {
  test.each([
    ['A', 1],
    ['2', 2],
    ['9', 9],
    ['T', 10],
    ['J', 10],
    ['Q', 10],
    ['K', 10],
  ])('C-01: %s counts %d', (rank, value) => {
    for (const suit of 'shdc') expect(cards(`${rank}${suit}`).map(cardValue)).toEqual([value]);
  });

  test('C-01: the 52 cards have 52 texts, and each text leads back to its card', () => {
    expect(new Set(DECK.map(cardText)).size).toBe(52);
    expect(DECK.map((card) => parseCard(cardText(card)))).toEqual(DECK);
    expect(DECK.filter(isRed).map((card) => cardText(card)[1])).not.toContain('s');
    expect(DECK.filter(isRed)).toHaveLength(26);
  });

  test.each(['', 'A', 'as', 'AS', '10s', '1s', 'Tx', '??', 'Ass', ' As', 'constructor'])(
    '%p is no card',
    (text) => {
      expect(parseCard(text)).toBeNull();
    },
  );
});

describe('totals', () => {
  test.each([
    ['As Kd', 21, true],
    ['As Ad', 12, true],
    ['As 5d', 16, true],
    ['As 5d Kh', 16, false],
    ['As Ad 9h', 21, true],
    ['As Ad Kh 9s', 21, false],
    ['As Ad Ah Ac', 14, true],
    ['As Ad 9h Ts', 21, false],
    ['Ts 6d', 16, false],
    ['Ts 6d 6h', 22, false],
    ['As Kd Ah', 12, false],
    ['2s', 2, false],
  ])('C-02: %s is %d, soft: %p', (text, total, soft) => {
    const hand = handOf(text);
    expect([totalOf(hand), isSoft(hand)]).toEqual([total, soft]);
  });
});

testRounds('results', AMERICAN, [
  [
    'C-03: a blackjack beats a dealer who draws to 21',
    'As 9s 6c Kd 9d 5h Ts',
    'stand',
    ['dealer 6c 5h Ts', '1.1 As Kd blackjack 1000>2500', '2.1 9s 9d lose 1000>0'],
    '1 2',
  ],
  [
    'C-03: ace and ten after a split are 21 and win 1:1',
    'Ts 6c Kd 5h As 9d 7s',
    'split, stand',
    ['dealer 6c 5h 7s', '1.1 Ts As win 1000>2000', '1.2 Kd 9d win 1000>2000'],
  ],
  [
    'C-03: a 21 of three cards is no blackjack and pushes with a 21 of the dealer',
    '7s 6c 7d 5h 7h Ts',
    'hit',
    ['dealer 6c 5h Ts', '1.1 7s 7d 7h push 1000>1000'],
  ],
  [
    'C-04: a bust has lost although the dealer busts after it',
    'Ts 9s 6c 6d 9d Th Kc Qs',
    'hit, stand',
    ['dealer 6c Th Qs', '1.1 Ts 6d Kc bust 1000>0', '2.1 9s 9d win 1000>2000'],
    '1 2',
  ],
  [
    'C-06: more wins 1:1, the same pushes, less loses',
    'Ts Th Td 6c 9s 8s 7s Jd 2c',
    'stand, stand, stand',
    ['dealer 6c Jd 2c', '1.1 Ts 9s win 1000>2000', '2.1 Th 8s push 1000>1000', '3.1 Td 7s lose 1000>0'],
    '1 2 3',
  ],
  [
    'C-06: a dealer bust pays every hand that has not bust',
    'Ts 2h 6c 9s 3s Jd Kc',
    'stand, stand',
    ['dealer 6c Jd Kc', '1.1 Ts 9s win 1000>2000', '2.1 2h 3s win 1000>2000'],
    '1 2',
  ],
  [
    'C-08: a double doubles the stake, takes one card and ends the hand, low as it may be',
    '5s 6c 6d Th 2h 5d',
    'double',
    ['dealer 6c Th 5d', '1.1 5s 6d 2h lose 2000>0'],
  ],
  [
    'C-08: a double that busts loses both stakes',
    'Ts 6c 6d Th Kh',
    'double',
    ['dealer 6c Th', '1.1 Ts 6d Kh bust 2000>0'],
  ],
  [
    'C-09: the first hand of a split is played out before the second gets its second card',
    '8s 6c 8d Th 3c 9c 2d 9h Kd',
    'split, hit, stand, hit, stand',
    ['dealer 6c Th Kd', '1.1 8s 3c 9c win 1000>2000', '1.2 8d 2d 9h win 1000>2000'],
  ],
  [
    'C-10: a surrender ends the hand and gives half back',
    'Ts 6c 6d Th',
    'surrender',
    ['dealer 6c Th', '1.1 Ts 6d surrender 1000>500'],
  ],
]);

testRounds('C-07: a dealer blackjack that nobody checked', NEVER_CHECKS, [
  ['C-07: takes a doubled stake', '5s As 6d Kd Ts', 'double', ['dealer As Kd', '1.1 5s 6d Ts lose 2000>0']],
  [
    'C-07: takes the stakes of a split, a 21 among them',
    '8s As 8d Kd 3c Td 2c',
    'split, hit, stand',
    ['dealer As Kd', '1.1 8s 3c Td lose 1000>0', '1.2 8d 2c lose 1000>0'],
  ],
  ['C-07: pushes with a blackjack', 'As Kd Kh Ah', '', ['dealer Kd Ah', '1.1 As Kh push 1000>1000']],
]);

testRounds('C-12: the dealer draws only while something depends on it', AMERICAN, [
  ['C-12: all bust', 'Ts 6c 6d Th Kh', 'hit', ['dealer 6c Th', '1.1 Ts 6d Kh bust 1000>0']],
  [
    'C-12: bust, surrendered and paid',
    'Ts Td As 6c 6d 5d Kh Th Kc',
    'hit, surrender',
    [
      'dealer 6c Th',
      '1.1 Ts 6d Kc bust 1000>0',
      '2.1 Td 5d surrender 1000>500',
      '3.1 As Kh blackjack 1000>2500',
    ],
    '1 2 3',
  ],
  [
    'C-12: one hand to compare is enough to draw',
    'Ts Td As 6c 6d 5d Kh Th Kc 2s',
    'hit, stand',
    ['dealer 6c Th 2s', '1.1 Ts 6d Kc bust 1000>0', '2.1 Td 5d lose 1000>0', '3.1 As Kh blackjack 1000>2500'],
    '1 2 3',
  ],
]);

testPositions('turns', AMERICAN, [
  [
    'C-05: a hand that reaches 21 stands by itself',
    'Ts 9s 6c 5d 9d Th 6h',
    'hit',
    '2.1',
    'hit stand double:1000 split:1000 surrender stand-all',
    '1 2',
  ],
  ['C-05: 20 does not', 'Ts 6c 5d Th 5h', 'hit', '1.1', 'hit stand stand-all'],
  [
    'C-09: the second hand gets its second card when its turn comes',
    '8s 6c 8d Th 3c 2d',
    'split, stand',
    '1.2',
    'hit stand double:1000 stand-all',
  ],
  [
    'C-17: boxes ascend, whatever the order in which they were bet, with gaps (C-14)',
    'Ts Td 6c 6d 5d Th',
    'stand',
    '4.1',
    'hit stand double:1000 surrender stand-all',
    '4 1',
  ],
]);

describe('ids', () => {
  test('C-16: after two splits of 1.1 the order is 1.1, 1.3, 1.2, and ids stay with their first cards', () => {
    const game = new TextGame(AMERICAN, '8s 7s 6c 8d 7d Th 8h 2s 3s 4s', '1 2').play(
      'split, split, stand, stand',
    );
    expect(game.lines().slice(1)).toEqual([
      '1.1 8s 2s stood 1000',
      '1.3 8h 3s stood 1000',
      '1.2 8d 4s acting 1000',
      '2.1 7s 7d waiting 1000',
    ]);
  });

  test('C-16: a split of the later hand places the new one after it', () => {
    const game = new TextGame(AMERICAN, '8s 6c 8d Th 2s 8h 3s 4s Kd').play(
      'split, stand, split, stand, stand',
    );
    expect(game.view().boxes[0].hands.map(({ id }) => id)).toEqual(['1.1', '1.2', '1.3']);
  });
});

describe('C-20: stand all', () => {
  test('C-20: gives waiting split hands their second card, in playing order', () => {
    const game = new TextGame(AMERICAN, '8s 7s 6c 8d 7d Th 2s 3s 5s', '1 2').play('split, stand-all');
    expect(game.lines()).toEqual([
      'dealer 6c Th 5s',
      '1.1 8s 2s lose 1000>0',
      '1.2 8d 3s lose 1000>0',
      '2.1 7s 7d lose 1000>0',
    ]);
    expect(game.cards.left).toBe(0);
  });

  test('C-20: a waiting hand that could split again stands too', () => {
    const game = new TextGame(AMERICAN, 'As 6c Ad Th Ah Ac 2s', '1').play('split, stand-all');
    expect(game.lines()).toEqual(['dealer 6c Th 2s', '1.1 As Ah lose 1000>0', '1.2 Ad Ac lose 1000>0']);
  });

  test('C-20: is no choice at a shared table, nor while an offer is open', () => {
    const shared = new TextGame(rules('blackjack-deluxe'), 'Ts 6c 6d Th');
    expect(shared.tries('stand-all')).toEqual({ code: 'action_not_allowed' });
    const offered = new TextGame(classic(), 'Ts Ac 6d Th');
    expect(offered.tries('stand-all')).toEqual({ code: 'action_not_allowed' });
  });
});
