import { classic, testPositions, testRounds, TextGame } from '../support/hands';

const OPEN = 'hit stand double:1000';

testRounds('Classic Blackjack', classic(), [
  [
    'CL-02: first cards ascending, the dealer up, second cards, the dealer down',
    'Ts 2h 6c 9s 8d Th 4c',
    'stand, stand',
    ['dealer 6c Th 4c', '3.1 Ts 9s lose 1000>0', '4.1 2h 8d lose 1000>0'],
    '4 3',
  ],
  ['CL-02: he checks under a ten', 'Ts Kc 9s Ad', '', ['dealer Kc Ad', '1.1 Ts 9s lose 1000>0']],
  [
    'CL-03: he draws on 16 and stands on soft 17',
    'Ts 5c 8s Ad Kc Ac',
    'stand',
    ['dealer 5c Ad Kc Ac', '1.1 Ts 8s win 1000>2000'],
  ],
  ['CL-03: 17 stands', 'Ts Ac 8s 6d', 'decline, stand', ['dealer Ac 6d', '1.1 Ts 8s win 1000>2000']],
  ['CL-04: blackjack 3:2', 'As 9c Ks Ad', '', ['dealer 9c Ad', '1.1 As Ks blackjack 1000>2500']],
  [
    'CL-05: split aces get one card each and no third hand',
    'As 9c Ad 8d Kd Ah',
    'split',
    ['dealer 9c 8d', '1.1 As Kd win 1000>2000', '1.2 Ad Ah lose 1000>0'],
  ],
  [
    'CL-06: insurance wins on a dealer blackjack, a bust hand or not',
    'Ts Ac 9s Kd',
    'insure',
    ['dealer Ac Kd', '1.1 Ts 9s lose 1000>0', '1.1 insurance win 500>1500'],
  ],
  ['CL-08: late surrender', 'Ts Kc 6s 9d', 'surrender', ['dealer Kc 9d', '1.1 Ts 6s surrender 1000>500']],
]);

testRounds('softSeventeen hit', classic({ softSeventeen: 'hit' }), [
  [
    'CL-03: he hits soft 17',
    'Ts Ac 8s 6d Kd',
    'decline, stand',
    ['dealer Ac 6d Kd', '1.1 Ts 8s win 1000>2000'],
  ],
  ['CL-03: soft 18 stands', 'Ts Ac 8s 7d', 'decline, stand', ['dealer Ac 7d', '1.1 Ts 8s push 1000>1000']],
  ['CL-03: hard 17 stands', 'Ts 7c 8s Kd', 'stand', ['dealer 7c Kd', '1.1 Ts 8s win 1000>2000']],
]);

testRounds('blackjackPays 6:5', classic({ blackjackPays: { num: 6, den: 5 } }), [
  ['CL-04: 6:5', 'As 9c Ks 8d', '', ['dealer 9c 8d', '1.1 As Ks blackjack 1000>2200']],
]);

testRounds('one dealer card', classic({ dealer: 'oneCard', surrender: 'early' }), [
  [
    'CL-02: the second card is drawn after the players',
    'Ts 9c 9s Kd',
    'stand',
    ['dealer 9c Kd', '1.1 Ts 9s push 1000>1000'],
  ],
  ['C-12: no second card without a stake', 'Ts 9c 6s Kd', 'hit', ['dealer 9c', '1.1 Ts 6s Kd bust 1000>0']],
  ['C-12: none for a blackjack under a nine', 'As 9c Ks', '', ['dealer 9c', '1.1 As Ks blackjack 1000>2500']],
  [
    'C-12: one, and no third, for a blackjack under a ten',
    'As Tc Ks 5d',
    '',
    ['dealer Tc 5d', '1.1 As Ks blackjack 1000>2500'],
  ],
  [
    'C-12: a blackjack under a ten may be matched',
    'As Tc Ks Ad',
    '',
    ['dealer Tc Ad', '1.1 As Ks push 1000>1000'],
  ],
  [
    'C-12: one, and no third, for a blackjack under an ace',
    'As Ac Ks 5d',
    'decline',
    ['dealer Ac 5d', '1.1 As Ks blackjack 1000>2500'],
  ],
  [
    'C-12: one, and no third, for an insurance of a hand that has bust',
    'Ts Ac 6s Kd 5d',
    'insure, hit',
    ['dealer Ac 5d', '1.1 Ts 6s Kd bust 1000>0', '1.1 insurance lose 500>0'],
  ],
  [
    'C-12: an insurance of a surrendered hand wins',
    'Ts Ac 6s Kd',
    'insure, surrender',
    ['dealer Ac Kd', '1.1 Ts 6s surrender 1000>500', '1.1 insurance win 500>1500'],
  ],
  [
    'CL-08: early surrender against an ace',
    'Ts Ac 6s',
    'decline, surrender',
    ['dealer Ac', '1.1 Ts 6s surrender 1000>500'],
  ],
  [
    'C-07: a blackjack of the dealer takes a doubled stake',
    '5s Kc 6s Td Ad',
    'double',
    ['dealer Kc Ad', '1.1 5s 6s Td lose 2000>0'],
  ],
]);

