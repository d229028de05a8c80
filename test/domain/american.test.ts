import { rules, testPositions, testRounds, TextGame } from '../support/hands';

const AMERICAN = rules('american-blackjack');

testRounds('American Blackjack', AMERICAN, [
  [
    'AM-02: a card to each box, the upcard, a second card to each box, the hole card',
    'Ts 2h 6c 9s 9d Th Kc 4c',
    'stand, hit',
    ['dealer 6c Th 4c', '1.1 Ts 9s lose 1000>0', '3.1 2h 9d Kc win 1000>2000'],
    '1 3',
  ],
  [
    'AM-03: a dealer blackjack under an ace ends the round; only a blackjack pushes',
    '5s As Ad 6s Ks Kh',
    '',
    ['dealer Ad Kh', '1.1 5s 6s lose 1000>0', '2.1 As Ks push 1000>1000'],
    '1 2',
  ],
  ['AM-03: and under a ten', '5s Kd 6s Ah', '', ['dealer Kd Ah', '1.1 5s 6s lose 1000>0']],
  [
    'AM-04: a blackjack wins 3:2 at once, also of spades',
    'As 9c Ks Th',
    '',
    ['dealer 9c Th', '1.1 As Ks blackjack 1000>2500'],
  ],
  [
    'AM-06: a hand after a split may be doubled',
    '8s 6c 8d Th 3s Kc 2d 9h 5h',
    'split, double, double',
    ['dealer 6c Th 5h', '1.1 8s 3s Kc push 2000>2000', '1.2 8d 2d 9h lose 2000>0'],
  ],
  [
    'AM-07: four hands of one box, king, queen and jack among them',
    'Ts 6c Jd 4h Kd 2s Qh 3s 4s 5s 7d',
    'split, split, stand, split, stand, stand, stand',
    [
      'dealer 6c 4h 7d',
      '1.1 Ts 2s lose 1000>0',
      '1.3 Kd 3s lose 1000>0',
      '1.4 Qh 4s lose 1000>0',
      '1.2 Jd 5s lose 1000>0',
    ],
  ],
  [
    'AM-08: split aces get one card each, and ace with ten is 21',
    'As 6c Ad 4h Kd 9s 9d',
    'split',
    ['dealer 6c 4h 9d', '1.1 As Kd win 1000>2000', '1.2 Ad 9s win 1000>2000'],
  ],
  [
    'AM-08: aces are split again, up to four hands; the fifth ace stays',
    'As 6c Ad 4h Ah Ac 2s As 3s Ad 9d',
    'split, split, split',
    [
      'dealer 6c 4h 9d',
      '1.1 As 2s lose 1000>0',
      '1.4 Ac As lose 1000>0',
      '1.3 Ah 3s lose 1000>0',
      '1.2 Ad Ad lose 1000>0',
    ],
  ],
  [
    'AM-09: surrender of one box leaves the other',
    'Ts Th Kc 6s 6d 7d Kd',
    'surrender, hit',
    ['dealer Kc 7d', '1.1 Ts 6s surrender 1000>500', '2.1 Th 6d Kd bust 1000>0'],
    '1 2',
  ],
  [
    'AM-09: no surrender against a blackjack of the dealer',
    'Ts Kc 6s Ad',
    '',
    ['dealer Kc Ad', '1.1 Ts 6s lose 1000>0'],
  ],
  [
    'AM-11: the dealer stands on soft 17',
    'Ts Ad 8s 6h',
    'stand',
    ['dealer Ad 6h', '1.1 Ts 8s win 1000>2000'],
  ],
  [
    'AM-11: and draws on 16, soft or hard',
    'Ts 5d 8s Ah Kh Ad',
    'stand',
    ['dealer 5d Ah Kh Ad', '1.1 Ts 8s win 1000>2000'],
  ],
]);

