import { assertNever } from '../domain/assert';
import type { Block, List, RulesDocument, Section, Table } from './document';

/** System fonts and colours only: the page loads nothing and follows the reader's light or dark setting. */
const STYLE = [
  ':root { color-scheme: light dark; }',
  'body { font: 1rem/1.6 system-ui, sans-serif; margin: 0 auto; max-width: 46rem; padding: 1rem; }',
  'h1, h2 { line-height: 1.25; }',
  'h2 { margin-top: 2.5rem; }',
  'li { margin: 0.25rem 0; }',
  '.wide { overflow-x: auto; }',
  'table { border-collapse: collapse; margin: 1rem 0; }',
  'caption { font-weight: bold; text-align: start; padding: 0.25rem 0; }',
  'th, td { border: 1px solid; padding: 0.3rem 0.75rem; text-align: start; vertical-align: top; }',
  'tbody th { font-weight: normal; }',
  'td { font-variant-numeric: tabular-nums; }',
].join('\n');

/** The rules as a whole page that needs no other file. Every text in it is escaped. */
export function toHtml(document: RulesDocument): string {
  const title = escaped(document.title);
  return [
    '<!doctype html>',
    `<html lang="${document.lang}">`,
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    `<style>\n${STYLE}\n</style>`,
    '</head>',
    '<body>',
    `<header>\n<h1>${title}</h1>\n</header>`,
    contentsHtml(document),
    '<main>',
    ...document.sections.map(sectionHtml),
    '</main>',
    `<footer>\n<p>${escaped(document.reference)}</p>\n</footer>`,
    '</body>',
    '</html>',
    '',
  ].join('\n');
}

function contentsHtml(document: RulesDocument): string {
  const entries = document.sections.map(
    ({ id, heading }) => `<li><a href="#${escaped(id)}">${escaped(heading)}</a></li>`,
  );
  return [
    '<nav aria-labelledby="contents">',
    `<h2 id="contents">${escaped(document.contents)}</h2>`,
    `<ol>\n${entries.join('\n')}\n</ol>`,
    '</nav>',
  ].join('\n');
}

function sectionHtml(section: Section<string>): string {
  const id = escaped(section.id);
  return [
    `<section aria-labelledby="${id}">`,
    `<h2 id="${id}">${escaped(section.heading)}</h2>`,
    ...section.blocks.map(blockHtml),
    '</section>',
  ].join('\n');
}

function blockHtml(block: Block<string>): string {
  switch (block.kind) {
    case 'paragraph':
      return `<p>${escaped(block.text)}</p>`;
    case 'list':
      return listHtml(block);
    case 'table':
      return tableHtml(block);
    default:
      return assertNever(block, 'a block');
  }
}

function listHtml(block: List<string>): string {
  const tag = block.ordered ? 'ol' : 'ul';
  return `<${tag}>\n${block.items.map((item) => `<li>${escaped(item)}</li>`).join('\n')}\n</${tag}>`;
}

/** A wide table scrolls inside its own region, which the keyboard reaches and a screen reader names. */
function tableHtml(block: Table<string>): string {
  const head = block.columns.map((column) => `<th scope="col">${escaped(column)}</th>`).join('');
  const rows = block.rows.map(([name = '', ...cells]) => {
    const rest = cells.map((cell) => `<td>${escaped(cell)}</td>`).join('');
    return `<tr><th scope="row">${escaped(name)}</th>${rest}</tr>`;
  });
  return [
    `<div class="wide" role="region" tabindex="0" aria-label="${escaped(block.caption)}">`,
    '<table>',
    `<caption>${escaped(block.caption)}</caption>`,
    `<thead>\n<tr>${head}</tr>\n</thead>`,
    `<tbody>\n${rows.join('\n')}\n</tbody>`,
    '</table>',
    '</div>',
  ].join('\n');
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
