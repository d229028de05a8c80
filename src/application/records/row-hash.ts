import { createHash } from 'node:crypto';
import type { RecordRow } from '../../persistence/records/read-records';

/**
 * The canonical form of a record: a JSON array of the table's name and the texts of its columns in their fixed order,
 * null for NULL, without white space. docs/records.md lists the columns and how each becomes a text.
 */
function canonicalRow({ kind, texts }: Pick<RecordRow, 'kind' | 'texts'>): string {
  return JSON.stringify([kind.table, ...texts]);
}

/** What a seal keeps of a row. */
export interface RowSeal {
  readonly position: number;
  readonly table: string;
  readonly key: readonly string[];
  /** SHA-256 of the canonical row, hexadecimal. */
  readonly hash: string;
  /** Four digits for each column that is not of the key: they tell which one was changed, and protect nothing. */
  readonly marks: string;
}

export function sealOfRow(row: RecordRow): RowSeal {
  const { kind, position, texts } = row;
  return {
    position,
    table: kind.table,
    key: texts.slice(0, kind.keyLength).map((text) => text ?? ''),
    hash: createHash('sha256').update(canonicalRow(row)).digest('hex'),
    marks: texts.slice(kind.keyLength).map(markOf).join(''),
  };
}

/** One line of what a seal covers. */
export function rowLine({ position, table, key, hash, marks }: RowSeal): string {
  return `${JSON.stringify([position, table, key, hash, marks])}\n`;
}

/** @throws SyntaxError when the line is none of ours. */
export function parseRowLine(line: string): RowSeal {
  const [position, table, key, hash, marks] = JSON.parse(line) as [number, string, string[], string, string];
  return { position, table, key, hash, marks };
}

/** Names of the columns whose marks differ; empty when the change left every mark as it was. */
export function changedColumns({ kind }: RecordRow, sealed: RowSeal, found: RowSeal): string[] {
  return kind.columns
    .map(({ name }) => name)
    .filter((_, index) => {
      if (index < kind.keyLength) return sealed.key[index] !== found.key[index];
      const at = (index - kind.keyLength) * 4;
      return sealed.marks.slice(at, at + 4) !== found.marks.slice(at, at + 4);
    });
}

const NULL_MARK = '----';

/** FNV-1a over the code units, folded to sixteen bits. */
function markOf(text: string | null): string {
  if (text === null) return NULL_MARK;
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  return (((hash >>> 16) ^ hash) & 0xffff).toString(16).padStart(4, '0');
}
