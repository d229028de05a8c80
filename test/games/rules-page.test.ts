import type { TableBody } from '../../src/application/tables/table-body';
import type { PhaseSeconds } from '../../src/domain/table/table';
import { Casino } from '../support/casino';
import { FORMS, readPage, type ReadPage, secondsAfter, WORDS } from './rules-reader';

/**
 * What the page of rules says in figures is what the catalogue says in data, for every game, language and form. The
 * figures are written here by other means than the page's own.
 */
const DECISION_SECONDS = 4_321;

interface Range {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

interface CatalogueGame {
  readonly id: string;
  readonly version: number;
  readonly table: 'private' | 'shared';
  readonly limits: Readonly<Record<string, { readonly stake: Range; readonly sideBet: Range }>>;
  readonly sideBets: readonly {
    readonly type: 'pairs' | 'blackjack' | 'sevens' | 'superMatch';
    readonly theoreticalReturn: number;
    readonly assumption: string | null;
  }[];
  readonly theoreticalReturn: {
    readonly mainBet: number;
    readonly insurance: { readonly return: number } | null;
  };
  readonly ruleSet: { readonly insurance: string };
}

let casino: Casino;
let games: readonly CatalogueGame[];
let exponents: ReadonlyMap<string, number>;
let usualSeconds: PhaseSeconds;

beforeAll(async () => {
  casino = await Casino.open({ decisionSeconds: DECISION_SECONDS });
  await casino.post('/v1/rule-sets', { id: 'house', settings: { softSeventeen: 'hit' } });
  await casino.call('PUT', '/v1/games/house/limits/EUR', {
    stake: { min: 1_000, max: 123_400, step: 200 },
    sideBet: { min: 300, max: 900, step: 300 },
  });
  await casino.call('PUT', '/v1/games/american-blackjack/limits/KWD', {
    stake: { min: 1_500, max: 7_654_000, step: 500 },
    sideBet: { min: 250, max: 1_750, step: 250 },
  });
  const { body: listed } = await casino.get<{ items: { id: string }[] }>('/v1/games');
  games = await Promise.all(
    listed.items.map(async ({ id }) => (await casino.get<CatalogueGame>(`/v1/games/${id}`)).body),
  );
  const currencies = await casino.get<{ items: { code: string; exponent: number }[] }>('/v1/currencies');
  exponents = new Map(currencies.body.items.map(({ code, exponent }) => [code, exponent]));
  const wanted = { gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'test' };
  usualSeconds = (await casino.post<TableBody>('/v1/tables', wanted)).body.seconds;
});

afterAll(() => casino.close());

const LANGS = ['en', 'ru'] as const;
type Lang = (typeof LANGS)[number];

/** Every game with its page in that language and form. */
async function eachPage(
  lang: Lang,
  form: (typeof FORMS)[number],
  look: (game: CatalogueGame, page: ReadPage) => void,
): Promise<void> {
  expect(games.length).toBe(8);
  for (const game of games) look(game, await readPage(casino, game.id, `?lang=${lang}`, { form }));
}

function amount(minor: number, currency: string): string {
  const exponent = exponents.get(currency) ?? NaN;
  const digits = { minimumFractionDigits: exponent, maximumFractionDigits: exponent };
  return new Intl.NumberFormat('en-US', digits).format(minor / 10 ** exponent);
}

const percent = (share: number, lang: Lang): string =>
  `${(share * 100).toFixed(2)}${lang === 'ru' ? '\u00a0' : ''}%`;

const CASES = LANGS.flatMap((lang) => FORMS.map((form) => [lang, form] as const));

describe('C-23: the page of every game', () => {
  test.each(CASES)('C-14, C-24: has the limits of the catalogue (%s, %s)', async (lang, form) => {
    const words = WORDS[lang];
    await eachPage(lang, form, ({ id, limits, sideBets }, { tables }) => {
      const rows = (kind: 'stake' | 'sideBet'): string[][] =>
        Object.entries(limits).map(([currency, { [kind]: range }]) => [
          currency,
          ...[range.min, range.max, range.step].map((minor) => amount(minor, currency)),
        ]);
      expect(Object.keys(limits).length).toBeGreaterThan(10);
      expect([id, tables.get(words.stake)]).toEqual([id, rows('stake')]);
      const told = sideBets.length === 0 ? undefined : rows('sideBet');
      expect([id, tables.get(words.sideBet)]).toEqual([id, told]);
    });
  });

  test.each(CASES)('has the returns of the catalogue, of every bet (%s, %s)', async (lang, form) => {
    const words = WORDS[lang];
    await eachPage(lang, form, ({ id, sideBets, theoreticalReturn }, { tables }) => {
      const { mainBet, insurance } = theoreticalReturn;
      expect([id, tables.get(words.returns)]).toEqual([
        id,
        [
          [words.mainBet, percent(mainBet, lang)],
          ...sideBets.map((bet) => [words[bet.type], percent(bet.theoreticalReturn, lang)]),
          ...(insurance === null ? [] : [[words.insurance, percent(insurance.return, lang)]]),
        ],
      ]);
    });
  });

  test.each(CASES)('AM-13: says what a return takes for granted (%s, %s)', async (lang, form) => {
    let assumptions = 0;
    await eachPage(lang, form, ({ sideBets }, { items }) => {
      for (const { type, assumption } of sideBets) {
        const told = items.filter((item) => isAssumption(item, WORDS[lang][type]));
        expect([type, told.length]).toEqual([type, assumption === null ? 0 : 1]);
        if (assumption === null) continue;
        assumptions += 1;
        // The catalogue speaks English only; the Russian page has as many parts.
        if (lang === 'en') expect(told[0]?.toLowerCase()).toContain(assumption.toLowerCase());
        expect(told[0]?.split(';').length).toBe(assumption.split(';').length);
      }
    });
    expect(assumptions).toBeGreaterThan(0);
  });

  test.each(CASES)('C-19, DX-21: has the times that hold (%s, %s)', async (lang, form) => {
    const { decisionTime, bettingTime, insuranceTime, usual } = WORDS[lang];
    await eachPage(lang, form, ({ id, table, ruleSet }, page) => {
      const isShared = table === 'shared';
      const told = [decisionTime, bettingTime, insuranceTime].map((name) => secondsAfter(page, name));
      const { decision, betting, insurance } = usualSeconds;
      const offer = ruleSet.insurance === 'none' ? null : insurance;
      const times = isShared ? [decision, betting, offer] : [DECISION_SECONDS, null, null];
      expect([id, told]).toEqual([id, times]);
      // Once of the limits, once of the times.
      expect([id, page.text.match(usual)?.length ?? 0]).toEqual([id, isShared ? 2 : 0]);
    });
  });

  test.each(CASES)('names the version of the catalogue (%s, %s)', async (lang, form) => {
    await eachPage(lang, form, ({ id, version }, { text }) => {
      expect(text).toContain(`${id}@${version}.`);
    });
  });
});

function isAssumption(item: string, bet: string): boolean {
  return item.startsWith(`${bet}: `) && /takes for granted|при условии/.test(item);
}
