import { degraded } from '../../src/domain/automatic-rule';
import { cards, rules, testPositions, testRounds, TextGame } from '../support/hands';

const DELUXE = rules('blackjack-deluxe');

// One seat: its first card, the dealer's first, its second card, the hole card.
testRounds('Blackjack Deluxe', DELUXE, [
  [
    'DX-12: seats ascending, the dealer up, seats again, the dealer down; with gaps',
    'Ts 2h 9c 6c 9s 8d 3d Th 4c',
    'stand, stand, stand',
    ['dealer 6c Th 4c', '2.1 Ts 9s lose 1000>0', '4.1#1 2h 8d lose 1000>0', '7.1 9c 3d lose 1000>0'],
    '2 4@1 7',
  ],
  [
    'DX-13: a dealer blackjack ends the round at once, before anybody decides',
    'Ts Kc 6s Ad',
    '',
    ['dealer Kc Ad', '1.1 Ts 6s lose 1000>0'],
  ],
  [
    'DX-13: blackjacks alone end it too, and no card is drawn to a 12 of the dealer',
    'As Ah 6c Kd Qd 6d',
    '',
    ['dealer 6c 6d', '1.1 As Kd blackjack 1000>2500', '2.1 Ah Qd blackjack 1000>2500'],
    '1 2',
  ],
  [
    'DX-18: split aces get one card each; ace and ten are 21',
    'As 6c Ad Th Kd Ah 5d',
    'split',
    ['dealer 6c Th 5d', '1.1 As Kd push 1000>1000', '1.2 Ad Ah lose 1000>0'],
  ],
  [
    'DX-20: insurance loses when the dealer has no blackjack, and the round goes on',
    'Ts Ac 9s 9d',
    'insure 1.1, stand',
    ['dealer Ac 9d', '1.1 Ts 9s lose 1000>0', '1.1 insurance lose 500>0'],
  ],
  [
    'DX-20: a blackjack that is insured against a blackjack pushes and is paid 2:1',
    'As Ac Ks Kd',
    'insure',
    ['dealer Ac Kd', '1.1 As Ks push 1000>1000', '1.1 insurance win 500>1500'],
  ],
  [
    'DX-20: each bettor on the hand decides for himself, over half of his own stake',
    'Ts Ac 9s Kd',
    'insure by 1, decline by 2, decline',
    [
      'dealer Ac Kd',
      '1.1 Ts 9s lose 1000>0',
      '1.1#1 Ts 9s lose 600>0',
      '1.1#1 insurance win 300>900',
      '1.1#2 Ts 9s lose 400>0',
    ],
    '1 1<1:600 1<2:400',
  ],
  [
    'DX-26: blackjack 3:2, a win 1:1, a push',
    'As Ts Th 6c Ks 9s 8d Td 2c',
    'stand, stand',
    [
      'dealer 6c Td 2c',
      '1.1 As Ks blackjack 1000>2500',
      '2.1 Ts 9s win 1000>2000',
      '3.1 Th 8d push 1000>1000',
    ],
    '1 2 3',
  ],
  [
    'DX-26: blackjack against blackjack pushes',
    'As Kc Ks Ad',
    '',
    ['dealer Kc Ad', '1.1 As Ks push 1000>1000'],
  ],
]);

