import { rules, testPositions, testRounds, TextGame } from '../support/hands';

const SWITCH = rules('blackjack-switch');
const OPEN = 'hit stand double:1000';

// One box: first cards of 1.1 and 1.2, the dealer's card, second cards of 1.1 and 1.2.
testRounds('Blackjack Switch', SWITCH, [
  [
    'SW-03: a card to each hand ascending, the dealer one, a second card to each hand, all open',
    'Ts 9h 8d 7c 6c 2s 3h 4d 5c Td Kc',
    'stand, stand, stand, stand',
    [
      'dealer 6c Td Kc',
      '1.1 Ts 2s win 1000>2000',
      '1.2 9h 3h win 1000>2000',
      '3.1 8d 4d win 1000>2000',
      '3.2 7c 5c win 1000>2000',
    ],
    '1 3',
  ],
  [
    'SW-05: insurance per hand: half the stake, 2:1 when the second card makes a blackjack',
    'Ts 9h Ac 8s 9d Kc',
    'insure 1.2, decline, stand, stand',
    ['dealer Ac Kc', '1.1 Ts 8s lose 1000>0', '1.2 9h 9d lose 1000>0', '1.2 insurance win 500>1500'],
  ],
  [
    'SW-06: the second cards change places',
    'Ts 5h 6c 6s Th 9d 2c 9c',
    'switch, stand, double',
    ['dealer 6c 2c 9c', '1.1 Ts Th win 1000>2000', '1.2 5h 6s 9d win 2000>4000'],
  ],
  [
    'SW-07: a blackjack made by a switch pays 1:1 at the end',
    'As Th 6c 5s Kd Td 3c',
    'switch, stand, stand',
    ['dealer 6c Td 3c', '1.1 As Kd blackjack 1000>2000', '1.2 Th 5s lose 1000>0'],
  ],
  [
    'SW-07: a blackjack broken by a switch is none any more',
    'As Th 6c Kd 8s Td 3c',
    'switch, stand, stand',
    ['dealer 6c Td 3c', '1.1 As 8s push 1000>1000', '1.2 Th Kd win 1000>2000'],
  ],
  [
    'SW-07: switched back it is one again',
    'As Th 6c Kd 8s Td 3c',
    'switch, switch, stand, stand',
    ['dealer 6c Td 3c', '1.1 As Kd blackjack 1000>2000', '1.2 Th 8s lose 1000>0'],
  ],
  [
    'SW-07: two blackjacks of a box are asked once, then the turn passes over the second',
    'As Ah Tc Kd Ks 6c',
    'stand',
    ['dealer Tc 6c', '1.1 As Kd blackjack 1000>2000', '1.2 Ah Ks blackjack 1000>2000'],
  ],
  [
    'SW-07: two blackjacks stay two by a switch of their second cards',
    'As Ah 9c Kd Ks',
    'switch, stand',
    ['dealer 9c', '1.1 As Ks blackjack 1000>2000', '1.2 Ah Kd blackjack 1000>2000'],
  ],
  [
    'SW-08: a double after a split',
    '8s Th 6c 8d 9s 3h Kd 9h Tc 7c',
    'split, double, stand, stand',
    ['dealer 6c Tc 7c', '1.1 8s 3h Kd win 2000>4000', '1.3 8d 9h win 1000>2000', '1.2 Th 9s win 1000>2000'],
  ],
  [
    'SW-09: each dealt hand may be split once; the new hands are 1.3 and 1.4',
    '8s 7s 6c 8d 7d 8h 8c 7h 7c Tc 7c',
    'split, stand, stand, split, stand, stand',
    [
      'dealer 6c Tc 7c',
      '1.1 8s 8h win 1000>2000',
      '1.3 8d 8c win 1000>2000',
      '1.2 7s 7h win 1000>2000',
      '1.4 7d 7c win 1000>2000',
    ],
  ],
  [
    'SW-09: split aces get one card each; ace and ten are 21 and lose to a blackjack',
    'As 9s Tc Ad 9d Kh 2h Ac',
    'split, stand',
    ['dealer Tc Ac', '1.1 As Kh lose 1000>0', '1.3 Ad 2h lose 1000>0', '1.2 9s 9d lose 1000>0'],
  ],
  [
    'C-20: stand all with split aces and a second box',
    'As 9s 5s 4s Tc Ad 9d 6s Ks Kh 2h Td',
    'split, stand-all',
    [
      'dealer Tc Td',
      '1.1 As Kh win 1000>2000',
      '1.3 Ad 2h lose 1000>0',
      '1.2 9s 9d lose 1000>0',
      '2.1 5s 6s lose 1000>0',
      '2.2 4s Ks lose 1000>0',
    ],
    '1 2',
  ],
  [
    'C-20: stand all keeps blackjacks that were asked',
    'As Ts Tc Kd 9d 9c',
    'stand-all',
    ['dealer Tc 9c', '1.1 As Kd blackjack 1000>2000', '1.2 Ts 9d push 1000>1000'],
  ],
  [
    'SW-11: no card without a stake',
    'Ts Th 6c 6s 6d Kd Kh',
    'hit, hit',
    ['dealer 6c', '1.1 Ts 6s Kd bust 1000>0', '1.2 Th 6d Kh bust 1000>0'],
  ],
  [
    'SW-11: he hits soft 17',
    'Ts Th Ac 8s 7d 6c Kd',
    'decline, stand, stand',
    ['dealer Ac 6c Kd', '1.1 Ts 8s win 1000>2000', '1.2 Th 7d push 1000>1000'],
  ],
  [
    'SW-11: he stands on soft 18',
    'Ts Th Ac 8s 7d 7c',
    'decline, stand, stand',
    ['dealer Ac 7c', '1.1 Ts 8s push 1000>1000', '1.2 Th 7d lose 1000>0'],
  ],
  [
    'SW-12: a dealer blackjack: insurance 2:1, blackjacks push, doubled stakes lose',
    'As 5h Ac Ks 6d Td Kc',
    'insure, stand, double',
    [
      'dealer Ac Kc',
      '1.1 As Ks push 1000>1000',
      '1.1 insurance win 500>1500',
      '1.2 5h 6d Td lose 2000>0',
      '1.2 insurance win 500>1500',
    ],
  ],
  [
    'SW-13: a dealer bust pays every hand that has not bust',
    'Ts 2h 6c 6s 3d Kh 6d Tc',
    'hit, stand',
    ['dealer 6c 6d Tc', '1.1 Ts 6s Kh bust 1000>0', '1.2 2h 3d win 1000>2000'],
  ],
]);

