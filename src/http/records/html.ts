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

export interface PageTable {
  readonly caption: string;
  readonly columns: readonly string[];
  /** The first cell of a row is its heading. */
  readonly rows: readonly (readonly string[])[];
}

/** A wide table scrolls inside its own region, which the keyboard reaches and a screen reader names. */
export function tableHtml({ caption, columns, rows }: PageTable): string {
  const head = columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('');
  const body = rows.map(([name = '', ...cells]) => {
    const rest = cells.map((cell) => `<td>${escaped(cell)}</td>`).join('');
    return `<tr><th scope="row">${escaped(name)}</th>${rest}</tr>`;
  });
  return [
    `<div class="wide" role="region" tabindex="0" aria-label="${escaped(caption)}">`,
    `<table><caption>${escaped(caption)}</caption>`,
    `<thead><tr>${head}</tr></thead>`,
    `<tbody>\n${body.join('\n')}\n</tbody></table></div>`,
  ].join('\n');
}

/** Names with what belongs to them. */
export function listHtml(entries: readonly (readonly [name: string, text: string])[]): string {
  const items = entries.map(([name, text]) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`);
  return `<dl>\n${items.join('\n')}\n</dl>`;
}

export function sectionHtml(id: string, heading: string, ...content: readonly string[]): string {
  return [
    `<section aria-labelledby="${id}">`,
    `<h2 id="${id}">${escaped(heading)}</h2>`,
    ...content,
    '</section>',
  ].join('\n');
}

/** System fonts only, and black on white when it is printed: the page loads nothing. */
const STYLE = [
  ':root { color-scheme: light dark; }',
  'body { font: 1rem/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 60rem; padding: 1rem; }',
  'h1, h2, h3 { line-height: 1.25; } h2 { margin-top: 2rem; }',
  '.wide { overflow-x: auto; }',
  'table { border-collapse: collapse; margin: 1rem 0; }',
  'caption { font-weight: bold; text-align: start; padding: 0.25rem 0; }',
  'th, td { border: 1px solid; padding: 0.25rem 0.6rem; text-align: start; vertical-align: top; }',
  'tbody th { font-weight: normal; } td { font-variant-numeric: tabular-nums; }',
  'dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }',
  'dt { font-weight: bold; } dd { margin: 0; overflow-wrap: anywhere; }',
  '.cards svg { height: 5.25rem; margin: 0 0.25rem 0.25rem 0; }',
  '@media print { body { max-width: none; padding: 0; } .wide { overflow: visible; } section { break-inside: auto; }',
  '  tr, .cards { break-inside: avoid; } h2, h3 { break-after: avoid; } }',
].join('\n');

/** A whole page that needs no other file. */
export function pageHtml(title: string, content: readonly string[]): string {
  return [
    '<!doctype html>',
    '<html lang="en">',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escaped(title)}</title>`,
    `<style>\n${STYLE}\n</style>`,
    '</head>',
    '<body>',
    `<header>\n<h1>${escaped(title)}</h1>\n</header>`,
    '<main>',
    ...content,
    '</main>',
    '</body>',
    '</html>',
    '',
  ].join('\n');
}
