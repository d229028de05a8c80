import fc from 'fast-check';

import type { Action, LegalAction } from '../../src/domain/action';
import { present } from '../../src/domain/assert';
import type { BoxBet, Bets, SeatBet } from '../../src/domain/bets';
import { soloBets } from '../../src/domain/bets';
import type { Card } from '../../src/domain/card';
import { classicRuleSet } from '../../src/domain/classic-settings';
import { deal } from '../../src/domain/deal';
import { RecordingJournal } from '../../src/domain/journal';
import { legalActions } from '../../src/domain/legal';
import type { Minor } from '../../src/domain/money';
import { play } from '../../src/domain/play';
import { PRESETS } from '../../src/domain/presets';
import { handInTurn, type Round } from '../../src/domain/round';
import type { RuleSet } from '../../src/domain/rule-set';
import type { CardSource } from '../../src/domain/shoe';
import { CardRecorder, type Step } from '../../src/domain/step';
import { LIMITS } from './hands';
import { seeded } from './random';

/** Everything that makes a random round: the rest follows from the two seeds. */
export interface Start {
  readonly ruleSet: RuleSet;
  readonly bets: Bets;
  readonly cardSeed: number;
  /** Ranks of which more come than of others, so that pairs, aces and blackjacks are common. */
  readonly favoured: readonly number[];
  readonly choiceSeed: number;
}

const classicRuleSets: fc.Arbitrary<RuleSet> = fc
  .record(
    {
      boxes: fc.integer({ min: 1, max: 7 }),
      adjacent: fc.boolean(),
      decks: fc.constantFrom(1, 2, 4, 6, 8, 'infinite'),
      shuffle: fc.constantFrom('everyDeal', 'cutCard'),
      dealer: fc.constantFrom('holeCardChecked', 'holeCard', 'oneCard'),
      softSeventeen: fc.constantFrom('stand', 'hit'),
      blackjackPays: fc.constantFrom({ num: 3, den: 2 }, { num: 6, den: 5 }, { num: 1, den: 1 }),
      doubleOn: fc.constantFrom('any', '9-11'),
      doubleAfterSplit: fc.boolean(),
      maxHands: fc.constantFrom(2, 3, 4),
      splitBy: fc.constantFrom('value', 'rank'),
      resplitAces: fc.boolean(),
      surrender: fc.constantFrom('late', 'early', 'none'),
      insurance: fc.constantFrom('perBox', 'allBoxes', 'none'),
      insuranceCards: fc.constantFrom('open', 'closed'),
      evenMoney: fc.boolean(),
    },
    { requiredKeys: [] },
  )
  .map((settings) => classicRuleSet({ id: 'own', version: 1, name: 'Own' }, settings))
  .filter((made) => 'ruleSet' in made)
  .map((made) => (made as { ruleSet: RuleSet }).ruleSet);

/** The seven presets and valid classic rule sets, half and half. */
export const ruleSets: fc.Arbitrary<RuleSet> = fc.oneof(fc.constantFrom(...PRESETS), classicRuleSets);

const stakes = fc.integer({ min: 1, max: 200 }).map((units) => (units * 100) as Minor);
const sideStakes = fc.integer({ min: 1, max: 20 }).map((units) => (units * 100) as Minor);

/** Bets on some boxes; at a shared table by several bettors, some of them behind others. */
function betsFor(ruleSet: RuleSet): fc.Arbitrary<Bets> {
  const sides = fc.record(Object.fromEntries(ruleSet.sideBets.map(({ type }) => [type, sideStakes])), {
    requiredKeys: [],
  });
  const box = fc.tuple(fc.boolean(), stakes, sides);
  const all = fc.array(box, { minLength: ruleSet.boxes, maxLength: ruleSet.boxes });
  const solo = all.map((list) => {
    const bet = list.flatMap(([taken, stake, sideBets], index): BoxBet[] =>
      taken || index === 0 ? [{ box: index + 1, stake, sideBets }] : [],
    );
    return soloBets(bet);
  });
  if (ruleSet.table === 'private') return solo;
  const behind = fc.array(fc.tuple(fc.nat(6), fc.integer({ min: 1, max: 3 }), stakes), { maxLength: 6 });
  return fc.tuple(solo, behind).map(([bets, followers]) => sharedBets(bets, followers));
}

