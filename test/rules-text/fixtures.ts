import type { Minor } from '../../src/domain/money';
import { preset } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import type { StakeRange } from '../../src/domain/table-limits';
import type { Lang } from '../../src/rules-text/bilingual';
import { rulesText, type RulesTextOptions } from '../../src/rules-text/rules-text';
import type { CurrencyLimits } from '../../src/rules-text/sections/boxes-and-bets';
import { toMarkdown } from '../../src/rules-text/to-markdown';

const range = (min: number, max: number, step: number): StakeRange => ({
  min: min as Minor,
  max: max as Minor,
  step: step as Minor,
});

/** A currency with decimals and one without, for the same numbers read differently in each (C-24). */
export const LIMITS: readonly CurrencyLimits[] = [
  {
    currency: 'EUR',
    exponent: 2,
    limits: { stake: range(100, 200_000, 100), sideBet: range(200, 2_000, 200) },
  },
  {
    currency: 'JPY',
    exponent: 0,
    limits: { stake: range(100, 200_000, 100), sideBet: range(200, 2_000, 200) },
  },
];

export function game(id: string): RuleSet {
  const found = preset(id);
  if (!found) throw new Error(`There is no preset ${id}`);
  return found;
}

export function markdown(ruleSet: RuleSet, lang: Lang, options: Partial<RulesTextOptions> = {}): string {
  return toMarkdown(rulesText(ruleSet, { lang, limits: LIMITS, decisionSeconds: 20, ...options }));
}
