import { escaped, pageHtml } from '../../rules-text/html-parts';

/** Names with what belongs to them. */
export function listHtml(entries: readonly (readonly [name: string, text: string])[]): string {
  const items = entries.map(([name, text]) => `<dt>${escaped(name)}</dt><dd>${escaped(text)}</dd>`);
  return `<dl>\n${items.join('\n')}\n</dl>`;
}

/** Black on white when it is printed. */
const STYLE = [
  'body { max-width: 60rem; }',
  'dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; }',
  'dt { font-weight: bold; } dd { margin: 0; overflow-wrap: anywhere; }',
  '.cards svg { height: 5.25rem; margin: 0 0.25rem 0.25rem 0; }',
  '@media print { body { max-width: none; padding: 0; } .wide { overflow: visible; } section { break-inside: auto; }',
  '  tr, .cards { break-inside: avoid; } h2, h3 { break-after: avoid; } }',
];

/** A record as a whole page that needs no other file; the content is HTML. */
export function recordHtml(title: string, content: readonly string[]): string {
  return pageHtml({ lang: 'en', title, style: STYLE, content: ['<main>', ...content, '</main>'] });
}