testRounds('behind', DELUXE, [
  [
    'DX-22: no: the third card is a hit for the follower, and his stake stays',
    '5s 6c 6d Th Td 5d',
    'double',
    ['dealer 6c Th 5d', '1.1 5s 6d Td push 2000>2000', '1.1#1 5s 6d Td push 300>300'],
    '1 1<1:300',
  ],
  [
    'DX-22: yes doubles his stake; each answers for himself',
    '5s 6c 6d Th Td 2d',
    'double +2',
    [
      'dealer 6c Th 2d',
      '1.1 5s 6d Td win 2000>4000',
      '1.1#1 5s 6d Td win 300>600',
      '1.1#2 5s 6d Td win 800>1600',
    ],
    '1 1<1:300 1<2:400',
  ],
  [
    'DX-22: a double that busts is lost for all',
    'Ts 6c 6d Th Kd',
    'double +1',
    ['dealer 6c Th', '1.1 Ts 6d Kd bust 2000>0', '1.1#1 Ts 6d Kd bust 600>0'],
    '1 1<1:300',
  ],
  [
    'DX-23: no: the follower stays with the first hand only',
    '8s 6c 8d Th Td 9d 3d',
    'split, stand, stand',
    ['dealer 6c Th 3d', '1.1 8s Td lose 1000>0', '1.1#1 8s Td lose 300>0', '1.2 8d 9d lose 1000>0'],
    '1 1<1:300',
  ],
  [
    'DX-23: yes puts the same stake on the second hand',
    '8s 6c 8d Th Td 9d 2d',
    'split +1, stand, stand',
    [
      'dealer 6c Th 2d',
      '1.1 8s Td push 1000>1000',
      '1.1#1 8s Td push 300>300',
      '1.2 8d 9d lose 1000>0',
      '1.2#1 8d 9d lose 300>0',
    ],
    '1 1<1:300',
  ],
  [
    'DX-24: surrender binds those behind; each gets half back',
    'Ts 6c 6d Th',
    'surrender',
    [
      'dealer 6c Th',
      '1.1 Ts 6d surrender 1000>500',
      '1.1#1 Ts 6d surrender 300>150',
      '1.1#2 Ts 6d surrender 400>200',
    ],
    '1 1<1:300 1<2:400',
  ],
  [
    'DX-24: follow-double is answered per hand after a split',
    '8s 6c 8d Th 3d Td 3s 9s Kd',
    'split +1, double +1, double',
    [
      'dealer 6c Th Kd',
      '1.1 8s 3d Td win 2000>4000',
      '1.1#1 8s 3d Td win 600>1200',
      '1.2 8d 3s 9s win 2000>4000',
      '1.2#1 8d 3s 9s win 300>600',
    ],
    '1 1<1:300',
  ],
  [
    'DX-26: those behind a blackjack win 3:2 as well',
    'As 6c Ks Th',
    '',
    ['dealer 6c Th', '1.1 As Ks blackjack 1000>2500', '1.1#1 As Ks blackjack 300>750'],
    '1 1<1:300',
  ],
]);

const OPEN = 'hit stand double:1000';

testPositions('choices', DELUXE, [
  [
    'DX-15: no hit on 21: the next seat is asked',
    '5s Ts 6c 6d 9d Th Td',
    'hit',
    '2.1',
    `${OPEN} surrender`,
    '1 2',
  ],
  ['DX-15: a split hand that is doubled is done', '8s 6c 8d Th 3d 2d 4d', 'split, double', '1.2', OPEN],
  ['DX-16: a double of a split hand, but of no split ace', '8s 6c 8d Th 3d', 'split', '1.1', OPEN],
  [
    'DX-16: split aces go to the next seat without a question',
    'As Ts 6c Ad 9d Th 2d 3d',
    'split',
    '2.1',
    `${OPEN} surrender`,
    '1 2',
  ],
  ['DX-17: surrender against a nine', 'Ts 9c 6d Th', '', '1.1', `${OPEN} surrender`],
  ['DX-17: not against a ten', 'Ts Jc 6d Th', '', '1.1', OPEN],
  ['DX-17: not against an ace', 'Ts Ac 6d 9h', 'decline', '1.1', OPEN],
  ['DX-17: not after a hit', '2s 9c 6d Th 3c', 'hit', '1.1', 'hit stand'],
  ['DX-18: a split hand is not split again', '8s 6c 8d Th 8h', 'split', '1.1', OPEN],
  [
    'DX-20: offered on each hand of the bettor, a blackjack too',
    'As Ts Ac Kd 9d Th',
    '',
    'insurance',
    'insurance(1.1):500 insurance(2.1):1000',
    '1 2:2000',
  ],
  ['DX-20: not against a ten', 'Ts Kc 9d Th', '', '1.1', OPEN],
  [
    'DX-20: one hand answered, the other still open',
    'Ts 9s Ac 9d 9h Th',
    'decline 2.1',
    'insurance',
    'insurance(1.1):500',
    '1 2',
  ],
]);

