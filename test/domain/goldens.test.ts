import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import type { Action, LegalAction } from '../../src/domain/action';
import { type Card, cardText } from '../../src/domain/card';
import { legalActions } from '../../src/domain/legal';
import { play } from '../../src/domain/play';
import { PRESETS } from '../../src/domain/presets';
import type { Round } from '../../src/domain/round';
import type { RuleSet } from '../../src/domain/rule-set';
import { cards, classic, TextGame } from '../support/hands';
import { bettorsAsked } from '../support/random-play';
import { seeded } from '../support/random';

/**
 * Playthroughs and action-tree counts of every rule set, kept as text. `UPDATE_GOLDENS=1` writes them anew; the change
 * is then reviewed as text.
 */
const FOLDER = join(__dirname, 'goldens');
const UPDATE = process.env.UPDATE_GOLDENS === '1';

function expectGolden(file: string, text: string): void {
  const path = join(FOLDER, file);
  if (UPDATE) writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, 'utf8'));
}

interface Playthrough {
  readonly bets: string;
  readonly cards: string;
  readonly choices: string;
}

/** One round for each preset that shows what is special in it. */
const PLAYTHROUGHS: Record<string, Playthrough> = {
  'blackjack-deluxe': {
    bets: '2 2<1:300+pairs 5@1:2000',
    cards: '8s Ts Ac 8d 9h 9d 3d Kd Th',
    choices: 'insure, decline by 1, split +1, double +1, stand, stand',
  },
  'american-blackjack': {
    bets: '1+sevens+blackjack 3',
    cards: '7s As Kc 7d Ad 6h 7h Ah Kh 9d 4s Ac',
    choices: 'hit, split, split',
  },
  'american-blackjack-zero-edge': {
    bets: '1 2+blackjack',
    cards: 'As Ts Tc Ks 6d 6h',
    choices: 'surrender',
  },
  'infinite-blackjack': {
    bets: '1 2:6000',
    cards: 'As 8h Kd Kh 8c Ac 3d Td 9s 2c Kc',
    choices: 'even 1.1, insure 3000, split, double, hit, hit',
  },
  'classic-blackjack': {
    bets: '3 4',
    cards: 'As 5h Ad Kh 6c 9d Td',
    choices: 'insure 3.1, decline, double',
  },
  'blackjack-switch': {
    bets: '1+superMatch 2',
    cards: 'As Th 8s 5c Ac 5s Kd 8d 6c Tc 9c Td 6s Kc',
    choices: 'insure 1.2, decline, switch, stand, stand, split, stand, stand, double',
  },
  'blackjack-switch-push22': {
    bets: '1',
    cards: 'As 5h 6c Ks 6d 2d 6d Tc',
    choices: 'switch, switch, stand, double',
  },
};

/** The round without what never changes. */
function state(round: Round): string {
  return JSON.stringify({ ...round, ruleSet: undefined, limits: undefined });
}

function seen(game: TextGame): string {
  return game.round.bettors
    .map((_, bettor) => {
      const { allowed, ...view } = game.view(bettor);
      return [
        `bettor ${bettor} may: ${JSON.stringify(allowed)}`,
        `bettor ${bettor} sees: ${JSON.stringify(view)}`,
      ].join('\n');
    })
    .join('\n');
}

describe('playthroughs', () => {
  test.each(PRESETS.map((ruleSet) => [ruleSet.id, ruleSet]))('%s', (id, ruleSet) => {
    const { bets, cards: drawn, choices } = PLAYTHROUGHS[id];
    const game = new TextGame(ruleSet, drawn, bets);
    const rests = [`deal ${bets}: ${drawn}\n${game.lines().join('\n')}\n${state(game.round)}\n${seen(game)}`];
    for (const choice of choices.split(',')) {
      game.play(choice);
      rests.push(`> ${choice.trim()}\n${game.lines().join('\n')}\n${state(game.round)}\n${seen(game)}`);
    }
    expect({ status: game.round.status, left: game.cards.left }).toEqual({ status: 'settled', left: 0 });
    expectGolden(`${id}.txt`, `${rests.join('\n\n')}\n`);
  });
});

/** Both answers to an offer (the least amount), and everything else as listed; nobody behind follows, or everybody. */
function choicesOf(round: Round, listed: LegalAction): Action[] {
  if (listed.type === 'insurance') {
    const where =
      'min' in listed ? { amount: listed.min } : listed.hand === undefined ? {} : { hand: listed.hand };
    return [true, false].map((accept) => ({ type: 'insurance', accept, ...where }));
  }
  if (listed.type === 'even-money')
    return [true, false].map((accept) => ({ type: 'even-money', hand: listed.hand, accept }));
  if (listed.type === 'switch') return [{ type: 'switch', box: listed.box }];
  if (listed.type === 'stand-all') return [{ type: 'stand-all' }];
  const action = { type: listed.type, hand: listed.hand } as Action;
  const followers = round.bettors.map((_, bettor) => bettor);
  const splits = listed.type === 'double' || listed.type === 'split';
  return splits && round.bettors.length > 1 ? [action, { ...action, followers } as Action] : [action];
}

