import { type Bets, soloBets } from '../domain/bets';
import { deal } from '../domain/deal';
import type { Minor } from '../domain/money';
import { play } from '../domain/play';
import type { Box, Round } from '../domain/round';
import type { RuleSet } from '../domain/rule-set';
import { type CardSource, InfiniteDeck, Shoe } from '../domain/shoe';
import type { TableLimits } from '../domain/table-limits';
import { chooseBest } from './best-player';
import { type BestStrategy, bestStrategy } from './best-strategy';
import { stakeUnits } from './simulation';
import { SimulationNumbers } from './simulation-numbers';

/** How far what a box wins to an initial stake of 1 scatters, best play; it has no closed form. */
export interface MainBetSpread {
  readonly variance: number;
  /** Between two boxes of one round, which meet the same dealer and so win and lose together in part. */
  readonly covariance: number;
}

const ROUNDS = 50_000;
const SEED = 20_260_101;
const BOXES = [1, 2];

/**
 * Plays rounds of two boxes through the engine, always the same ones, so that the same rule set has the same figures. A
 * hundred thousand boxes give the standard deviation to a part in two hundred, which is enough for a tolerance.
 * Takes a second or two: not for the thread that serves requests.
 */
export function mainBetSpread(
  ruleSet: RuleSet,
  strategy: BestStrategy = bestStrategy(ruleSet),
): MainBetSpread {
  const stake = stakeUnits(ruleSet) as Minor;
  const range = { min: stake, max: stake, step: stake };
  const limits = { stake: range, sideBet: range };
  const bets = soloBets(BOXES.map((box) => ({ box, stake })));
  const numbers = new SimulationNumbers(SEED, 0);
  const cards = ruleSet.decks === 'infinite' ? new InfiniteDeck(numbers) : new Shoe(ruleSet.decks, numbers);
  let [sum, squares, products] = [0, 0, 0];
  for (let played = 0; played < ROUNDS; played += 1) {
    if (cards instanceof Shoe) cards.shuffle();
    const round = playedBest({ ruleSet, limits, bets, cards }, strategy);
    const [one, other] = round.boxes.map(netOf);
    sum += one + other;
    squares += one * one + other * other;
    products += one * other;
  }
  const unit = stake * ruleSet.handsPerBox;
  const mean = sum / (2 * ROUNDS) / unit;
  return {
    variance: squares / (2 * ROUNDS) / unit ** 2 - mean ** 2,
    covariance: products / ROUNDS / unit ** 2 - mean ** 2,
  };
}

interface Game {
  readonly ruleSet: RuleSet;
  readonly limits: TableLimits;
  readonly bets: Bets;
  readonly cards: CardSource;
}

function playedBest({ ruleSet, limits, bets, cards }: Game, strategy: BestStrategy): Round {
  const round = deal(ruleSet, limits, bets, cards);
  while (round.status !== 'settled') {
    const action = chooseBest(strategy, round);
    const refusal = play({ round, cards, journal: null }, 0, action);
    if (refusal !== null)
      throw new Error(`the strategy chose ${action.type}, which is refused: ${refusal.code}`);
  }
  return round;
}

/** What a settled box has won, its insurance included. */
function netOf({ hands }: Box): number {
  let net = 0;
  for (const { bets } of hands) {
    for (const { stake, returned, insurance } of bets) {
      net += (returned ?? 0) - stake;
      if (insurance !== null) net += (insurance.returned ?? 0) - insurance.stake;
    }
  }
  return net;
}