testRounds(
  'one dealer card, insurance on all boxes',
  classic({ dealer: 'oneCard', surrender: 'none', insurance: 'allBoxes' }),
  [
    [
      'C-12: the one insurance alone draws the second card',
      'Ts Ac 6s Kd Jd',
      'insure, hit',
      ['dealer Ac Jd', '1.1 Ts 6s Kd bust 1000>0', 'insurance win 500>1500'],
    ],
  ],
);

testRounds('hole card that nobody checks', classic({ dealer: 'holeCard', surrender: 'early' }), [
  [
    'CL-02: early surrender against his blackjack',
    'Ts Kc 6s Ad',
    'surrender',
    ['dealer Kc Ad', '1.1 Ts 6s surrender 1000>500'],
  ],
  [
    'CL-06: insurance is decided at the end',
    'Ts Ac 6s Kd Td',
    'insure, hit',
    ['dealer Ac Kd', '1.1 Ts 6s Td bust 1000>0', '1.1 insurance win 500>1500'],
  ],
]);

testRounds('insurance on all boxes together', classic({ insurance: 'allBoxes' }), [
  [
    'CL-06: one bet of half of all stakes, those on blackjacks too',
    'As Ts Ac Ks 9s Kd',
    'insure',
    ['dealer Ac Kd', '1.1 As Ks push 1000>1000', '2.1 Ts 9s lose 3000>0', 'insurance win 2000>6000'],
    '1 2:3000',
  ],
]);

testRounds('even money', classic({ evenMoney: true }), [
  [
    'IN-06: even money of a classic game, before the check',
    'As Ac Ks Kd',
    'even 1.1, decline',
    ['dealer Ac Kd', '1.1 As Ks evenMoney 1000>2000'],
  ],
]);

testPositions('defaults', classic(), [
  ['CL-02: the check follows the insurance', 'Ts Ac 9s 8d', '', 'insurance', 'insurance(1.1):500'],
  ['CL-03: 21 is not asked', '5s Ts 9c 6s 9d 8d Td', 'hit', '2.1', `${OPEN} surrender stand-all`, '1 2'],
  ['CL-05: queen and ten are a pair', 'Qs 9c Ts 8d', '', '1.1', `${OPEN} split:1000 surrender stand-all`],
  ['CL-05: four hands at most', 'Ts 9c Td 8d Th Tc Ts', 'split, split, split', '1.1', `${OPEN} stand-all`],
  [
    'CL-06: per box, a blackjack too',
    'As Ts Ac Ks 9s 8d',
    '',
    'insurance',
    'insurance(1.1):500 insurance(2.1):500',
    '1 2',
  ],
  ['CL-07: any two cards', 'As 9c 9s 8d', '', '1.1', `${OPEN} surrender stand-all`],
  ['CL-08: double after split', '8s 9c 8d 8h 3d', 'split', '1.1', `${OPEN} stand-all`],
  ['CL-08: surrender on the first two cards alone', '8s 9c 6d 8h 3d', 'hit', '1.1', 'hit stand stand-all'],
]);

