import { assertNever } from '../domain/assert';
import type { Block, List, RulesDocument, Table } from './document';

/** The rules as GitHub-flavoured Markdown, ending in a line break. */
export function toMarkdown(document: RulesDocument): string {
  const sections = document.sections.flatMap((section) => [
    `## ${escaped(section.heading)}`,
    ...section.blocks.map(blockMarkdown),
  ]);
  return `${[`# ${escaped(document.title)}`, ...sections].join('\n\n')}\n`;
}

function blockMarkdown(block: Block<string>): string {
  switch (block.kind) {
    case 'paragraph':
      return escaped(block.text);
    case 'list':
      return listMarkdown(block);
    case 'table':
      return tableMarkdown(block);
    default:
      return assertNever(block, 'a block');
  }
}

function listMarkdown(block: List<string>): string {
  return block.items
    .map((item, index) => `${block.ordered ? `${index + 1}.` : '-'} ${escaped(item)}`)
    .join('\n');
}

/** Markdown tables have no caption, so it stands above in bold. */
function tableMarkdown(block: Table<string>): string {
  const columns = block.columns.map(escaped);
  const rows = [columns, columns.map(() => '---'), ...block.rows.map((row) => row.map(escaped))];
  const lines = rows.map((row) => `| ${row.join(' | ')} |`);
  return `**${escaped(block.caption)}**\n\n${lines.join('\n')}`;
}

/** An operator names his game as he likes, so whatever means something to Markdown is taken literally. */
function escaped(text: string): string {
  return text.replace(/[ \t\r\n]+/g, ' ').replace(/[\\`*_[\]<>|#~&]/g, '\\$&');
}
