import { DealtCards } from '../../src/application/dealt-cards/dealt-groups';
import { type Card, cardText, cardValue, parseCard } from '../../src/domain/card';
import { present } from '../../src/domain/assert';
import { preset } from '../../src/domain/presets';
import { Shoe } from '../../src/domain/shoe';
import type { DealtRound } from '../../src/persistence/rounds/dealt-rounds';
import { chiSquareOfShares } from '../../src/randomness/statistics/chi-square';
import { DealtTally, LEAST_CARDS } from '../../src/randomness/statistics/dealt-tally';
import { SIGNIFICANCE } from '../../src/randomness/statistics/significance';
import { UnseenCards } from '../../src/randomness/statistics/unseen-cards';
import { seeded } from '../support/random';

/** Dealt under its rules: one hand a box, and the dealer's second card at the end. */
const RULES = present(preset('american-blackjack'), 'the game');

/** A shoe of one deck played to its cut card by hands that draw to 17: the cards decide how many rounds there are. */
function playShoe(
  owner: string,
  shoe: Shoe,
  rules: { readonly cut: number; readonly isKept: boolean },
): DealtRound[] {
  const rounds: DealtRound[] = [];
  let start = 0;
  while (start < rules.cut) {
    const draw = (): Card => shoe.draw();
    const [first, dealer, second, hole] = [draw(), draw(), draw(), draw()];
    const later: Card[] = [];
    for (const hand of [
      [first, second],
      [dealer, hole],
    ]) {
      while (pointsOf(hand) < 17) {
        const card = draw();
        hand.push(card);
        later.push(card);
      }
    }
    rounds.push({
      roundId: `${owner}:${start}`,
      ownerId: owner,
      gameId: 'kept',
      ruleSetVersion: 1,
      decks: 1,
      start,
      keptNo: 1,
      exposed: null,
      burned: 0,
      boxes: 1,
      dealt: [first, dealer, second, hole].map(cardText),
      later: later.map(cardText),
    });
    start += 4 + later.length;
    if (!rules.isKept) break;
  }
  return rounds;
}

function pointsOf(hand: readonly Card[]): number {
  const hard = hand.reduce((sum, card) => sum + cardValue(card), 0);
  return hand.some((card) => cardValue(card) === 1) && hard + 10 <= 21 ? hard + 10 : hard;
}

/** So many shoes one after the other. */
function* play(shoes: number, seed: number, isKept = true): Generator<DealtRound> {
  const random = seeded(seed);
  for (let shoe = 0; shoe < shoes; shoe++)
    yield* playShoe(`${seed}:${shoe}`, new Shoe(1, random), { cut: 26, isKept });
}

function groupOf(rounds: Iterable<DealtRound>) {
  const cards = new DealtCards();
  for (const round of rounds) cards.count(round, RULES);
  return cards.groups[0];
}

const probabilities = (tally: DealtTally): number[] =>
  present(tally.compare(), 'enough cards').map(({ chiSquare }) => chiSquare.probability);

test('where the cards decide how many rounds a shoe has, counts are uneven, and the comparison knows why', () => {
  const byValue = new Float64Array(10);
  const shares = Array.from({ length: 10 }, (_, value) => (value === 9 ? 4 : 1) / 13);
  function* counted(): Generator<DealtRound> {
    for (const round of play(90_000, 1)) {
      for (const text of round.dealt) byValue[cardValue(present(parseCard(text), text)) - 1] += 1;
      yield round;
    }
  }
  const { rounds, tallies, leftOut, impossible } = groupOf(counted());
  // What a plain comparison with equal shares says of sound cards: shoes end late when small cards come at their end.
  expect(chiSquareOfShares(byValue, shares).probability).toBeLessThan(SIGNIFICANCE);
  expect({ leftOut, impossible }).toEqual({ leftOut: 0, impossible: [] });
  expect(Object.values(tallies).map(({ cards }) => cards / rounds)).toEqual([4, 1, 1, 2]);
  for (const tally of Object.values(tallies)) {
    for (const probability of probabilities(tally)) expect(probability).toBeGreaterThan(0.001);
  }
});

test.each([true, false])('what it calls a probability is one (a shoe that is kept: %p)', (isKept) => {
  const SAMPLES = 60;
  const sums = [0, 0, 0];
  for (let sample = 0; sample < SAMPLES; sample++) {
    const { tallies } = groupOf(play(isKept ? 200 : 700, 100 + sample, isKept));
    probabilities(tallies.all).forEach((probability, by) => (sums[by] += probability));
  }
  // An even spread has a mean of 1/2 and a standard deviation of √(1/12); four deviations of the mean.
  const bound = 4 * Math.sqrt(1 / 12 / SAMPLES);
  for (const sum of sums) expect(Math.abs(sum / SAMPLES - 0.5)).toBeLessThan(bound);
});

