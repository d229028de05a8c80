import { type RuleSet, ruleSetRef } from '../../domain/rule-set';
import type { AssessedLine } from '../../persistence/reports/assessed-line';
import { type MainBetSpread, mainBetSpread } from '../../returns/main-bet-spread';
import { PositionValues } from '../../returns/position-values';
import type { TheoreticalReturn } from '../../returns/theoretical-return';
import { RecentMap } from '../recent-map';
import { assessRound, type RoundToAssess } from './assess-round';
import presetSpreads from './preset-spreads.json';
import type { Theory } from './round-lines';

/** Rounds of one rule set, to be assessed together. */
export interface Assignment {
  readonly ruleSet: RuleSet;
  readonly returns: TheoreticalReturn;
  readonly rounds: readonly RoundToAssess[];
}

/** What became of a round: its lines, or the reason why it could not be assessed. */
export type Assessed = { readonly lines: AssessedLine[] } | { readonly failure: string };

/** A rule set's values take up to five megabytes. */
const KEPT = 12;

/** The figures of the presets are data: working them out takes seconds, and a test does it again to compare. */
const PRESET_SPREADS = presetSpreads as Readonly<Record<string, MainBetSpread>>;

/** Keeps what it has worked out for rule sets; those that differ only in their names share it. */
export class Theories {
  private readonly known = new RecentMap<string, Pick<Theory, 'spread' | 'values'>>(KEPT);

  /** Where the figures of the rule set itself cannot be worked out, none of its rounds can be assessed. */
  assess({ ruleSet, returns, rounds }: Assignment): Assessed[] {
    try {
      const theory = { ruleSet, returns, ...this.of(ruleSet) };
      return rounds.map((round) => assessedBy(theory, round));
    } catch (error) {
      const failure = reasonOf(error);
      return rounds.map(() => ({ failure }));
    }
  }

  private of(ruleSet: RuleSet): Pick<Theory, 'spread' | 'values'> {
    const key = JSON.stringify({ ...ruleSet, id: '', version: 0, name: '' });
    const known = this.known.get(key);
    if (known !== undefined) return known;
    const name = ruleSetRef(ruleSet);
    const spread = Object.hasOwn(PRESET_SPREADS, name) ? PRESET_SPREADS[name] : mainBetSpread(ruleSet);
    const made = { spread, values: new PositionValues(ruleSet) };
    this.known.set(key, made);
    return made;
  }
}

function assessedBy(theory: Theory, round: RoundToAssess): Assessed {
  try {
    return { lines: assessRound(theory, round) };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