testRounds('Push 22', rules('blackjack-switch-push22'), [
  [
    'SW-13: 22 pushes what has not bust, a doubled hand too; a blackjack wins',
    'As 5h 6c Ks 6d 2d 6d Tc',
    'stand, double',
    ['dealer 6c 6d Tc', '1.1 As Ks blackjack 1000>2000', '1.2 5h 6d 2d push 2000>2000'],
  ],
  [
    'SW-13: 22 gives a bust hand nothing; 21 of three cards pushes',
    'Ts 5h 6c 6s 6d Kh Td 6d Tc',
    'hit, hit',
    ['dealer 6c 6d Tc', '1.1 Ts 6s Kh bust 1000>0', '1.2 5h 6d Td push 1000>1000'],
  ],
  [
    'SW-13: 23 is a bust',
    'Ts 5h 6c 6s 6d 7d Tc',
    'stand, stand',
    ['dealer 6c 7d Tc', '1.1 Ts 6s win 1000>2000', '1.2 5h 6d win 1000>2000'],
  ],
]);

testPositions('choices', SWITCH, [
  ['SW-06: the first choice of a box', 'Ts 9h 6c 6s 8d', '', '1.1', `${OPEN} switch stand-all`],
  [
    'SW-06: as often as wanted',
    'Ts 9h 6c 6s 8d',
    'switch, switch, switch',
    '1.1',
    `${OPEN} switch stand-all`,
  ],
  ['SW-06: not after a hit', '2s 9h 6c 6s 8d 3d', 'hit', '1.1', 'hit stand stand-all'],
  ['SW-06: not on the second hand after a stand', 'Ts 9h 6c 6s 8d', 'stand', '1.2', `${OPEN} stand-all`],
  ['SW-06: insurance is no action on the box', 'Ts 9h Ac 6s 8d', 'insure', '1.1', `${OPEN} switch stand-all`],
  [
    'SW-06: the next box may be switched in its turn',
    'Ts 9h 7s 4h 6c 6s 8d 5s 5h',
    'stand, stand',
    '2.1',
    `${OPEN} switch stand-all`,
    '1 2',
  ],
  ['SW-07: a blackjack that can be switched is asked', 'As 9h 6c Ks 8d', '', '1.1', 'stand switch stand-all'],
  [
    'SW-07: the turn passes over one that cannot',
    '9h As 2s 7h 6c 8d Ks 9d 3h',
    'stand',
    '2.1',
    `${OPEN} switch stand-all`,
    '1 2',
  ],
  [
    'SW-08: no double on a blackjack made by a switch',
    'As Th 6c 5s Kd',
    'switch',
    '1.1',
    'stand switch stand-all',
  ],
  ['SW-09: a pair is split', '8s 9h 6c 8d 7d', '', '1.1', `${OPEN} split:1000 switch stand-all`],
  ['SW-09: once a hand, though the box has two', '8s 9h 6c 8d 7d 8h', 'split', '1.1', `${OPEN} stand-all`],
  [
    'SW-09: the other dealt hand may still be split',
    '8s 9h 6c 8d 9d 3h 4h',
    'split, stand, stand',
    '1.2',
    `${OPEN} split:1000 stand-all`,
  ],
  [
    'SW-09: a pair that a switch has made',
    '8s 9h 6c 9d 8d',
    'switch',
    '1.1',
    `${OPEN} split:1000 switch stand-all`,
  ],
  ['SW-10: no surrender', 'Ts 9h 6c 6s 8d', '', '1.1', `${OPEN} switch stand-all`],
  [
    'SW-05: an offer on each hand, a blackjack too',
    'As 9h Ac Ks 8d',
    '',
    'insurance',
    'insurance(1.1):500 insurance(1.2):500',
  ],
  ['SW-05: none against a ten', 'Ts 9h Kc 6s 8d', '', '1.1', `${OPEN} switch stand-all`],
]);

