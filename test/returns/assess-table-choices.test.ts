import type { Action } from '../../src/domain/action';
import { legalActions } from '../../src/domain/legal';
import type { AcceptedInsurance } from '../../src/domain/offers';
import { handInTurn, type Round } from '../../src/domain/round';
import { RecordedCards, Shoe } from '../../src/domain/shoe';
import { assessChoices, type StepToAssess } from '../../src/returns/assess-choices';
import { chooseBest } from '../../src/returns/best-player';
import { bestStrategy } from '../../src/returns/best-strategy';
import { PositionValues } from '../../src/returns/position-values';
import { SimulationNumbers } from '../../src/returns/simulation-numbers';
import { theoreticalReturn } from '../../src/returns/theoretical-return';
import { bets, cards, LIMITS, rules } from '../support/hands';
import { playTableRound } from '../support/table-round';

const DELUXE = rules('blackjack-deluxe');
const VALUES = new PositionValues(DELUXE);
const STRATEGY = bestStrategy(DELUXE);

/** Two seats; behind the first one somebody who follows always, somebody who never does, and one who does at times. */
const TABLE = bets('1:2000 2@1:2000 3@2:500 1<3:2000 1<4:2000 1<5:1500 2<5:700 3<4:200 1<1:300');
const [ALWAYS, NEVER, AT_TIMES] = [3, 4, 5];

/** What each bettor wins beyond theory, with what was given away added: to a stake of 1, with its error. */
function luckOf(
  rounds: number,
  play: { choose: (round: Round) => Action; insure?: (round: Round) => AcceptedInsurance[] },
): { luck: number; error: number; givenAway: number }[] {
  const shoe = new Shoe(8, new SimulationNumbers(5, 3));
  const expected = theoreticalReturn(DELUXE).mainBet.return - 1;
  const sums = Array.from({ length: TABLE.bettors }, () => ({ luck: 0, squares: 0, givenAway: 0 }));
  const stakes = sums.map((_, bettor) =>
    [...TABLE.seats, ...TABLE.behind].reduce((sum, bet) => sum + (bet.bettor === bettor ? bet.stake : 0), 0),
  );
  for (let played = 0; played < rounds; played += 1) {
    shoe.shuffle();
    const { round, steps } = playTableRound({ ruleSet: DELUXE, limits: LIMITS, bets: TABLE, ...play }, shoe);
    assessChoices(VALUES, LIMITS, steps).forEach(({ player }, bettor) => {
      const { staked, returned } = round.bettors[bettor];
      const luck = (returned - staked + player.main) / stakes[bettor] - expected;
      sums[bettor].luck += luck;
      sums[bettor].squares += luck * luck;
      sums[bettor].givenAway += player.main / stakes[bettor];
    });
  }
  return sums.map(({ luck, squares, givenAway }) => ({
    luck: luck / rounds,
    error: Math.sqrt(squares / rounds - (luck / rounds) ** 2) / Math.sqrt(rounds),
    givenAway: givenAway / rounds,
  }));
}

function followed(action: Action, followers: readonly number[]): Action {
  return action.type === 'double' || action.type === 'split' ? { ...action, followers } : action;
}

const ROUNDS = Number(process.env['ASSESSED_ROUNDS'] ?? '4000');

test('DX-22 DX-23: seats that play the best strategy and who follows them give nothing away, who does not does', () => {
  const all = luckOf(ROUNDS, {
    choose: (round) => followed(chooseBest(STRATEGY, round), [0, 1, 2, ALWAYS, AT_TIMES]),
  });
  for (const { luck, error } of all) expect(Math.abs(luck)).toBeLessThan(3.5 * error);
  for (const bettor of [0, 1, 2, ALWAYS, AT_TIMES]) {
    expect(all[bettor].givenAway).toBeGreaterThanOrEqual(0);
    expect(all[bettor].givenAway).toBeLessThan(1e-5);
  }
  // Doubles and splits are worth about two hundredths of a stake to those who may.
  expect(all[NEVER].givenAway).toBeGreaterThan(0.01);
  expect(all[NEVER].givenAway).toBeLessThan(0.04);
});

test('DX-20 DX-22 DX-23: who plays and follows and insures anyhow loses what was given away, and no more', () => {
  const numbers = new SimulationNumbers(9, 1);
  const all = luckOf(ROUNDS, {
    choose: (round) => {
      const legal = legalActions(round, round.boxes[round.turnBox].bettor);
      const { type } = legal[numbers.below(legal.length)];
      const hand = handInTurn(round)?.hand.id ?? '';
      const followers = [1, ALWAYS, ...(numbers.below(2) === 1 ? [AT_TIMES] : [])];
      return followed({ type, hand } as Action, followers);
    },
    insure: (round) =>
      round.offers.flatMap((offer) =>
        offer.kind === 'insurance' && offer.hand !== null && numbers.below(2) === 1
          ? [{ bettor: offer.bettor, hand: offer.hand }]
          : [],
      ),
  });
  for (const { luck, error, givenAway } of all) {
    expect(Math.abs(luck)).toBeLessThan(3.5 * error);
    expect(givenAway).toBeGreaterThan(0.15);
  }
});

