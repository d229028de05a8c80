import { automaticAction } from '../../src/domain/automatic-rule';
import type { RuleSet } from '../../src/domain/rule-set';
import { classic, rules, testRounds, TextGame } from '../support/hands';

const AMERICAN = rules('american-blackjack');

testRounds('automatic rule', AMERICAN, [
  [
    'DX-21, C-19: hits on 11 or less, stands above',
    '2s 6c 3d Th 6d 5h Kd',
    'automatic',
    ['dealer 6c Th Kd', '1.1 2s 3d 6d 5h win 1000>2000'],
  ],
  [
    'DX-21: an ace counts 11: soft 12 stands',
    'As 9c Ad 8h',
    'automatic',
    ['dealer 9c 8h', '1.1 As Ad lose 1000>0'],
  ],
  [
    'DX-21: no double on 11',
    '5s 6c 6d Th Kd 5d',
    'automatic',
    ['dealer 6c Th 5d', '1.1 5s 6d Kd push 1000>1000'],
  ],
  [
    'DX-21: no split of eights, no surrender of 16',
    '8s 9c 8d 8h',
    'automatic',
    ['dealer 9c 8h', '1.1 8s 8d lose 1000>0'],
  ],
  [
    'DX-21: carries on from where the player left: split hands, then other boxes',
    '2s 9s 6c 2d 3d Th Kd 9d 7h Td',
    'split, automatic',
    ['dealer 6c Th Td', '1.1 2s Kd win 1000>2000', '1.2 2d 9d 7h win 1000>2000', '2.1 9s 3d win 1000>2000'],
    '1 2',
  ],
  [
    'DX-21: a further split ace is left',
    'As 6c Ad Th Ah Kd Td',
    'split, automatic',
    ['dealer 6c Th Td', '1.1 As Ah win 1000>2000', '1.2 Ad Kd win 1000>2000'],
  ],
]);

testRounds('automatic rule: offers', rules('infinite-blackjack'), [
  [
    'DX-21: no insurance, no even money',
    'As Ts Kd Kh 9s Ac',
    'automatic',
    ['dealer Kd Ac', '1.1 As Kh push 1000>1000', '2.1 Ts 9s lose 1000>0'],
    '1 2',
  ],
]);

testRounds('automatic rule: closed cards', classic({ insuranceCards: 'closed', evenMoney: true }), [
  [
    'DX-21: nor the even money that comes after',
    'As Ac Kd Kh',
    'automatic',
    ['dealer Ac Kh', '1.1 As Kd push 1000>1000'],
  ],
]);

testRounds('automatic rule: switch', rules('blackjack-switch'), [
  [
    'C-19: a blackjack is kept, nothing is switched',
    'As 3h 9c Kd 4d Td 8c',
    'automatic',
    ['dealer 9c 8c', '1.1 As Kd blackjack 1000>2000', '1.2 3h 4d Td push 1000>1000'],
  ],
]);

testRounds('automatic rule: several bettors', rules('blackjack-deluxe'), [
  [
    'DX-21: declines the offers of all, and plays every seat',
    'Ts 5s Ac 9d 6d 8h Kd',
    'automatic',
    ['dealer Ac 8h', '1.1 Ts 9d push 1000>1000', '1.1#1 Ts 9d push 300>300', '2.1#1 5s 6d Kd win 1000>2000'],
    '1 1<1:300 2@1',
  ],
]);

describe('automaticHitUpTo', () => {
  test('DX-21: is the bound that the rule set names', () => {
    const careful: RuleSet = { ...AMERICAN, automaticHitUpTo: 8 };
    const hand = '4s 6c 5d Th';
    expect(automaticAction(new TextGame(AMERICAN, hand).round).action.type).toBe('hit');
    expect(automaticAction(new TextGame(careful, hand).round).action.type).toBe('stand');
  });

  test('DX-21: 12 stands and 11 hits', () => {
    expect(automaticAction(new TextGame(AMERICAN, '5s 6c 7d Th').round).action.type).toBe('stand');
    expect(automaticAction(new TextGame(AMERICAN, '5s 6c 6d Th').round).action.type).toBe('hit');
  });
});
