import type { DataSource } from 'typeorm';
import type { RandomSource } from '../../randomness/random-source';
import type { SeedVault } from '../../randomness/seed-vault';
import type { StepToCommit } from '../../persistence/rounds/commit-step';

/** What playing rounds needs from the installation. */
export interface RoundContext {
  readonly dataSource: DataSource;
  /** Opens the server seeds that the cards come from. */
  readonly vault: SeedVault;
  /** Where new seeds come from; nothing is dealt while it is not healthy. */
  readonly randomSource: RandomSource;
  /** How long a player may think before the automatic rule finishes his round (C-19). */
  readonly decisionSeconds: number;
  /** Whether sessions with chosen cards are played at all. */
  readonly testMode: boolean;
  /** Told of every step once, after it was committed, and of none that was undone; measures, and decides nothing. */
  readonly onStep: (step: WrittenStep) => void;
}

export interface WrittenStep {
  readonly gameId: string;
  readonly mode: string;
  readonly currency: string;
  readonly status: StepToCommit['round']['status'];
  readonly transfers: StepToCommit['wallet']['transfers'];
}
