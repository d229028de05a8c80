import { InfiniteDeck } from '../../src/domain/shoe';
import { rules, testPositions, testRounds, TextGame } from '../support/hands';

const INFINITE = rules('infinite-blackjack');

// One box: its first card, the hole card, its second card, the open card.
testRounds('Infinite Blackjack', INFINITE, [
  [
    'IN-02: a card to each box, the hole card, a second card to each box, the open card',
    'Ts 2h Th 9s 9d 6c Kc 4c',
    'stand, hit',
    ['dealer Th 6c 4c', '1.1 Ts 9s lose 1000>0', '2.1 2h 9d Kc win 1000>2000'],
    '1 2',
  ],
  [
    'IN-03: a dealer blackjack under a ten is found at the end and takes doubled stakes',
    '5s Ad 6s Kc Th',
    'double',
    ['dealer Ad Kc', '1.1 5s 6s Th lose 2000>0'],
  ],
  [
    'IN-03: and takes split stakes, 21 among them',
    '8s Ad 8d Kc 3s Kd 2s',
    'split, hit, stand',
    ['dealer Ad Kc', '1.1 8s 3s Kd lose 1000>0', '1.2 8d 2s lose 1000>0'],
  ],
  [
    'IN-03: the hole card is shown, and nothing drawn, when every hand has bust',
    'Ts 5d 6s 6c Kh',
    'hit',
    ['dealer 5d 6c', '1.1 Ts 6s Kh bust 1000>0'],
  ],
  [
    'IN-04: the dealer draws on 16 and stands on soft 17',
    'Ts 2d 8s 4c Ah',
    'stand',
    ['dealer 2d 4c Ah', '1.1 Ts 8s win 1000>2000'],
  ],
  [
    'IN-04: his ace is 1 where 11 would bust',
    'Ts 5d 8s Ac 9h 3h',
    'decline, stand',
    ['dealer 5d Ac 9h 3h', '1.1 Ts 8s push 1000>1000'],
  ],
  [
    'IN-05: insurance pays 2:1 though the hand has bust; no third card is drawn',
    'Ts Kd 6s Ac Kh',
    'insure 500, hit',
    ['dealer Kd Ac', '1.1 Ts 6s Kh bust 1000>0', 'insurance win 500>1500'],
  ],
  [
    'IN-05: insurance loses against any other hole card, whatever the hand does',
    'Ts 9d 9s Ac',
    'insure 50, stand',
    ['dealer 9d Ac', '1.1 Ts 9s lose 1000>0', 'insurance lose 50>0'],
  ],
  [
    'IN-05: insurance and even money may both be taken',
    'As Ts Kd Kh 9s Ac',
    'even 1.1, insure 500, stand',
    ['dealer Kd Ac', '1.1 As Kh evenMoney 1000>2000', '2.1 Ts 9s lose 1000>0', 'insurance win 500>1500'],
    '1 2',
  ],
  [
    'IN-06: even money refused: 3:2 when the dealer has no blackjack',
    'As 9d Kh Ac',
    'no-even 1.1',
    ['dealer 9d Ac', '1.1 As Kh blackjack 1000>2500'],
  ],
  [
    'IN-06: even money refused: a push when he has one',
    'As Kd Kh Ac',
    'no-even 1.1',
    ['dealer Kd Ac', '1.1 As Kh push 1000>1000'],
  ],
  [
    'IN-06: even money taken: 1:1 though he has none',
    'As 9d Kh Ac',
    'even 1.1',
    ['dealer 9d Ac', '1.1 As Kh evenMoney 1000>2000'],
  ],
  [
    'IN-07: queen and jack are split, and split again into four hands',
    'Qs 7d Jd Tc Kd Tc 2s 3s 4s 5s',
    'split, split, split, stand, stand, stand, stand',
    [
      'dealer 7d Tc',
      '1.1 Qs 2s lose 1000>0',
      '1.4 Tc 3s lose 1000>0',
      '1.3 Kd 4s lose 1000>0',
      '1.2 Jd 5s lose 1000>0',
    ],
  ],
  [
    'IN-08: split aces get one card each, a further ace too; ace and ten win 1:1',
    'As 7d Ad Tc Kd Ah',
    'split',
    ['dealer 7d Tc', '1.1 As Kd win 1000>2000', '1.2 Ad Ah lose 1000>0'],
  ],
  [
    'IN-08: ten and ace after a split of tens are 21 and win 1:1',
    'Ts 7d Td Tc Ad 8h',
    'split, stand',
    ['dealer 7d Tc', '1.1 Ts Ad win 1000>2000', '1.2 Td 8h win 1000>2000'],
  ],
  [
    'IN-10: early: half comes back though the dealer has a blackjack',
    'Ts Ad 6s Kc',
    'surrender',
    ['dealer Ad Kc', '1.1 Ts 6s surrender 1000>500'],
  ],
  [
    'IN-10: half comes back against an open ace too, and the insurance pays besides',
    'Ts Kd 6s Ac',
    'insure 500, surrender',
    ['dealer Kd Ac', '1.1 Ts 6s surrender 1000>500', 'insurance win 500>1500'],
  ],
  [
    'C-07: a blackjack against a ten waits for the hole card and pushes',
    'As Ad Kh Kc',
    '',
    ['dealer Ad Kc', '1.1 As Kh push 1000>1000'],
  ],
]);