/** Bettor 0 holds the first seat, 1 and 2 the others in turn; 1 to 3 bet behind seats that are not their own. */
function sharedBets(bets: Bets, followers: readonly (readonly [number, number, Minor])[]): Bets {
  const seats = bets.seats.map((seat, index) => ({ ...seat, bettor: index % 3 }));
  const behind: SeatBet[] = [];
  for (const [place, bettor, stake] of followers) {
    const seat = seats[place % seats.length];
    if (seat.bettor === bettor || behind.some((bet) => bet.box === seat.box && bet.bettor === bettor))
      continue;
    behind.push({ box: seat.box, bettor, stake });
  }
  const sideBets = bets.sideBets.map((bet, index) => ({ ...bet, bettor: index % 4 }));
  return { bettors: 4, seats, behind, sideBets };
}

export const starts: fc.Arbitrary<Start> = ruleSets.chain((ruleSet) =>
  fc.record({
    ruleSet: fc.constant(ruleSet),
    bets: betsFor(ruleSet),
    cardSeed: fc.integer(),
    favoured: fc.constantFrom([], [0], [0, 9], [0, 9, 12], [6], [0, 4, 9], [7, 1]),
    choiceSeed: fc.integer(),
  }),
);

/** Random cards, every other of a favoured rank. */
export function biasedCards(seed: number, favoured: readonly number[]): CardSource {
  const uniform = seeded(seed);
  return {
    draw(): Card {
      const card = uniform.below(52);
      if (favoured.length === 0 || uniform.below(2) === 0) return card as Card;
      return (favoured[uniform.below(favoured.length)] * 4 + (card & 3)) as Card;
    },
  };
}

/** The bettors to whom something is legal now. */
export function bettorsAsked(round: Round): number[] {
  return round.bettors.flatMap((_, bettor) => (legalActions(round, bettor).length > 0 ? [bettor] : []));
}

/** A way to take a listed action: yes to an offer, or no; some of those behind follow. */
export function takes(round: Round, listed: LegalAction, below: (n: number) => number): Action {
  switch (listed.type) {
    case 'insurance': {
      const accept = below(2) === 0;
      if (!('min' in listed)) {
        return { type: 'insurance', accept, ...(listed.hand === undefined ? {} : { hand: listed.hand }) };
      }
      const step = LIMITS.stake.step / 2;
      const steps = (listed.max - listed.min) / step;
      return { type: 'insurance', accept, amount: listed.min + below(steps + 1) * step };
    }
    case 'even-money':
      return { type: 'even-money', hand: listed.hand, accept: below(2) === 0 };
    case 'double':
    case 'split': {
      const behind = present(handInTurn(round), 'a hand in turn')
        .hand.bets.slice(1)
        .map(({ bettor }) => bettor);
      const followers = behind.filter(() => below(2) === 0);
      return { type: listed.type, hand: listed.hand, ...(followers.length > 0 ? { followers } : {}) };
    }
    case 'switch':
      return { type: 'switch', box: listed.box };
    case 'stand-all':
      return { type: 'stand-all' };
    default:
      return { type: listed.type, hand: listed.hand };
  }
}

export interface PlayedRound {
  readonly round: Round;
  readonly steps: readonly Step[];
  readonly journal: RecordingJournal;
}

/** Deals and plays random legal actions to the end; `rests` sees the round wherever it rests, the end included. */
export function playRandomly(
  start: Start,
  rests?: (round: Round, steps: readonly Step[]) => void,
): PlayedRound {
  const { ruleSet, bets, cardSeed, favoured, choiceSeed } = start;
  const source = biasedCards(cardSeed, favoured);
  const { below } = seeded(choiceSeed);
  const journal = new RecordingJournal();
  const steps: Step[] = [];
  const dealt = new CardRecorder(source);
  const round = deal(ruleSet, LIMITS, bets, dealt, journal);
  steps.push({ type: 'deal', bets, cards: dealt.texts });
  rests?.(round, steps);
  while (round.status !== 'settled') {
    const asked = bettorsAsked(round);
    const bettor = asked[below(asked.length)];
    // Standing all ends the round for a player alone: rarely.
    const listed = legalActions(round, bettor).filter(({ type }) => type !== 'stand-all' || below(20) === 0);
    const action = takes(round, listed[below(listed.length)], below);
    const drawn = new CardRecorder(source);
    const refusal = play({ round, cards: drawn, journal }, bettor, action);
    if (refusal !== null) throw new Error(`a listed action was refused: ${JSON.stringify(action)}`);
    steps.push({ type: 'action', bettor, action, cards: drawn.texts });
    rests?.(round, steps);
  }
  return { round, steps, journal };
}