testRounds('Zero Edge', rules('american-blackjack-zero-edge'), [
  [
    'AM-04: ace and king of spades pay 4:1',
    'As 9c Ks Th',
    '',
    ['dealer 9c Th', '1.1 As Ks blackjack 1000>5000'],
  ],
  ['AM-04: in either order', 'Ks 9c As Th', '', ['dealer 9c Th', '1.1 Ks As blackjack 1000>5000']],
  [
    'AM-04: ace of spades with king of hearts 3:2',
    'As 9c Kh Th',
    '',
    ['dealer 9c Th', '1.1 As Kh blackjack 1000>2500'],
  ],
  [
    'AM-04: ace of hearts with king of spades 3:2',
    'Ah 9c Ks Th',
    '',
    ['dealer 9c Th', '1.1 Ah Ks blackjack 1000>2500'],
  ],
  [
    'AM-04: ace and queen of spades 3:2',
    'As 9c Qs Th',
    '',
    ['dealer 9c Th', '1.1 As Qs blackjack 1000>2500'],
  ],
  [
    'AM-04: against a blackjack it pushes as any other',
    'As Ad Ks Th',
    '',
    ['dealer Ad Th', '1.1 As Ks push 1000>1000'],
  ],
  [
    'AM-04: after a split it is 21 and wins 1:1',
    'As 6c Ad 4h Ks 9s 9d',
    'split',
    ['dealer 6c 4h 9d', '1.1 As Ks win 1000>2000', '1.2 Ad 9s win 1000>2000'],
  ],
]);

const ALL = 'hit stand double:1000 surrender stand-all';
const PAIR = 'hit stand double:1000 split:1000 surrender stand-all';

testPositions('choices', AMERICAN, [
  ['AM-05: on two unequal cards', 'Ts 6c 6d Th', '', '1.1', ALL],
  ['AM-05: on three cards', '2s 6c 6d Th 3c', 'hit', '1.1', 'hit stand stand-all'],
  ['AM-05: 21 is not asked', '6s 5s 6c 5d 6d Th Td', 'hit', '2.1', ALL, '1 2'],
  ['AM-06: soft 20 may be doubled', 'As 6c 9d Th', '', '1.1', ALL],
  ['AM-07: ten and king are a pair', 'Ts 6c Kd Th', '', '1.1', PAIR],
  [
    'AM-07: a fourth hand is the last',
    'Ts 6c Jd 4h Kd Qh Th',
    'split, split, split',
    '1.1',
    'hit stand double:1000 stand-all',
  ],
  ['AM-08: aces are a pair', 'As 6c Ad Th', '', '1.1', PAIR],
  [
    'AM-08: a further ace may be split or left',
    'As 6c Ad Th Ah',
    'split',
    '1.1',
    'stand split:1000 stand-all',
  ],
  ['AM-09: surrender against an ace, after the check', 'Ts Ac 6d 5h', '', '1.1', ALL],
  ['AM-09: not after a split', '8s 6c 8d Th 3c', 'split', '1.1', 'hit stand double:1000 stand-all'],
  [
    'AM-09: on the next box, whatever was done on the first',
    '8s Ts 6c 8d 6d Th 3c 4c',
    'split, stand, stand',
    '2.1',
    ALL,
    '1 2',
  ],
  ['AM-10: no insurance and no even money against an ace', '5s As Ac 6d Kd 5h', '', '1.1', ALL, '1 2'],
]);

describe('when money comes', () => {
  test('AM-03: the table knows after the check that there is no blackjack, and under other cards at once', () => {
    expect(new TextGame(AMERICAN, 'Ts Ac 6d 5h').view().dealer).toEqual({
      cards: ['Ac', '??'],
      total: 11,
      soft: true,
      blackjack: false,
    });
    expect(new TextGame(AMERICAN, 'Ts 9c 6d Ah').view().dealer).toEqual({
      cards: ['9c', '??'],
      total: 9,
      soft: false,
      blackjack: false,
    });
  });

  test('AM-03: the check is told only where the dealer looks', () => {
    expect(new TextGame(AMERICAN, 'Ts Kc 6d 5h').heard('dealerChecked')).toEqual([
      { type: 'dealerChecked', blackjack: false },
    ]);
    expect(new TextGame(AMERICAN, 'Ts 9c 6d Ah').heard('dealerChecked')).toEqual([]);
  });

  test('AM-04: a blackjack is paid before the next box is asked', () => {
    const game = new TextGame(AMERICAN, 'As Ts Kc Qd 6d 5h', '1 2');
    expect(game.turn).toBe('2.1');
    expect(game.view()).toMatchObject({ status: 'playing', staked: 2000, returned: 2500, net: 500 });
  });

  test('AM-09: a surrender is paid before the next box is asked', () => {
    const game = new TextGame(AMERICAN, 'Ts Th Kc 6s 6d 7d', '1 2').play('surrender');
    expect(game.view()).toMatchObject({ status: 'playing', staked: 2000, returned: 500 });
  });

  test('AM-01: a player may hold four boxes and no fifth', () => {
    expect([AMERICAN.boxes, AMERICAN.boxesPerPlayer, AMERICAN.decks, AMERICAN.shuffle]).toEqual([
      4,
      4,
      6,
      { kind: 'everyDeal' },
    ]);
  });
});
