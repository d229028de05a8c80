import { type SimulationPlan, stakeUnits, type Tally } from './simulation';

/** A figure from a simulation, with its standard error. */
export interface Estimate {
  readonly value: number;
  readonly standardError: number;
}

/** How what the main bet wins is scattered, best play: it has no closed form, so that a simulation has to tell. */
export interface MainBetScatter {
  readonly rounds: number;
  /** Of one round, in initial stakes. */
  readonly standardDeviation: Estimate;
  /** How often a round wins something on the main bet, everything that was staked on it later included. */
  readonly hitFrequency: Estimate;
  readonly pushFrequency: Estimate;
}

export function mainBetScatter({ ruleSet }: SimulationPlan, { rounds, main }: Tally): MainBetScatter {
  const stake = stakeUnits(ruleSet) * ruleSet.handsPerBox;
  const mean = main.sum / rounds / stake;
  const squares = main.squares / rounds / stake ** 2;
  const fourths = main.fourths / rounds / stake ** 4;
  const standardDeviation = Math.sqrt(squares - mean ** 2);
  // The mean is so near to nothing that the scatter of its square is lost beside that of the squares.
  const errorOfSquares = Math.sqrt((fourths - squares ** 2) / rounds);
  return {
    rounds,
    standardDeviation: { value: standardDeviation, standardError: errorOfSquares / (2 * standardDeviation) },
    hitFrequency: frequency(main.wins, rounds),
    pushFrequency: frequency(main.pushes, rounds),
  };
}

function frequency(times: number, rounds: number): Estimate {
  const value = times / rounds;
  return { value, standardError: Math.sqrt((value * (1 - value)) / rounds) };
}