interface Count {
  positions: number;
  settled: number;
  staked: number;
  returned: number;
}

/** Counts the positions after so many choices, and the settled rounds on the way with their money. */
function countTree(
  round: Round,
  drawn: number,
  script: readonly Card[],
  depth: number,
  counts: Count[],
): void {
  const count = (counts[depth] ??= { positions: 0, settled: 0, staked: 0, returned: 0 });
  count.positions += 1;
  if (round.status === 'settled') {
    count.settled += 1;
    for (const { staked, returned } of round.bettors) {
      count.staked += staked;
      count.returned += returned;
    }
  }
  if (depth + 1 >= DEPTHS) return;
  for (const bettor of bettorsAsked(round)) {
    for (const action of legalActions(round, bettor).flatMap((listed) => choicesOf(round, listed))) {
      const copy = JSON.parse(JSON.stringify(round)) as Round;
      let next = drawn;
      const source = { draw: (): Card => script[next++] };
      expect(play({ round: copy, cards: source, journal: null }, bettor, action)).toBeNull();
      countTree(copy, next, script, depth + 1, counts);
    }
  }
}

const DEPTHS = 6;

/** Openings whose trees branch: pairs, aces, blackjacks. The cards after them are random but fixed. */
const TREES: readonly (readonly [name: string, ruleSet: RuleSet, bets: string, opening: string])[] = [
  ...PRESETS.flatMap((ruleSet) => {
    const two = ruleSet.handsPerBox === 2;
    const open = ruleSet.dealerCards === 'holeThenUp';
    const rows: [string, string, string][] = [
      ['eights', '1', two ? '8s 9h 6c 8d 9d 8h 3c' : open ? '8s Th 8d 6c 8h 3c' : '8s 6c 8d Th 8h 3c'],
      [
        'ace up',
        '1 2',
        two ? 'As 8h 7h 9h Ac Ks 8d 2s 3s' : open ? 'As 8h 9d Ks 8d Ac Ah' : 'As 8h Ac Ks 8d 9d Ah',
      ],
      ['aces', '1', two ? 'As Ah 9c Ad Kd Ac' : open ? 'As Th Ad 9c Ac Ah' : 'As 9c Ad Th Ac Ah'],
    ];
    return rows.map(([name, bets, cards]) => [`${ruleSet.id}, ${name}`, ruleSet, bets, cards] as const);
  }),
  ['blackjack-deluxe, one behind', PRESETS[0], '1 1<1:300', '8s Ac 8d 9h 8h 3c'],
  [
    'classic, closed cards',
    classic({ insuranceCards: 'closed', evenMoney: true }),
    '1 2',
    'As 8h Ac Kd 8d 9d',
  ],
  ['classic, one dealer card', classic({ dealer: 'oneCard', surrender: 'early' }), '1', '8s Ac 8d 8h 3c'],
  [
    'classic, two hands by rank',
    classic({ maxHands: 2, splitBy: 'rank', doubleOn: '9-11' }),
    '1',
    '8s 9c 8d Th 3h',
  ],
];

describe('action trees', () => {
  const texts = new Map<string, string>();

  test.each(TREES)('%s', (name, ruleSet, bets, opening) => {
    const { below } = seeded(21);
    const script = [...cards(opening), ...Array.from({ length: 60 }, () => below(52) as Card)];
    const dealt = new TextGame(ruleSet, script.map(cardText).join(' '), bets);
    const counts: Count[] = [];
    countTree(dealt.round, script.length - dealt.cards.left, script, 0, counts);
    const lines = counts.map(
      ({ positions, settled, staked, returned }, depth) =>
        `  ${depth}: ${positions} positions, ${settled} settled, staked ${staked}, returned ${returned}`,
    );
    texts.set(name, [name, ...lines].join('\n'));
    expect(counts[0].positions).toBe(1);
  });

  test('are those that were counted and approved', () => {
    expectGolden('action-trees.txt', `${TREES.map(([name]) => texts.get(name)).join('\n\n')}\n`);
  });
});

test('there is no golden of a game that is no more', () => {
  const files = [...PRESETS.map(({ id }) => `${id}.txt`), 'action-trees.txt'];
  expect(readdirSync(FOLDER).sort()).toEqual(files.sort());
});
