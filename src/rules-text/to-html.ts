import { assertNever } from '../domain/assert';
import type { Block, List, RulesDocument } from './document';
import { escaped, pageHtml, sectionHtml, tableHtml } from './html-parts';

const STYLE = ['body { max-width: 46rem; }', 'li { margin: 0.25rem 0; }'];

/** The rules as a whole page that needs no other file. Every text in it is escaped. */
export function toHtml(document: RulesDocument): string {
  const { lang, title, reference, sections } = document;
  return pageHtml({
    lang,
    title,
    style: STYLE,
    content: [
      contentsHtml(document),
      '<main>',
      ...sections.map(({ id, heading, blocks }) => sectionHtml(id, heading, ...blocks.map(blockHtml))),
      '</main>',
      `<footer>\n<p>${escaped(reference)}</p>\n</footer>`,
    ],
  });
}

function contentsHtml({ contents, sections }: RulesDocument): string {
  const entries = sections.map(
    ({ id, heading }) => `<li><a href="#${escaped(id)}">${escaped(heading)}</a></li>`,
  );
  return [
    '<nav aria-labelledby="contents">',
    `<h2 id="contents">${escaped(contents)}</h2>`,
    `<ol>\n${entries.join('\n')}\n</ol>`,
    '</nav>',
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