/** One hand with money behind it, from chosen cards. */
function given(
  betsText: string,
  cardsText: string,
  choices: readonly Action[],
  insured: readonly AcceptedInsurance[] = [],
): { steps: readonly StepToAssess[]; of: (bettor: number) => number } {
  const left = [...choices];
  const choose = (): Action => {
    const next = left.shift();
    if (next === undefined) throw new Error('a choice is missing');
    return next;
  };
  const insure = (): readonly AcceptedInsurance[] => insured;
  const source = new RecordedCards(cards(cardsText));
  const play = { ruleSet: DELUXE, limits: LIMITS, bets: bets(betsText), choose, insure };
  const { steps } = playTableRound(play, source);
  const sums = assessChoices(VALUES, LIMITS, steps);
  return { steps, of: (bettor) => sums[bettor].player.main };
}

test('DX-22: who does not follow a double has the same card for half the money', () => {
  // Eleven against a six.
  const { of } = given('1:1000 1<1:1000 1<2:500', '6c 6d 5s Th 9h 5d', [
    { type: 'double', hand: '1.1', followers: [2] },
  ]);
  expect(of(0)).toBe(0);
  expect(of(2)).toBe(0);
  const stood = given('1:1000 1<1:1000', '6c 6d 5s Th 5d', [{ type: 'stand', hand: '1.1' }]);
  const hit = given('1:1000 1<1:1000', '6c 6d 5s Th 9h 5d', [
    { type: 'hit', hand: '1.1' },
    { type: 'stand', hand: '1.1' },
  ]);
  // Half of what the double is worth: 0.67 to the stake it was made with.
  expect(of(1)).toBeGreaterThan(300);
  expect(of(1)).toBeLessThan(370);
  // Without the double a hit is best, and money behind shares what its player gave away.
  expect(hit.of(1)).toBe(hit.of(0));
  expect(hit.of(1)).toBeCloseTo(of(1), 0);
  expect(stood.of(1)).toBe(stood.of(0));
  expect(stood.of(1)).toBeGreaterThan(hit.of(1));
});

test('DX-23: who does not follow a split has one of two like hands', () => {
  const EIGHTS = '8c 6d 8s Th 9h Td 5c';
  const stands: Action[] = [
    { type: 'stand', hand: '1.1' },
    { type: 'stand', hand: '1.2' },
  ];
  const { of } = given('1:1000 1<1:1000 1<2:1000', EIGHTS, [
    { type: 'split', hand: '1.1', followers: [1] },
    ...stands,
  ]);
  expect([of(0), of(1)]).toEqual([0, 0]);
  // A pair of eights against a six wins a quarter of the stake when it is split.
  expect(of(2)).toBeGreaterThan(100);
  expect(of(2)).toBeLessThan(200);
});

test('DX-20: insurance costs each bettor what he insured, and a no costs nothing', () => {
  const INSURED = '9c Ad Ts 6h 5d';
  const { of } = given(
    '1:1000 1<1:400 1<2:2000',
    INSURED,
    [{ type: 'stand', hand: '1.1' }],
    [
      { bettor: 1, hand: '1.1' },
      { bettor: 2, hand: '1.1' },
    ],
  );
  expect(of(0)).toBe(0);
  // 2:1 on 127 tens among the 413 cards that are not on the hand nor the ace.
  expect(of(1)).toBeCloseTo(200 * (1 - (3 * 127) / 413), 9);
  expect(of(2)).toBeCloseTo(5 * of(1), 9);
});

test('DX-21: what the automatic rule gives away is told apart, for those behind as well', () => {
  const { steps } = given('1:1000 1<1:400', '6c 6d 5s Th 9h 5d', [
    { type: 'hit', hand: '1.1' },
    { type: 'stand', hand: '1.1' },
  ]);
  const byRule = steps.map((step): StepToAssess =>
    step.type === 'action' ? { ...step, by: 'automatic' } : step,
  );
  const [ofPlayers, ofRule] = [steps, byRule].map((record) => assessChoices(VALUES, LIMITS, record));
  expect(ofRule.map(({ automatic }) => automatic)).toEqual(ofPlayers.map(({ player }) => player));
  expect(ofRule.map(({ player }) => player.main)).toEqual([0, 0]);
  expect(ofRule[1].automatic.main).toBeCloseTo(ofRule[0].automatic.main * 0.4, 9);
});

test('a record whose cards are not those of the round is refused', () => {
  const { steps } = given('1:1000 1<1:400', '6c 6d 5s Th 9h 5d', [
    { type: 'hit', hand: '1.1' },
    { type: 'stand', hand: '1.1' },
  ]);
  const more = steps.map((step) => ({ ...step, cards: [...step.cards, 'As'] }));
  expect(() => assessChoices(VALUES, LIMITS, more)).toThrow('draws every recorded card');
});
