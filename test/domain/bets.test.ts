import { type BoxBet, boxBetsOf, checkBoxBets, costOf, soloBets } from '../../src/domain/bets';
import { classic, LIMITS, rules } from '../support/hands';

const AMERICAN = rules('american-blackjack');
const SWITCH = rules('blackjack-switch');

/** Bets as they come from outside: numbers of any kind. */
function boxes(...list: { box: number; stake: number; sideBets?: Record<string, number> }[]): BoxBet[] {
  return list as unknown as BoxBet[];
}

const box = (number: number, stake = 1000): { box: number; stake: number } => ({ box: number, stake });

describe('checks', () => {
  test.each([
    ['C-14: one box', AMERICAN, boxes(box(1)), []],
    ['C-14: any boxes, in any order, with gaps', AMERICAN, boxes(box(4), box(1)), []],
    ['C-14: the minimum and the maximum', AMERICAN, boxes(box(1, 100), box(2, 20_000)), []],
    [
      'C-14: below and above',
      AMERICAN,
      boxes(box(1, 0), box(2, 20_100)),
      ['boxes[0].stake', 'boxes[1].stake'],
    ],
    ['C-13: off the step', AMERICAN, boxes(box(1, 150)), ['boxes[0].stake']],
    [
      'C-14: negative, broken, endless',
      AMERICAN,
      boxes(box(1, -100), box(2, 100.5), box(3, NaN)),
      ['boxes[0].stake', 'boxes[1].stake', 'boxes[2].stake'],
    ],
    ['C-14: no box', AMERICAN, boxes(), ['boxes']],
    ['AM-01: five boxes', AMERICAN, boxes(box(1), box(2), box(3), box(4), box(5)), ['boxes']],
    [
      'AM-01: no such box',
      AMERICAN,
      boxes(box(0), box(5), box(1.5)),
      ['boxes[0].box', 'boxes[1].box', 'boxes[2].box'],
    ],
    ['C-14: a box twice', AMERICAN, boxes(box(2), box(1), box(2)), ['boxes[2].box']],
    ['IN-01: five boxes', rules('infinite-blackjack'), boxes(box(1), box(2), box(3), box(4), box(5)), []],
    ['SW-02: three boxes', SWITCH, boxes(box(1), box(2), box(3)), []],
    ['SW-02: no fourth', SWITCH, boxes(box(4)), ['boxes[0].box']],
    ['CL-01: neighbours in any order', classic(), boxes(box(4), box(3), box(5)), []],
    ['CL-01: a gap', classic(), boxes(box(3), box(5)), ['boxes']],
    ['CL-01: a gap where the operator allows it', classic({ adjacent: false }), boxes(box(3), box(5)), []],
    ['CL-01: a box twice is that fault alone', classic(), boxes(box(3), box(3)), ['boxes[1].box']],
    ['CL-01: one box is adjacent', classic(), boxes(box(7)), []],
    ['CL-09: as many boxes as set', classic({ boxes: 2 }), boxes(box(1), box(2), box(3)), ['boxes']],
    [
      'C-14: a side bet within its own limits',
      AMERICAN,
      boxes({ ...box(1), sideBets: { sevens: 2000, blackjack: 100 } }),
      [],
    ],
    [
      'AM-14: above',
      AMERICAN,
      boxes({ ...box(1), sideBets: { sevens: 2100 } }),
      ['boxes[0].sideBets.sevens'],
    ],
    ['AM-14: below', AMERICAN, boxes({ ...box(1), sideBets: { sevens: 0 } }), ['boxes[0].sideBets.sevens']],
    [
      'C-14: of another game',
      AMERICAN,
      boxes({ ...box(1), sideBets: { pairs: 100 } }),
      ['boxes[0].sideBets.pairs'],
    ],
    [
      'C-14: an inherited name',
      AMERICAN,
      boxes({ ...box(1), sideBets: { toString: 100 } }),
      ['boxes[0].sideBets.toString'],
    ],
    [
      'C-14: without a main bet',
      AMERICAN,
      boxes({ box: 1, stake: 0, sideBets: { sevens: 100 } }),
      ['boxes[0].stake'],
    ],
  ])('%s', (_, ruleSet, bets, paths) => {
    expect(checkBoxBets(ruleSet, LIMITS, bets).map(({ path }) => path)).toEqual(paths);
  });
});

describe('bets of a player alone', () => {
  const SIDE = boxes({ ...box(3, 500), sideBets: { sevens: 200, blackjack: 100 } }, box(1));

  test('C-17: ascend, and lead back to the boxes for a rebet (C-21)', () => {
    const bets = soloBets(SIDE);
    expect(bets).toEqual({
      bettors: 1,
      seats: [
        { box: 1, bettor: 0, stake: 1000 },
        { box: 3, bettor: 0, stake: 500 },
      ],
      behind: [],
      sideBets: [
        { box: 3, bettor: 0, type: 'blackjack', stake: 100 },
        { box: 3, bettor: 0, type: 'sevens', stake: 200 },
      ],
    });
    expect(boxBetsOf(bets)).toEqual([SIDE[1], SIDE[0]]);
    expect(SIDE[0].box).toBe(3);
  });

  test('SW-02: a box of two hands costs its stake twice, its side bet once', () => {
    expect(costOf(AMERICAN, SIDE)).toBe(1800);
    expect(costOf(SWITCH, boxes({ ...box(1), sideBets: { superMatch: 300 } }))).toBe(2300);
  });
});
