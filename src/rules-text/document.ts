import { assertNever } from '../domain/assert';
import type { Bilingual, Lang } from './bilingual';

/** The rules of one version of a rule set in one language, as plain data that any page can be made of. */
export interface RulesDocument {
  readonly lang: Lang;
  readonly title: string;
  /** The rule set and its version, `american-blackjack@1`. */
  readonly reference: string;
  /** The heading over the list of sections, for pages that have one. */
  readonly contents: string;
  readonly sections: readonly Section<string>[];
}

/**
 * The sections are written for all languages at once (`Section<Bilingual>`), so that none can lack a rule.
 */
export interface Section<Text> {
  /** Short and stable, the same in every language: the anchor of the section. */
  readonly id: string;
  readonly heading: Text;
  readonly blocks: readonly Block<Text>[];
}

export type Block<Text> = Paragraph<Text> | List<Text> | Table<Text>;

export interface Paragraph<Text> {
  readonly kind: 'paragraph';
  readonly text: Text;
}

export interface List<Text> {
  readonly kind: 'list';
  /** Whether the order matters, as the order of the deal does. */
  readonly ordered: boolean;
  readonly items: readonly Text[];
}

export interface Table<Text> {
  readonly kind: 'table';
  readonly caption: Text;
  readonly columns: readonly Text[];
  /** The first cell of a row names the row. */
  readonly rows: readonly (readonly Text[])[];
}

export function paragraph(text: Bilingual): Paragraph<Bilingual> {
  return { kind: 'paragraph', text };
}

export function list(items: readonly Bilingual[]): List<Bilingual> {
  return { kind: 'list', ordered: false, items };
}

export function steps(items: readonly Bilingual[]): List<Bilingual> {
  return { kind: 'list', ordered: true, items };
}

export function table(
  caption: Bilingual,
  columns: readonly Bilingual[],
  rows: readonly (readonly Bilingual[])[],
): Table<Bilingual> {
  return { kind: 'table', caption, columns, rows };
}

/** One language of a section. */
export function translate(section: Section<Bilingual>, lang: Lang): Section<string> {
  return {
    id: section.id,
    heading: section.heading[lang],
    blocks: section.blocks.map((block) => translateBlock(block, lang)),
  };
}

function translateBlock(block: Block<Bilingual>, lang: Lang): Block<string> {
  const pick = (text: Bilingual): string => text[lang];
  switch (block.kind) {
    case 'paragraph':
      return { ...block, text: pick(block.text) };
    case 'list':
      return { ...block, items: block.items.map(pick) };
    case 'table':
      return {
        ...block,
        caption: pick(block.caption),
        columns: block.columns.map(pick),
        rows: block.rows.map((row) => row.map(pick)),
      };
    default:
      return assertNever(block, 'a block');
  }
}
