import { type Bets, soloBets } from '../domain/bets';
import { deal } from '../domain/deal';
import type { Minor } from '../domain/money';
import { play } from '../domain/play';
import type { Round } from '../domain/round';
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
}

/**
 * Sums over rounds, in whole units of `stakeUnits`: they are exact, and those of two parts add up to those of the whole,
 * in whatever order.
 */
export interface Tally {
  rounds: number;
  /** Net win of the main bet, everything that was staked on it later included. */
  readonly main: BetTally;
  /** What came back of each side bet, its stake included; in the order of the plan. */
  readonly sideBets: readonly BetTally[];
}

export interface BetTally {
  sum: number;
  squares: number;
  /** Rounds in which the bet won something. */
  wins: number;
  pushes: number;
}

/** The smallest stake whose every payout is whole (C-13): small numbers keep the sums exact. */
export function stakeUnits({ blackjackPays, specialBlackjacks }: RuleSet): number {
  return specialBlackjacks.reduce((stake, { pays }) => stake * pays.den, 2 * blackjackPays.den);
}

export function emptyTally(sideBets: number): Tally {
  return {
    rounds: 0,
    main: { sum: 0, squares: 0, wins: 0, pushes: 0 },
    sideBets: Array.from({ length: sideBets }, () => ({ sum: 0, squares: 0, wins: 0, pushes: 0 })),
  };
}

export function addTally(to: Tally, part: Tally): void {
  to.rounds += part.rounds;
  addBet(to.main, part.main);
  to.sideBets.forEach((bet, index) => addBet(bet, part.sideBets[index]));
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
  const { ruleSet, strategy } = plan;
  const tally = emptyTally(plan.sideBets.length);
  const { bets, limits } = stakes(plan);
  const cards = cardsOf(ruleSet, numbers);
  for (let played = 0; played < rounds; played += 1) {
    if (cards instanceof Shoe) cards.shuffle();
    count(tally, playRound(deal(ruleSet, limits, bets, cards), cards, strategy));
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

function playRound(round: Round, cards: CardSource, strategy: BestStrategy): Round {
  const dealing = { round, cards, journal: null };
  while (round.status !== 'settled') {
    const action = chooseBest(strategy, round);
    const refusal = play(dealing, 0, action);
    if (refusal !== null)
      throw new Error(`the strategy chose ${action.type}, which is refused: ${refusal.code}`);
  }
  return round;
}

function count(tally: Tally, { bettors: [account], sideBets }: Round): void {
  tally.rounds += 1;
  let net: number = account.returned - account.staked;
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
  if (net > 0) main.wins += 1;
  else if (net === 0) main.pushes += 1;
}
