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

  assess({ ruleSet, returns, rounds }: Assignment): Assessed[] {
    const theory = { ruleSet, returns, ...this.of(ruleSet) };
    return rounds.map((round) => {
      try {
        return { lines: assessRound(theory, round) };
      } catch (error) {
        return { failure: error instanceof Error ? error.message : String(error) };
      }
    });
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
