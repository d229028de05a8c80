import type { RulesDocument } from '../../src/rules-text/document';
import { PRESETS } from '../../src/domain/presets';
import { LANGS } from '../../src/rules-text/bilingual';
import { rulesText } from '../../src/rules-text/rules-text';
import { toHtml } from '../../src/rules-text/to-html';
import { toMarkdown } from '../../src/rules-text/to-markdown';
import { game, LIMITS } from './fixtures';

const HOSTILE = `<script>alert("1")</script> & 'a' | b\n# *c* _d_ [e](f)`;
const HOSTILE_HTML =
  '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;a&#39; | b\n# *c* _d_ [e](f)';

/** Every place of a document that holds text holds the same hostile one. */
const hostile: RulesDocument = {
  lang: 'en',
  title: HOSTILE,
  reference: HOSTILE,
  contents: HOSTILE,
  sections: [
    {
      id: HOSTILE,
      heading: HOSTILE,
      blocks: [
        { kind: 'paragraph', text: HOSTILE },
        { kind: 'list', ordered: false, items: [HOSTILE] },
        { kind: 'list', ordered: true, items: [HOSTILE] },
        { kind: 'table', caption: HOSTILE, columns: [HOSTILE], rows: [[HOSTILE, HOSTILE]] },
      ],
    },
  ],
};

describe('the HTML page', () => {
  it('escapes every text wherever it stands', () => {
    const html = toHtml(hostile);
    expect(html).not.toContain('<script');
    expect(html.replaceAll(HOSTILE_HTML, '')).not.toMatch(/alert/);
    expect(html.split(HOSTILE_HTML)).toHaveLength(1 + 17);
  });

  it.each(LANGS)('is whole, names its language and loads nothing (%s)', (lang) => {
    const html = toHtml(rulesText(game('blackjack-deluxe'), { lang, limits: LIMITS, decisionSeconds: 20 }));
    expect(html).toMatch(new RegExp(`^<!doctype html>\\n<html lang="${lang}">`));
    expect(html).toMatch(/<\/html>\n$/);
    expect(html).toContain('<meta charset="utf-8">');
    expect(html).not.toMatch(/<link|<script|<img|url\(|https?:/);
    expect(html).toContain('blackjack-deluxe@1');
  });

  it.each(PRESETS.map((ruleSet) => [ruleSet.id, ruleSet] as const))(
    'closes what it opens and leads to each section from the contents: %s',
    (_, ruleSet) => {
      const document = rulesText(ruleSet, { lang: 'ru', limits: LIMITS, decisionSeconds: 20 });
      const html = toHtml(document);
      expect(unclosedTags(html)).toEqual([]);
      for (const { id } of document.sections) {
        expect(html).toContain(`<a href="#${id}">`);
        expect(html.split(` id="${id}"`)).toHaveLength(2);
      }
    },
  );

  it('names rows and columns of a table for a screen reader', () => {
    const html = toHtml(
      rulesText(game('american-blackjack'), { lang: 'en', limits: LIMITS, decisionSeconds: 20 }),
    );
    expect(html).toContain('<caption>Stake on each hand</caption>');
    expect(html).toContain('<th scope="col">Minimum</th>');
    expect(html).toContain('<tr><th scope="row">EUR</th><td>1.00</td><td>2,000.00</td><td>1.00</td></tr>');
  });
});

describe('the Markdown page', () => {
  it('takes every mark in a text literally and keeps it on its line', () => {
    const literal = '\\<script\\>alert("1")\\</script\\> \\& \'a\' \\| b \\# \\*c\\* \\_d\\_ \\[e\\](f)';
    const lines = toMarkdown(hostile).trimEnd().split('\n\n');
    expect(lines).toEqual([
      `# ${literal}`,
      `## ${literal}`,
      literal,
      `- ${literal}`,
      `1. ${literal}`,
      `**${literal}**`,
      `| ${literal} |\n| --- |\n| ${literal} | ${literal} |`,
    ]);
  });
});

/** The tags that are open at the end or close in the wrong order. */
function unclosedTags(html: string): string[] {
  const open: string[] = [];
  for (const [, slash, tag = ''] of html.matchAll(/<(\/?)([a-z][a-z0-9]*)[^>]*>/g)) {
    if (tag === 'meta') continue;
    if (slash === '') open.push(tag);
    else if (open.at(-1) === tag) open.pop();
    else return [...open, `/${tag}`];
  }
  return open;
}
