const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as it may stand in HTML, in an attribute too. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

export interface HtmlTable {
  readonly caption: string;
  readonly columns: readonly string[];
  /** The first cell of a row names the row. */
  readonly rows: readonly (readonly string[])[];
}

/** A wide table scrolls inside its own region, which the keyboard reaches and a screen reader names. */
export function tableHtml({ caption, columns, rows }: HtmlTable): string {
  const head = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('');
  const body = rows.map(([name = '', ...cells]) => {
    const rest = cells.map((cell) => `<td>${escaped(cell)}</td>`).join('');
    return `<tr><th scope="row">${escaped(name)}</th>${rest}</tr>`;
  });
  return [
    `<div class="wide" role="region" tabindex="0" aria-label="${escaped(caption)}">`,
    '<table>',
    `<caption>${escaped(caption)}</caption>`,
    `<thead>\n<tr>${head}</tr>\n</thead>`,
    `<tbody>\n${body.join('\n')}\n</tbody>`,
    '</table>',
    '</div>',
  ].join('\n');
}

/** A part of a page with its heading; the content is HTML. */
export function sectionHtml(id: string, heading: string, ...content: readonly string[]): string {
  const anchor = escaped(id);
  return [
    `<section aria-labelledby="${anchor}">`,
    `<h2 id="${anchor}">${escaped(heading)}</h2>`,
    ...content,
    '</section>',
  ].join('\n');
}

/** System fonts and colours only: a page loads nothing and follows the reader's light or dark setting. */
const STYLE = [
  ':root { color-scheme: light dark; }',
  'body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; padding: 1rem; }',
  'h1, h2, h3 { line-height: 1.25; }',
  'h2 { margin-top: 2rem; }',
  '.wide { overflow-x: auto; }',
  'table { border-collapse: collapse; margin: 1rem 0; }',
  'caption { font-weight: bold; text-align: start; padding: 0.25rem 0; }',
  'th, td { border: 1px solid; padding: 0.25rem 0.6rem; text-align: start; vertical-align: top; }',
  'tbody th { font-weight: normal; }',
  'td { font-variant-numeric: tabular-nums; }',
];

export interface HtmlPage {
  readonly lang: string;
  readonly title: string;
  /** What this kind of page has of style beside what all have. */
  readonly style: readonly string[];
  /** HTML, below the title. */
  readonly content: readonly string[];
}

/** A whole page that needs no other file. */
export function pageHtml({ lang, title, style, content }: HtmlPage): string {
  return [
    '<!doctype html>',
    `<html lang="${escaped(lang)}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>\n${[...STYLE, ...style].join('\n')}\n</style>`,
    '</head>',
    '<body>',
    `<header>\n<h1>${escaped(title)}</h1>\n</header>`,
    ...content,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
