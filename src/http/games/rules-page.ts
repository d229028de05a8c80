import type { CatalogueEntry } from '../../application/catalogue';
import { currencyOf } from '../../domain/currency';
import type { Lang } from '../../rules-text/bilingual';
import { rulesText } from '../../rules-text/rules-text';
import { toHtml } from '../../rules-text/to-html';
import { toMarkdown } from '../../rules-text/to-markdown';

/** The decision time that a shared table has unless it is opened with another. */
const SHARED_TABLE_SECONDS = 15;

/** The rules of a game for people, in one language, as Markdown or HTML (C-23). */
export function rulesPage(
  game: CatalogueEntry,
  lang: Lang,
  mediaType: string,
  privateSeconds: number,
): string {
  const { mainBet, sideBets } = game.theoreticalReturn;
  const document = rulesText(game.ruleSet, {
    lang,
    limits: Object.entries(game.limits).map(([currency, limits]) => ({
      currency,
      exponent: currencyOf(currency)?.exponent ?? 0,
      limits,
    })),
    theoreticalReturn: { mainBet, sideBets },
    decisionSeconds: game.table === 'shared' ? SHARED_TABLE_SECONDS : privateSeconds,
  });
  return mediaType === 'text/html' ? toHtml(document) : toMarkdown(document);
}