describe('what is wrong with cards is found, and named', () => {
  /** Rounds of one deck each, with their cards changed. */
  const changed = (change: (dealt: string[], round: number) => void): Generator<DealtRound> =>
    (function* () {
      let number = 0;
      for (const round of play(4000, 7, false)) {
        const dealt = [...round.dealt];
        change(dealt, number++);
        yield { ...round, decks: null, dealt, later: null, keptNo: null };
      }
    })();
  const farthest = (tally: DealtTally, by: string): string | undefined =>
    tally.compare()?.find((comparison) => comparison.by === by)?.kinds[0].what;

  test('a rank that comes too often', () => {
    const { tallies } = groupOf(changed((dealt, round) => round % 10 === 0 && (dealt[0] = '6h')));
    const [byCard, byRank] = probabilities(tallies.all);
    expect(byCard).toBeLessThan(SIGNIFICANCE);
    expect(byRank).toBeLessThan(SIGNIFICANCE);
    expect(farthest(tallies.all, 'rank')).toBe('rank 6');
    expect(probabilities(tallies.dealer)[0]).toBeGreaterThan(SIGNIFICANCE);
  });

  test('a suit that is missing', () => {
    const { tallies } = groupOf(
      changed((dealt) => dealt.forEach((card, place) => (dealt[place] = card.replace('h', 'd')))),
    );
    expect(probabilities(tallies.all)[2]).toBeLessThan(SIGNIFICANCE);
    expect(tallies.all.compare()?.[2].kinds.map(({ what, counted }) => [what, counted])).toContainEqual([
      'suit h',
      0,
    ]);
  });

  test('cards that are even altogether and not where they lie', () => {
    const { tallies } = groupOf(
      changed((dealt) => {
        if (dealt[0].startsWith('A')) [dealt[0], dealt[1]] = [dealt[1], dealt[0]];
      }),
    );
    expect(Math.min(...probabilities(tallies.all))).toBeGreaterThan(SIGNIFICANCE);
    expect(probabilities(tallies.first)[1]).toBeLessThan(SIGNIFICANCE);
    expect(farthest(tallies.first, 'rank')).toBe('rank A');
    expect(farthest(tallies.dealer, 'rank')).toBe('rank A');
  });

  test('cards that are too even', () => {
    const tally = new DealtTally();
    const unseen = new UnseenCards(null);
    for (let card = 0; card < 52 * 200; card++) tally.add((card % 52) as Card, unseen);
    for (const probability of probabilities(tally)) expect(probability).toBeLessThan(SIGNIFICANCE);
  });

  test('one that a shoe cannot hold any more, and one that is missing', () => {
    const [round] = play(1, 3);
    const twice = { ...round, dealt: [round.dealt[0], ...round.dealt.slice(0, 3)] };
    expect(groupOf([twice]).impossible).toEqual([round.roundId]);
    expect(groupOf([{ ...round, dealt: round.dealt.slice(1) }]).impossible).toEqual([round.roundId]);
  });
});

test('a shoe is followed from its first round on: without it the others are left out', () => {
  const rounds = [...play(1, 5)];
  expect(rounds.length).toBeGreaterThan(2);
  expect(groupOf(rounds.slice(1))).toMatchObject({ rounds: 0, leftOut: rounds.length - 1 });
  const [first, , ...rest] = rounds;
  expect(groupOf([first, ...rest])).toMatchObject({ rounds: 1, leftOut: rest.length });
});

test('a card that a player drew is gone from the shoe for the rounds after', () => {
  const [first] = play(1, 5);
  const drawn = ['Kd', 'Kh'].filter((card) => !first.dealt.includes(card)).slice(0, 1);
  const before = { ...first, later: drawn };
  const rest = ['2s', '3s', '4s', '5s', '6s', '7s', '8s', '9s'].filter((card) => !first.dealt.includes(card));
  const next = { ...first, start: 5, roundId: 'next', dealt: [...rest.slice(0, 3), ...drawn], later: [] };
  expect(groupOf([before, next]).impossible).toEqual(['next']);
  expect(groupOf([before, { ...next, dealt: rest.slice(0, 4) }]).impossible).toEqual([]);
});

test('of a table’s shoe the exposed card has been seen, and the burned ones have not', () => {
  const [round] = play(1, 9);
  const burned = 4;
  const ofTable = { ...round, start: 1 + burned, exposed: round.dealt[0], burned };
  expect(groupOf([ofTable])).toMatchObject({ rounds: 1, impossible: [round.roundId] });
  expect(groupOf([{ ...ofTable, decks: 2 }]).impossible).toEqual([]);
  expect(groupOf([{ ...ofTable, start: 1 }])).toMatchObject({ rounds: 0, leftOut: 1 });
});

test('cards that were shuffled back are not taken for cards that came too often', () => {
  const [round] = play(1, 11);
  const all = [...play(200, 12)].flatMap(({ dealt, later }) => [...dealt, ...(later ?? [])]);
  const rest = [...new Set(all)].filter((card) => !round.dealt.includes(card));
  const whole = { ...round, later: [...rest, ...round.dealt] };
  expect(groupOf([whole])).toMatchObject({ rounds: 1, impossible: [] });
});

test('no more shoes are followed at once than there is room for', () => {
  const cards = new DealtCards(2);
  const shoes = [1, 2, 3].map((seed) => [...play(1, seed)]);
  for (const [first] of shoes) cards.count(first, RULES);
  for (const [, second] of shoes) cards.count(second, RULES);
  expect(cards.groups[0]).toMatchObject({ rounds: 5, leftOut: 1 });
});

test('fewer cards than make ten of each say nothing', () => {
  const tally = new DealtTally();
  const unseen = new UnseenCards(null);
  for (let card = 0; card < LEAST_CARDS - 1; card++) tally.add((card % 52) as Card, unseen);
  expect(tally.compare()).toBeNull();
  tally.add(0 as Card, unseen);
  expect(tally.compare()).toHaveLength(3);
});
