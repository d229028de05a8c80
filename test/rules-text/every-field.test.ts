import { SIDE_BET_OUTCOMES, SIDE_BET_TYPES, type RuleSet } from '../../src/domain/rule-set';
import { LANGS } from '../../src/rules-text/bilingual';
import { FIELDS } from './field-wordings';
import { game, markdown } from './fixtures';

const FIELD_NAMES = Object.keys(FIELDS) as (keyof RuleSet)[];

/** One row per field, value and language: the game with that value, its wording, and those of other values. */
const CASES = FIELD_NAMES.flatMap((field) => {
  const { base, values } = FIELDS[field];
  return values.flatMap(({ value, ...wording }) =>
    LANGS.map((lang) => ({
      field,
      lang,
      ruleSet: { ...base, [field]: value },
      value: JSON.stringify(value),
      wording: wording[lang],
      others: values.map((other) => other[lang]).filter((other) => other !== wording[lang]),
    })),
  );
});

describe('C-23: the text follows every field of the rule set', () => {
  it('C-23: no field is left out', () => {
    expect([...FIELD_NAMES].sort()).toEqual(Object.keys(game('blackjack-deluxe')).sort());
  });

  it.each(FIELD_NAMES)('C-23: %s has at least two wordings to tell apart', (field) => {
    for (const lang of LANGS) {
      const wordings = FIELDS[field].values.map((each) => each[lang]);
      expect(new Set(wordings).size).toBe(wordings.length);
      expect(wordings.length).toBeGreaterThan(1);
    }
  });

  it.each(CASES)('C-23: $field $value is told in $lang', ({ ruleSet, lang, wording, others }) => {
    const text = markdown(ruleSet, lang);
    expect(text).toContain(wording);
    for (const other of others) expect(text).not.toContain(other);
  });
});

const OUTCOMES = SIDE_BET_TYPES.flatMap((type) =>
  SIDE_BET_OUTCOMES[type].flatMap((win) => LANGS.map((lang) => [type, win, lang] as const)),
);

describe('side bets', () => {
  it.each(LANGS)('AM-14: a bet with a ceiling of its own names it for each currency (%s)', (lang) => {
    const base = game('american-blackjack');
    const limited = (maxUnits: number | null): string =>
      markdown({ ...base, sideBets: [{ type: 'blackjack', pays: { blackjack: 19 }, maxUnits }] }, lang);
    expect(limited(20)).toContain('(20.00 EUR; 2,000 JPY).');
    expect(limited(35)).toContain('(35.00 EUR; 3,500 JPY).');
    expect(limited(null)).not.toContain('EUR;');
  });

  it.each(OUTCOMES)('%s: %s is listed with its payment when it pays (%s)', (type, win, lang) => {
    const base = game('american-blackjack');
    const paying = markdown({ ...base, sideBets: [{ type, pays: { [win]: 123 }, maxUnits: null }] }, lang);
    const losing = markdown({ ...base, sideBets: [{ type, pays: {}, maxUnits: null }] }, lang);
    expect(paying).toMatch(/^\| [^|]+ \| 123:1 \|$/m);
    expect(losing).not.toContain('123:1');
    expect(paying.split('\n')).toHaveLength(losing.split('\n').length + 1);
  });
});
