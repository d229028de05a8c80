import { badChoices, isBadChoice } from '../../src/domain/advice';
import { actionOf, classic, rules, TextGame } from '../support/hands';

const AMERICAN = rules('american-blackjack');

/** The bad choices of the hand in turn as text. */
function bad(game: TextGame, bettor = 0): string[] {
  return badChoices(game.round, bettor).map(({ type, reason }) => `${type}: ${reason}`);
}

describe('C-22: bad choices', () => {
  test.each([
    [
      'C-22: 11',
      '5s 6c 6d Th',
      '',
      ['stand: standOnElevenOrLess', 'surrender: surrenderElevenOrLess', 'stand-all: standOnElevenOrLess'],
    ],
    ['C-22: hard 12', '5s 6c 7d Th', '', ['double: doubleHardTwelveOrMore']],
    ['C-22: hard 16 may be hit', 'Ts 6c 6d Th', '', ['double: doubleHardTwelveOrMore']],
    ['C-22: hard 17', 'Ts 6c 7d Th', '', ['hit: hitHardSeventeenOrMore', 'double: doubleHardTwelveOrMore']],
    ['C-22: hard 17 of three cards', '2s 6c 5d Th Kd', 'hit', ['hit: hitHardSeventeenOrMore']],
    ['C-22: soft 18 may be hit and doubled', 'As 6c 7d Th', '', []],
    [
      'C-22: tens',
      'Ts 6c Kd Th',
      '',
      ['hit: hitHardSeventeenOrMore', 'double: doubleHardTwelveOrMore', 'split: splitTens'],
    ],
    [
      'C-22: fives',
      '5s 6c 5d Th',
      '',
      [
        'stand: standOnElevenOrLess',
        'split: splitFives',
        'surrender: surrenderElevenOrLess',
        'stand-all: standOnElevenOrLess',
      ],
    ],
    ['C-22: eights may be split', '8s 6c 8d Th', '', ['double: doubleHardTwelveOrMore']],
    ['C-22: aces may be split', 'As 6c Ad Th', '', []],
    ['C-22: split aces may be left', 'As 6c Ad Th Ah', 'split', []],
  ])('%s', (_, cards, choices, reasons) => {
    expect(bad(new TextGame(AMERICAN, cards).play(choices))).toEqual(reasons);
  });

  test('C-22: standing all is as bad as the worst hand of all boxes', () => {
    expect(bad(new TextGame(AMERICAN, 'Ts 5s 6c 6d 6h Th', '1 2'))).toContain(
      'stand-all: standOnElevenOrLess',
    );
    expect(bad(new TextGame(AMERICAN, 'Ts 5s 6c 6d 8h Th', '1 2'))).not.toContain(
      'stand-all: standOnElevenOrLess',
    );
  });

  test('C-22: hands that are done no longer count', () => {
    const game = new TextGame(AMERICAN, '5s Ts 6c 6h 6d Th 2s', '1 2').play('double');
    expect(bad(game)).toEqual(['double: doubleHardTwelveOrMore']);
  });

  test('C-22: a split hand that waits for its second card is not judged', () => {
    const game = new TextGame(AMERICAN, '8s 6c 8d Th Td').play('split');
    expect(bad(game)).not.toContain('stand-all: standOnElevenOrLess');
  });

  test('C-22: the view names them, or none', () => {
    expect(new TextGame(AMERICAN, 'As 6c 7d Th').view().advice).toBeNull();
    expect(new TextGame(AMERICAN, 'Ts 6c 6d Th').view().advice).toEqual([
      { type: 'double', hand: '1.1', reason: 'doubleHardTwelveOrMore' },
    ]);
  });

  test('C-22: no advice while an offer is open, nor to those who are not in turn, nor at the end', () => {
    expect(bad(new TextGame(classic(), '5s Ac 6d Th'))).toEqual([]);
    const shared = new TextGame(rules('blackjack-deluxe'), '5s 6s 6c 6d 5d Th', '1 2@1');
    expect([bad(shared, 1), bad(shared, 0).length]).toEqual([[], 2]);
    expect(bad(new TextGame(AMERICAN, 'As 6c Kd Th'))).toEqual([]);
  });

  test('C-22: a switch is never bad, what follows may be', () => {
    expect(bad(new TextGame(rules('blackjack-switch'), 'As 9h 6c Ks 8d'))).toEqual([]);
  });

  test.each([
    ['stand', true],
    ['surrender', true],
    ['stand-all', true],
    ['hit', false],
    ['double', false],
    ['stand 2.1', false],
  ])('C-22: %s on 11 is bad: %p', (choice, expected) => {
    const game = new TextGame(AMERICAN, '5s Ts 6c 6d 6h Th', '1 2');
    expect(isBadChoice(game.round, 0, actionOf(game.round, choice).action)).toBe(expected);
  });
});
