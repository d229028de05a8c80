import { classicRuleSet } from '../../domain/classic-settings';
import { publishedPreset } from '../../domain/presets';
import type { RuleSet } from '../../domain/rule-set';
import type { OwnRuleSet } from '../../persistence/rule-sets';

/** The rule set of a game that everybody has, or one of the operator's own. Throws when the record names neither. */
export function ruleSetOf(gameId: string, version: number, own: OwnRuleSet | null): RuleSet {
  if (own === null) {
    const ruleSet = publishedPreset(gameId, version);
    if (ruleSet === undefined) throw new Error(`Broken invariant: there is no rule set ${gameId}@${version}`);
    return ruleSet;
  }
  const made = classicRuleSet({ id: gameId, version, name: own.name }, own.settings);
  if ('faults' in made)
    throw new Error(`Broken invariant: the stored rule set ${gameId}@${version} is wrong`);
  return made.ruleSet;
}
