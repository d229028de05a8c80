import { type Bets, soloBets } from '../domain/bets';
import { deal } from '../domain/deal';
import type { Minor } from '../domain/money';
import { play } from '../domain/play';
import { isAce } from '../domain/card';
import { type Round, type TableInsurance, upcardOf } from '../domain/round';
import type { RuleSet, SideBetType } from '../domain/rule-set';
import { type CardSource, InfiniteDeck, Shoe, type UniformSource } from '../domain/shoe';
import type { TableLimits } from '../domain/table-limits';
import { chooseBest } from './best-player';
import type { BestStrategy } from './best-strategy';

/** What is played: plain data, which can be sent to another thread. */
export interface SimulationPlan {
  readonly ruleSet: RuleSet;
  readonly strategy: BestStrategy;
  /** Side bets that lie on every round, with the stake of the main bet. */
  readonly sideBets: readonly SideBetType[];
  /**
   * Whether every insurance that is offered is taken, whatever the strategy says. It is then tallied by itself and no
   * part of the main bet, which it changes nothing of (C-11).
   */
  readonly insured: boolean;
}

/**
 * Sums over rounds, in whole units of `stakeUnits`: they are exact, and those of two parts add up to those of the whole,
 * in whatever order.
 */
export interface Tally {
  rounds: number;
  /** Net win of the main bet, everything that was staked on it later included. */
  readonly main: MainTally;
  /** What came back of each side bet, its stake included; in the order of the plan. */
  readonly sideBets: readonly BetTally[];
  readonly insurance: InsuranceTally;
}

export interface BetTally {
  sum: number;
  squares: number;
  /** Rounds in which the bet won something. */
  wins: number;
  pushes: number;
}

export interface MainTally extends BetTally {
  /** Of what was won, to the fourth power: how far its square scatters. Exact below 2^53, as they are for the presets. */
  fourths: number;
}

/** What came back of insurance; all that is taken in one round is one bet, since it wins and loses together. */
export interface InsuranceTally {
  bets: number;
  sum: number;
  wins: number;
}

/** The smallest stake whose every payout is whole (C-13): small numbers keep the sums exact. */
export function stakeUnits({ blackjackPays, specialBlackjacks }: RuleSet): number {
  return specialBlackjacks.reduce((stake, { pays }) => stake * pays.den, 2 * blackjackPays.den);
}

export function emptyTally(sideBets: number): Tally {
  return {
    rounds: 0,
    main: { sum: 0, squares: 0, fourths: 0, wins: 0, pushes: 0 },
    sideBets: Array.from({ length: sideBets }, () => ({ sum: 0, squares: 0, wins: 0, pushes: 0 })),
    insurance: { bets: 0, sum: 0, wins: 0 },
  };
}

export function addTally(to: Tally, part: Tally): void {
  to.rounds += part.rounds;
  addBet(to.main, part.main);
  to.main.fourths += part.main.fourths;
  to.sideBets.forEach((bet, index) => addBet(bet, part.sideBets[index]));
  to.insurance.bets += part.insurance.bets;
  to.insurance.sum += part.insurance.sum;
  to.insurance.wins += part.insurance.wins;
}

function addBet(to: BetTally, part: BetTally): void {
  to.sum += part.sum;
  to.squares += part.squares;
  to.wins += part.wins;
  to.pushes += part.pushes;
}

/**
 * Plays rounds of one box through the engine that deals to players, without a journal, each from a fresh shoe: the
 * game of which the theoretical return speaks. Throws when the strategy chooses what the gate refuses.
 */
export function simulate(plan: SimulationPlan, rounds: number, numbers: UniformSource): Tally {
  const { ruleSet, insured } = plan;
  const strategy = insured ? { ...plan.strategy, insuresBelowTens: Infinity } : plan.strategy;
  const tally = emptyTally(plan.sideBets.length);
  const { bets, limits } = stakes(plan);
  const cards = cardsOf(ruleSet, numbers);
  for (let played = 0; played < rounds; played += 1) {
    if (cards instanceof Shoe) cards.shuffle();
    const round = playRound(deal(ruleSet, limits, bets, cards), cards, strategy);
    count(tally, round, insured ? countInsurance(tally.insurance, round) : 0);
  }
  return tally;
}

function stakes({ ruleSet, sideBets }: SimulationPlan): { bets: Bets; limits: TableLimits } {
  const stake = stakeUnits(ruleSet) as Minor;
  const range = { min: stake, max: stake, step: stake };
  const bets = soloBets([
    { box: 1, stake, sideBets: Object.fromEntries(sideBets.map((type) => [type, stake])) },
  ]);
  return { bets, limits: { stake: range, sideBet: range } };
}

function cardsOf({ decks }: RuleSet, numbers: UniformSource): CardSource {
  return decks === 'infinite' ? new InfiniteDeck(numbers) : new Shoe(decks, numbers);
}

/** Plays a round that was dealt from these cards to its end. */
export function playRound(round: Round, cards: CardSource, strategy: BestStrategy): Round {
  const dealing = { round, cards, journal: null };
  while (round.status !== 'settled') {
    const action = chooseBest(strategy, round);
    const refusal = play(dealing, 0, action);
    if (refusal !== null)
      throw new Error(`the strategy chose ${action.type}, which is refused: ${refusal.code}`);
  }
  return round;
}

/** `apart` is what a part of the round has won that is no part of the main bet. */
function count(tally: Tally, { bettors: [account], sideBets }: Round, apart: number): void {
  tally.rounds += 1;
  let net: number = account.returned - account.staked - apart;
  for (let place = 0; place < sideBets.length; place += 1) {
    const { stake, returned } = sideBets[place];
    const back: number = returned ?? 0;
    net -= back - stake;
    const bet = tally.sideBets[place];
    bet.sum += back;
    bet.squares += back * back;
    if (back > 0) bet.wins += 1;
  }
  const { main } = tally;
  main.sum += net;
  main.squares += net * net;
  main.fourths += net * net * net * net;
  if (net > 0) main.wins += 1;
  else if (net === 0) main.pushes += 1;
}

/** Counts the insurance of a round, if any was offered, and tells what it has won. */
function countInsurance(tally: InsuranceTally, round: Round): number {
  if (!isAce(upcardOf(round))) return 0;
  let [stakes, back] = [0, 0];
  for (const { stake, returned } of insurancesOf(round)) {
    stakes += stake;
    back += returned ?? 0;
  }
  // A box that is a blackjack has nothing to insure under IN-05.
  if (stakes === 0) return 0;
  tally.bets += 1;
  tally.sum += back;
  if (back > 0) tally.wins += 1;
  return back - stakes;
}

function insurancesOf({ boxes, insurances }: Round): readonly Pick<TableInsurance, 'stake' | 'returned'>[] {
  const onHands = boxes.flatMap(({ hands }) => hands.flatMap(({ bets }) => bets.map((bet) => bet.insurance)));
  return [...insurances, ...onHands.filter((insurance) => insurance !== null)];
}
