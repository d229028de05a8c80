import type { RuleSet } from '../../src/domain/rule-set';
import { classic, rules, TextGame } from '../support/hands';

/**
 * One row for each field of a rule set that the engine reads: the same cards and choices under two values of the
 * field end differently. What boxes, decks and shuffle do stands in the tests of bets, shoes and rule sets.
 */
const AMERICAN = rules('american-blackjack');
const INFINITE = rules('infinite-blackjack');
const DELUXE = rules('blackjack-deluxe');
const SWITCH = rules('blackjack-switch');
const CLASSIC = classic({ evenMoney: true });

/** Fields whose meaning other tests show: names and counts, and what the shoe's keeper reads. */
const ELSEWHERE: readonly (keyof RuleSet)[] = [
  'id',
  'version',
  'name',
  'boxes',
  'boxesPerPlayer',
  'neighbours',
  'decks',
  'shuffle',
  'burn',
  'sideBets',
];

/** The table, what is seen of the dealer, who is in turn and what is allowed. More low cards follow those given. */
function picture(ruleSet: RuleSet, cards: string, choices: string, bets?: string): string {
  const game = new TextGame(ruleSet, `${cards} 2c 2d 2h 2s 2c 2d`, bets);
  for (const choice of choices.split(',').filter((text) => text !== '')) game.tries(choice);
  return [...game.lines(), `seen ${game.view().dealer.cards.join(' ')}`, game.turn, game.allowed()].join(
    ' | ',
  );
}

type Row = [
  clause: string,
  ruleSet: RuleSet,
  change: Partial<RuleSet>,
  cards: string,
  choices: string,
  plain: string,
  changed: string,
  bets?: string,
];

const ROWS: readonly Row[] = [
  ['C-20', AMERICAN, { table: 'shared' }, 'Ts 6c 6d Th', '', 'stand-all', 'surrender'],
  ['SW-02', SWITCH, { handsPerBox: 1 }, 'Ts 5s 6c 6d 5d Th', '', '1.2', 'dealer 5s'],
  [
    'IN-02',
    AMERICAN,
    { dealerCards: 'holeThenUp', dealerChecks: 'never' },
    'Ts 6c 6d Th',
    '',
    'seen 6c ??',
    'seen ?? Th',
  ],
  [
    'SW-03',
    AMERICAN,
    { dealerCards: 'upOnly', dealerChecks: 'never' },
    'Ts 6c 6d',
    '',
    'seen 6c ??',
    'seen 6c |',
  ],
  ['AM-03', AMERICAN, { dealerChecks: 'never' }, 'Ts Kc 6d Ah', '', 'lose', 'acting'],
  ['SW-11', AMERICAN, { softSeventeen: 'hit' }, 'Ts Ac 8d 6h 2h', 'stand', 'win', 'lose'],
  ['SW-13', SWITCH, { dealerTwentyTwo: 'push' }, 'Ts Th 6c 8d 8h 6d Tc', 'stand,stand', 'win', 'push'],
  ['AM-04', AMERICAN, { blackjackPays: { num: 1, den: 1 } }, 'As 6c Kd Th', '', '1000>2500', '1000>2000'],
  [
    'AM-04',
    AMERICAN,
    { specialBlackjacks: [{ cards: ['Ah', 'Qh'], pays: { num: 2, den: 1 } }] },
    'Qh 6c Ah Th',
    '',
    '1000>2500',
    '1000>3000',
  ],
  [
    'SW-07',
    AMERICAN,
    { blackjackPaid: 'atEnd' },
    'As 9s 6c Kd 8d Th',
    '',
    '1000>2500',
    'Kd blackjack 1000 |',
    '1 2',
  ],
  [
    'C-05',
    AMERICAN,
    { twentyOne: 'isAsked' },
    '5s 9s 6c 6d 8d Th Kd',
    'hit',
    '| 2.1 | hit',
    '| 1.1 | hit',
    '1 2',
  ],
  ['CL-07', AMERICAN, { doubleOn: '9-11' }, 'Ts 6c 6d Th', '', 'double', 'hit stand surrender'],
  [
    'CL-08',
    AMERICAN,
    { doubleAfterSplit: false },
    '8s 6c 8d Th 3d',
    'split',
    'double',
    'hit stand stand-all',
  ],
  ['CL-05', AMERICAN, { maxHands: 2 }, '8s 6c 8d Th 8h', 'split', 'split:1000', 'double:1000 stand-all'],
  ['CL-05', AMERICAN, { maxHands: 1 }, '8s 6c 8d Th', '', 'split:1000', 'double:1000 surrender'],
  ['CL-05', AMERICAN, { splitBy: 'rank' }, 'Ts 6c Kd Th', '', 'split:1000', 'double:1000 surrender'],
  ['AM-08', AMERICAN, { resplitAces: false }, 'As 6c Ad Th Ah 5d', 'split', 'stand split:1000', 'settled'],
  ['AM-09', AMERICAN, { surrender: 'none' }, 'Ts 6c 6d Th', '', 'surrender', 'double:1000 stand-all'],
  ['DX-17', DELUXE, { surrenderAgainst: 'any' }, 'Ts Kc 6d Th', '', 'double:1000', 'double:1000 surrender'],
  ['CL-06', DELUXE, { insurance: 'none' }, 'Ts Ac 6d 9h', '', 'insurance(1.1):500', 'hit stand'],
  ['CL-06', DELUXE, { insurance: 'allBoxes' }, 'Ts Ac 6d 9h', '', 'insurance(1.1):500', 'insurance():500'],
  [
    'IN-05',
    DELUXE,
    { insurance: 'tableAmount' },
    'Ts Ac 6d 9h',
    '',
    'insurance(1.1):500',
    'insurance[50-500]',
  ],
  ['CL-06', CLASSIC, { insuranceCards: 'closed' }, 'As Ac Kd 9h', '', 'even-money', 'insurance(1.1):500'],
  ['IN-06', INFINITE, { evenMoney: 'none' }, 'As 9d Ks Ac', '', 'even-money(1.1)', 'blackjack 1000>2500'],
  ['SW-06', SWITCH, { switching: 'none' }, 'Ts 9h 6c 6s 8d', '', 'switch', 'double:1000 stand-all'],
  ['DX-21', AMERICAN, { automaticHitUpTo: 10 }, '5s 6c 6d Th Kd', 'automatic', '5s 6d Kd', '6c Th Kd'],
];

test.each(ROWS.map((row) => [`${row[0]}: ${JSON.stringify(row[2])}`, row] as const))(
  'the rule set decides %s',
  (_, [, ruleSet, change, cards, choices, plain, changed, bets]) => {
    const before = picture(ruleSet, cards, choices, bets);
    const after = picture({ ...ruleSet, ...change }, cards, choices, bets);
    expect(before).toContain(plain);
    expect(after).toContain(changed);
    expect(after).not.toBe(before);
  },
);

test('C-05: a 21 that is asked may not be doubled', () => {
  const game = new TextGame({ ...AMERICAN, twentyOne: 'isAsked' }, 'Ts 6c Td Th Ad').play('split');
  expect([game.turn, game.allowed()]).toEqual(['1.1', 'hit stand stand-all']);
});

test('no field of a rule set is without a test', () => {
  const shown = new Set([...ROWS.flatMap(([, , change]) => Object.keys(change)), ...ELSEWHERE]);
  expect([...shown].sort()).toEqual(Object.keys(AMERICAN).sort());
});