describe('several bettors', () => {
  test('DX-20: an answer without a hand stands for every offer of that bettor, and for his alone', () => {
    const game = new TextGame(DELUXE, 'Ts 9s Ac 9d 9h Th', '1 2 1<1:300').play('insure');
    expect([game.allowed(0), game.allowed(1)]).toEqual(['', 'insurance(1.1):150']);
    expect(game.round.bettors).toEqual([
      { staked: 3000, returned: 0 },
      { staked: 300, returned: 0 },
    ]);
  });

  test('DX-20: the dealer checks when the last offer is answered, not before', () => {
    const game = new TextGame(DELUXE, 'Ts Ac 9d Th', '1 1<1:300').play('insure');
    expect(game.view().dealer.blackjack).toBeNull();
    game.play('decline by 1');
    expect(game.view().dealer.blackjack).toBe(true);
  });

  test('IN-06: even money of the holder leaves the blackjack to those behind, and the other way round', () => {
    const both = { ...DELUXE, insurance: 'none', evenMoney: 'offered' } as const;
    const holder = new TextGame(both, 'As Ac Kd 9h', '1 1<1:300').play('even 1.1, no-even 1.1 by 1');
    expect(holder.lines().slice(1)).toEqual([
      '1.1 As Kd evenMoney 1000>2000',
      '1.1#1 As Kd blackjack 300>750',
    ]);
    const behind = new TextGame(both, 'As Ac Kd Kh', '1 1<1:300').play('no-even 1.1, even 1.1 by 1');
    expect(behind.view(1).boxes[0].hands[0].state).toBe('blackjack');
    expect(behind.lines().slice(1)).toEqual(['1.1 As Kd push 1000>1000', '1.1#1 As Kd evenMoney 300>600']);
  });

  test('those behind and other seats may not play the hand', () => {
    const game = new TextGame(DELUXE, 'Ts 9s 6c 9d 9h Th', '1 2@1 1<2:300');
    for (const choice of ['hit by 1', 'stand by 2', 'double by 1', 'surrender by 2']) {
      expect(game.tries(choice)).toEqual({ code: 'action_not_allowed' });
    }
    expect([game.allowed(0), game.allowed(1), game.allowed(2)]).toEqual([`${OPEN} surrender`, '', '']);
  });

  test('DX-23: a follower who stayed with the first hand has no say and no money on the second', () => {
    const game = new TextGame(DELUXE, '8s 6c 8d Th 3d 4d 5d Kd', '1 1<1:300').play('split, stand, double +1');
    expect(game.round.bettors.map(({ staked }) => staked)).toEqual([3000, 300]);
  });
});

describe('a queued action that can no longer be paid', () => {
  test.each([
    ['DX-16: a double becomes a hit', 'double', 'Ts 6d', 'hit'],
    ['DX-19: a split on 10 becomes a hit', 'split', '5s 5d', 'hit'],
    ['DX-19: a split on 12 becomes a stand', 'split', '6s 6d', 'stand'],
    ['DX-19: a split of aces, which are 12, becomes a stand', 'split', 'As Ad', 'stand'],
  ] as const)('%s', (_, type, hand, instead) => {
    const [one, other] = hand.split(' ');
    const game = new TextGame(DELUXE, `${one} 6c ${other} Th`);
    expect(cards(hand)).toEqual(game.round.boxes[0].hands[0].cards);
    expect(degraded({ type, hand: '1.1' }, game.round.boxes[0].hands[0])).toEqual({
      type: instead,
      hand: '1.1',
    });
  });
});