describe('boxes of two hands', () => {
  test('SW-02: the stake lies on each hand', () => {
    const game = new TextGame(SWITCH, 'Ts 9h 6c 6s 8d', '1:700');
    expect(game.view()).toMatchObject({ staked: 1400 });
    expect(game.view().boxes[0].hands.map(({ stake }) => stake)).toEqual([700, 700]);
  });

  test('SW-07: blackjacks are paid with all others at the end', () => {
    const game = new TextGame(SWITCH, 'As 9h 6c Ks 8d').play('stand');
    expect(game.view()).toMatchObject({ status: 'playing', returned: 0 });
    expect(game.view().boxes[0].hands[0]).toMatchObject({ state: 'blackjack', outcome: null });
  });

  test('SW-07: a blackjack shows as such while offers are open no more', () => {
    const game = new TextGame(SWITCH, '9h As Ac 8d Ks');
    expect(game.view().boxes[0].hands.map(({ state }) => state)).toEqual(['waiting', 'waiting']);
    game.play('decline');
    expect(game.view().boxes[0].hands.map(({ state }) => state)).toEqual(['acting', 'blackjack']);
  });

  test('SW-06: only the box in turn is switched; an unknown one is not found', () => {
    const game = new TextGame(SWITCH, 'Ts 9h 7s 4h 6c 6s 8d 5s 5h', '1 3');
    expect(game.tries('switch 3')).toEqual({ code: 'action_not_allowed' });
    expect(game.tries('switch 2')).toEqual({ code: 'box_not_found' });
    expect(game.tries('surrender')).toEqual({ code: 'action_not_allowed' });
  });

  test('SW-06: only the holder of the box switches it', () => {
    const game = new TextGame({ ...SWITCH, table: 'shared' }, 'Ts 9h 7s 4h 6c 6s 8d 5s 5h', '1 2@1');
    expect(game.tries('switch 1 by 1')).toEqual({ code: 'action_not_allowed' });
    expect(game.tries('switch 1')).toBeNull();
  });

  test('SW-12: what the dealer has is unknown until his second card', () => {
    expect(new TextGame(SWITCH, 'Ts 9h Kc 6s 8d').view().dealer).toEqual({
      cards: ['Kc'],
      total: 10,
      soft: false,
      blackjack: null,
    });
    expect(new TextGame(SWITCH, 'Ts 9h 9c 6s 8d').view().dealer.blackjack).toBe(false);
  });
});