testPositions('CL-05: maxHands 2', classic({ maxHands: 2 }), [
  ['CL-05: a split hand is not split again', '8s 9c 8d 8h 8c', 'split', '1.1', `${OPEN} stand-all`],
]);
testPositions('CL-05: maxHands 3', classic({ maxHands: 3 }), [
  ['CL-05: once more', '8s 9c 8d 8h 8c', 'split', '1.1', `${OPEN} split:1000 stand-all`],
  ['CL-05: and no more', '8s 9c 8d 8h 8c 8s', 'split, split', '1.1', `${OPEN} stand-all`],
]);
testPositions('CL-05: splitBy rank', classic({ splitBy: 'rank' }), [
  ['CL-05: queen and ten are none', 'Qs 9c Ts 8d', '', '1.1', `${OPEN} surrender stand-all`],
  ['CL-05: two queens are', 'Qs 9c Qd 8d', '', '1.1', `${OPEN} split:1000 surrender stand-all`],
]);
testPositions('CL-05: resplitAces', classic({ resplitAces: true }), [
  ['CL-05: a further ace', 'As 9c Ad 8d Ah', 'split', '1.1', 'stand split:1000 stand-all'],
]);
testPositions('CL-06: insurance allBoxes', classic({ insurance: 'allBoxes' }), [
  ['CL-06: one offer', 'Ts Th Ac Ks 9s 8d', '', 'insurance', 'insurance():1000', '1 2'],
]);
testPositions('CL-06: insurance none', classic({ insurance: 'none' }), [
  ['CL-06: no offer', 'Ts Ac 9s 8d', '', '1.1', `${OPEN} surrender stand-all`],
]);
testPositions('CL-07: doubleOn 9-11', classic({ doubleOn: '9-11' }), [
  ['CL-07: 8', '5s 9c 3s 8d', '', '1.1', 'hit stand surrender stand-all'],
  ['CL-07: 9', '5s 9c 4s 8d', '', '1.1', `${OPEN} surrender stand-all`],
  ['CL-07: 11', '5s 9c 6s 8d', '', '1.1', `${OPEN} surrender stand-all`],
  ['CL-07: 12', '5s 9c 7s 8d', '', '1.1', 'hit stand surrender stand-all'],
  ['CL-07: soft 20', 'As 9c 9s 8d', '', '1.1', 'hit stand surrender stand-all'],
  ['CL-07: 11 after a split', '8s 9c 8d 8h 3d', 'split', '1.1', `${OPEN} stand-all`],
  ['CL-07: 10 after a split of fives', '5s 9c 5d 8h 5h', 'split', '1.1', `${OPEN} split:1000 stand-all`],
]);
testPositions('CL-08: doubleAfterSplit false', classic({ doubleAfterSplit: false }), [
  ['CL-08: none after a split', '8s 9c 8d 8h 3d', 'split', '1.1', 'hit stand stand-all'],
  ['CL-08: before it yes', '8s 9c 8d 8h', '', '1.1', `${OPEN} split:1000 surrender stand-all`],
]);
testPositions('CL-08: surrender none', classic({ surrender: 'none' }), [
  ['CL-08: no surrender', 'Ts 9c 6d 8h', '', '1.1', `${OPEN} stand-all`],
]);

describe('closed cards (CL-06)', () => {
  const CLOSED = classic({ insuranceCards: 'closed', evenMoney: true });

  test('CL-06: the own cards are hidden until the last offer is answered', () => {
    const game = new TextGame(CLOSED, 'As Ts Ac Ks 9s 8d', '1 2');
    expect(game.view().boxes[0].hands[0]).toMatchObject({
      cards: ['??', '??'],
      total: null,
      soft: null,
      state: 'waiting',
    });
    expect(game.allowed()).toBe('insurance(1.1):500 insurance(2.1):500');
    game.play('decline 1.1');
    expect(game.view().boxes[1].hands[0].cards).toEqual(['??', '??']);
    expect(game.heard('ownCardsShown')).toEqual([]);
    game.play('insure 2.1');
    expect(game.view().boxes[0].hands[0]).toMatchObject({ cards: ['As', 'Ks'], total: 21, soft: true });
    expect(game.heard('ownCardsShown')).toHaveLength(1);
  });

  test('CL-06: even money is offered when they are shown, and the dealer checks after it', () => {
    const game = new TextGame(CLOSED, 'As Ts Ac Ks 9s Kd', '1 2').play('decline');
    expect(game.allowed()).toBe('even-money(1.1)');
    expect(game.view()).toMatchObject({ status: 'insurance', dealer: { blackjack: null } });
    game.play('even 1.1');
    expect(game.lines()).toEqual(['dealer Ac Kd', '1.1 As Ks evenMoney 1000>2000', '2.1 Ts 9s lose 1000>0']);
  });

  test('CL-06: without an ace there is no offer and the cards are open', () => {
    const game = new TextGame(CLOSED, 'Ts Kc 9s 8d');
    expect(game.view().boxes[0].hands[0].cards).toEqual(['Ts', '9s']);
    expect(game.heard('ownCardsShown')).toEqual([]);
  });

  test('CL-06: with open cards even money stands beside insurance', () => {
    expect(new TextGame(classic({ evenMoney: true }), 'As Ac Ks 8d').allowed()).toBe(
      'insurance(1.1):500 even-money(1.1)',
    );
  });

  test('CL-06: insurance without even money offers a blackjack none', () => {
    expect(new TextGame(classic(), 'As Ac Ks 8d').allowed()).toBe('insurance(1.1):500');
  });
});
