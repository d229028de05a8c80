import type { Casino, Reply } from '../support/casino';

export const FORMS = ['text/markdown', 'text/html'] as const;
export type Form = (typeof FORMS)[number];

/** What a page of rules says that can be compared with figures, whatever its form. */
export interface ReadPage {
  readonly text: string;
  /** The rows of each table by its caption, without the head. */
  readonly tables: ReadonlyMap<string, readonly (readonly string[])[]>;
  /** The items of all lists. */
  readonly items: readonly string[];
}

/** Asks for a page of rules; with the operator's key unless a token is given. */
export function askForRules(
  casino: Casino,
  gameId: string,
  query: string,
  { key = casino.key, form = 'text/markdown' }: { readonly key?: string; readonly form?: Form } = {},
): Promise<Reply> {
  return casino.get(`/v1/games/${gameId}/rules${query}`, { key, headers: { accept: form } });
}

/** The page, which has to come. */
export async function readPage(...asked: Parameters<typeof askForRules>): Promise<ReadPage> {
  const { status, text, headers } = await askForRules(...asked);
  if (status !== 200) throw new Error(text);
  return (headers.get('content-type') ?? '').startsWith('text/html') ? fromHtml(text) : fromMarkdown(text);
}

function fromMarkdown(text: string): ReadPage {
  const found = text.matchAll(/^\*\*(.+)\*\*\n\n\|.*\n\|.*\n((?:\|.*\n?)*)/gm);
  const tables = new Map(
    [...found].map(([, caption, rows]) => [
      caption,
      rows
        .trimEnd()
        .split('\n')
        .map((row) => row.slice(2, -2).split(' | ')),
    ]),
  );
  return { text, tables, items: [...text.matchAll(/^(?:-|\d+\.) (.+)$/gm)].map(([, item]) => item) };
}

function fromHtml(text: string): ReadPage {
  const found = text.matchAll(/<caption>(.+?)<\/caption>[^]*?<tbody>([^]*?)<\/tbody>/g);
  const tables = new Map(
    [...found].map(([, caption, rows]) => [
      caption,
      [...rows.matchAll(/<tr>(.+?)<\/tr>/g)].map(([, row]) =>
        [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/g)].map(([, cell]) => cell),
      ),
    ]),
  );
  return { text, tables, items: [...text.matchAll(/<li>([^<].*?)<\/li>/g)].map(([, item]) => item) };
}

const UNITS: readonly (readonly [RegExp, number])[] = [
  [/(\d+) (?:hour|час)/, 3600],
  [/(\d+) (?:minute|минут)/, 60],
  [/(\d+) (?:second|секунд)/, 1],
];

/** The seconds of an item that tells a time, `Time for a decision: 1 hour 30 minutes.`; null where there is no such item. */
export function secondsAfter({ items }: ReadPage, name: string): number | null {
  const item = items.find((each) => each.startsWith(`${name}: `));
  if (item === undefined) return null;
  return UNITS.reduce((sum, [unit, length]) => sum + Number(unit.exec(item)?.[1] ?? 0) * length, 0);
}

/** What the pages call things, in each language. */
export const WORDS = {
  en: {
    stake: 'Stake on each hand',
    sideBet: 'Each side bet',
    returns: 'Theoretical return',
    mainBet: 'Main bet',
    insurance: 'Insurance, taken whenever it is offered',
    pairs: 'Pairs',
    blackjack: 'Blackjack bonus',
    sevens: 'Sevens bonus',
    superMatch: 'Super match',
    decisionTime: 'Time for a decision',
    bettingTime: 'Time to place bets',
    insuranceTime: 'Time to answer the insurance offer',
    usual: /A table may have others, which are told in the rules of that table/g,
  },
  ru: {
    stake: 'Ставка на каждую руку',
    sideBet: 'Каждая побочная ставка',
    returns: 'Теоретическая отдача',
    mainBet: 'Основная ставка',
    insurance: 'Страховка при каждом предложении',
    pairs: 'Пары',
    blackjack: 'Бонус на блэкджек',
    sevens: 'Бонус на семёрки',
    superMatch: 'Суперматч',
    decisionTime: 'Время на решение',
    bettingTime: 'Время на ставки',
    insuranceTime: 'Время на ответ о страховке',
    usual: /указан[оы] в правилах этого стола/g,
  },
} as const;
