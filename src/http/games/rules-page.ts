import type { PlayedRules } from '../../application/games/read-rules';
import { currencyOf } from '../../domain/currency';
import type { Lang } from '../../rules-text/bilingual';
import { rulesText } from '../../rules-text/rules-text';
import { toHtml } from '../../rules-text/to-html';
import { toMarkdown } from '../../rules-text/to-markdown';

/**
 * The rules as they are played, for people, in one language, as Markdown or HTML (C-23). `privateSeconds` is the time
 * for a decision where a game is played alone.
 */
export function rulesPage(
  { ruleSet, theoreticalReturn, limits, seconds, usual, isTest }: PlayedRules,
  lang: Lang,
  mediaType: string,
  privateSeconds: number,
): string {
  const { mainBet, sideBets, insurance } = theoreticalReturn;
  const document = rulesText(ruleSet, {
    lang,
    limits: Object.entries(limits).map(([currency, each]) => ({
      currency,
      exponent: currencyOf(currency)?.exponent ?? 0,
      limits: each,
    })),
    theoreticalReturn: { mainBet, sideBets, ...(insurance && { insurance: insurance.return }) },
    decisionSeconds: seconds?.decision ?? privateSeconds,
    ...(seconds === null ? {} : { tableSeconds: seconds }),
    usual,
    isTest,
  });
  return mediaType === 'text/html' ? toHtml(document) : toMarkdown(document);
}
