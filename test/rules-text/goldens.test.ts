import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PRESETS } from '../../src/domain/presets';
import { LANGS, type Lang } from '../../src/rules-text/bilingual';
import type { RuleSet } from '../../src/domain/rule-set';
import { markdown } from './fixtures';

/**
 * The whole rules of every preset, to be read as a player reads them. `UPDATE_GOLDENS=1` writes them anew;
 * the change is then reviewed as text.
 */
const FOLDER = join(__dirname, 'goldens');
const UPDATE = process.env.UPDATE_GOLDENS === '1';

const PAGES = PRESETS.flatMap((ruleSet) =>
  LANGS.map((lang) => [`${ruleSet.id}.${lang}.md`, ruleSet, lang] as const),
);

function page(ruleSet: RuleSet, lang: Lang): string {
  const sideBets = Object.fromEntries(ruleSet.sideBets.map(({ type }, index) => [type, 0.9 + index / 100]));
  const usual = ruleSet.table === 'shared';
  return markdown(ruleSet, lang, {
    decisionSeconds: usual ? 15 : 86_400,
    ...(usual ? { tableSeconds: { betting: 20, insurance: 10 } } : {}),
    usual,
    theoreticalReturn: {
      mainBet: 0.9953,
      sideBets,
      ...(ruleSet.insurance === 'none' ? {} : { insurance: 0.9253 }),
    },
  });
}

describe('the rules of the presets', () => {
  it.each(PAGES)('C-23: %s is the page that was read and approved', (file, ruleSet, lang) => {
    const path = join(FOLDER, file);
    const text = page(ruleSet, lang);
    if (UPDATE) writeFileSync(path, text);
    expect(text).toBe(readFileSync(path, 'utf8'));
  });

  it('has no golden of a game that is no more', () => {
    expect(readdirSync(FOLDER).sort()).toEqual(PAGES.map(([file]) => file).sort());
  });
});
