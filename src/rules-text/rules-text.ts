import { ruleSetRef, type RuleSet } from '../domain/rule-set';
import { when, type Bilingual, type Lang } from './bilingual';
import { translate, type RulesDocument, type Section } from './document';
import { aboutSection, cardsSection, objectSection } from './sections/about-and-cards';
import { blackjackSection } from './sections/blackjack';
import { betsSection, type CurrencyLimits } from './sections/boxes-and-bets';
import { dealSection } from './sections/deal';
import { dealerSection, resultsSection } from './sections/dealer-and-results';
import { decisionsSection, doubleSection, surrenderSection } from './sections/decisions';
import { insuranceSection } from './sections/insurance';
import { adviceSection, returnsSection, type TheoreticalReturn } from './sections/returns-and-advice';
import { seatsSection } from './sections/seats';
import { shoeSection } from './sections/shoe';
import { sideBetsSection } from './sections/side-bets';
import { followingSection, splitSection, switchSection } from './sections/split-and-switch';
import { absenceSection, cancelledSection, type TableSeconds } from './sections/unfinished-rounds';

export interface RulesTextOptions {
  readonly lang: Lang;
  /** The limits of the table in each currency it takes; none when they are only shown at the table. */
  readonly limits: readonly CurrencyLimits[];
  readonly theoreticalReturn?: TheoreticalReturn;
  /** How long a player may take before the automatic rule decides (C-19, DX-21), in whole seconds. */
  readonly decisionSeconds: number;
  /** The other times of a shared table that a player meets, in whole seconds; a private game has none. */
  readonly tableSeconds?: TableSeconds;
  /** Whether limits and times are the usual ones of a shared game, which a table of it need not have. */
  readonly usual?: boolean;
  /** Whether the session or the table is for tests: cards may be chosen, and play money takes seats. */
  readonly isTest?: boolean;
}

const CONTENTS: Bilingual = { en: 'Contents', ru: 'Содержание' };
const RULES: Bilingual = { en: 'rules of the game', ru: 'правила игры' };

/**
 * The rules of a rule set for people, in one language. Every sentence is chosen by the field of the rule set
 * that the engine plays by, so the text cannot disagree with the game (C-23).
 */
export function rulesText(ruleSet: RuleSet, options: RulesTextOptions): RulesDocument {
  const { lang } = options;
  return {
    lang,
    title: `${ruleSet.name}: ${RULES[lang]}`,
    reference: ruleSetRef(ruleSet),
    contents: CONTENTS[lang],
    sections: sections(ruleSet, options).map((section) => translate(section, lang)),
  };
}

/**
 * In the order in which a player meets them: the table, the deal, the decisions, the results, what may go
 * wrong.
 */
function sections(ruleSet: RuleSet, options: RulesTextOptions): readonly Section<Bilingual>[] {
  const shared = ruleSet.table === 'shared';
  const { theoreticalReturn, isTest = false } = options;
  return [
    aboutSection(ruleSet, isTest),
    objectSection(ruleSet),
    cardsSection(ruleSet),
    shoeSection(ruleSet),
    betsSection(ruleSet, options),
    ...when(shared, seatsSection(ruleSet, isTest)),
    dealSection(ruleSet),
    blackjackSection(ruleSet),
    insuranceSection(ruleSet),
    ...when(ruleSet.handsPerBox === 2, switchSection(ruleSet)),
    decisionsSection(ruleSet),
    doubleSection(ruleSet),
    splitSection(ruleSet),
    surrenderSection(ruleSet),
    ...when(shared, followingSection(ruleSet)),
    dealerSection(ruleSet),
    resultsSection(ruleSet),
    sideBetsSection(ruleSet, options.limits),
    ...(theoreticalReturn ? [returnsSection(ruleSet, theoreticalReturn)] : []),
    absenceSection(ruleSet, options),
    cancelledSection(ruleSet),
    adviceSection(ruleSet),
  ];
}