testPositions('offers and choices', INFINITE, [
  [
    'IN-05: half of the minimum to half of the stake, in halves of the step',
    'Ts 9d 6s Ac',
    '',
    'insurance',
    'insurance[50-500]',
  ],
  [
    'IN-05: 10 on a blackjack and 60 on the others: at most 30',
    'As Ts Td 9d Kh 6s 7s Ac',
    '',
    'insurance',
    'insurance[50-3000] even-money(1.1)',
    '1:1000 2:2000 3:4000',
  ],
  [
    'IN-05: none when every box is a blackjack',
    'As Ad 9d Kh Ks Ac',
    '',
    'insurance',
    'even-money(1.1) even-money(2.1)',
    '1 2',
  ],
  [
    'IN-05: none against an open ten, nor an ace in the hole',
    'Ts Ad 6s Kc',
    '',
    '1.1',
    'hit stand double:1000 surrender stand-all',
  ],
  [
    'IN-05: one answer closes it',
    'Ts 9d 6s Ac',
    'decline',
    '1.1',
    'hit stand double:1000 surrender stand-all',
  ],
  [
    'IN-06: an answer to insurance leaves even money open',
    'As Ts 9d Kh 6s Ac',
    'insure 300',
    'insurance',
    'even-money(1.1)',
    '1 2',
  ],
  [
    'IN-06: and the other way round',
    'As Ts 9d Kh 6s Ac',
    'even 1.1',
    'insurance',
    'insurance[50-500]',
    '1 2',
  ],
  [
    'IN-07: a split hand gets its second card at once',
    '8s 7d 8d Tc 2s',
    'split',
    '1.1',
    'hit stand double:1000 stand-all',
  ],
  [
    'IN-08: split aces are not asked',
    'As Ts 7d Ad 6d Tc Ah Ac',
    'split',
    '2.1',
    'hit stand double:1000 surrender stand-all',
    '1 2',
  ],
  ['IN-09: a double of any two cards', 'Ts 7d 9d Tc', '', '1.1', 'hit stand double:1000 surrender stand-all'],
  ['IN-10: no surrender after a hit', '2s 7d 9d Tc 3c', 'hit', '1.1', 'hit stand stand-all'],
]);

describe('what the dealer tells', () => {
  test.each([
    ['IN-03: under a ten nothing is known', 'Ts Ad 6s Kc', ['??', 'Kc'], 10, null],
    ['IN-03: under a nine there can be no blackjack', 'Ts Ad 6s 9c', ['??', '9c'], 9, false],
  ])('%s', (_, cards, shown, total, blackjack) => {
    expect(new TextGame(INFINITE, cards).view().dealer).toEqual({
      cards: shown,
      total,
      soft: false,
      blackjack,
    });
  });

  test('IN-03: nobody checks', () => {
    expect(new TextGame(INFINITE, 'Ts 9d 6s Ac').play('decline, stand').heard('dealerChecked')).toEqual([]);
  });

  test('IN-05: an amount out of bounds or off the step is refused with the bounds', () => {
    const game = new TextGame(INFINITE, 'Ts 9d 6s Ac');
    const refusal = { code: 'amount_out_of_bounds', bounds: { min: 50, max: 500, step: 50 } };
    for (const choice of ['insure', 'insure 0', 'insure 49', 'insure 550', 'insure 75']) {
      expect(game.tries(choice)).toEqual(refusal);
    }
    expect(game.tries('insure 1.1 50')).toEqual({ code: 'action_not_allowed' });
    expect(game.tries('insure 500')).toBeNull();
  });

  test('IN-01: each card of 52 with equal chance, whatever came before', () => {
    const asked: number[] = [];
    const deck = new InfiniteDeck({ below: (n) => asked.push(n) % n });
    expect([deck.draw(), deck.draw(), deck.draw()]).toEqual([1, 2, 3]);
    expect(asked).toEqual([52, 52, 52]);
    expect(new Set(Array.from({ length: 52 }, () => deck.draw())).size).toBe(52);
    expect([INFINITE.boxes, INFINITE.boxesPerPlayer, INFINITE.decks]).toEqual([5, 5, 'infinite']);
  });
});
