import type { StreamableFile } from '@nestjs/common';
import { type Page, readInBatches, type ReadPage } from '../../application/history/pages';
import { makeCursor, readCursor } from '../cursor';
import type { PageQuery } from '../page-query.dto';
import { streamedAnswer } from '../text-answer';
import { type Column, csvHeader, csvLines } from './csv';

export const JSON_TYPE = 'application/json';
export const CSV = 'text/csv';
export const NDJSON = 'application/x-ndjson';

/** One page of a list as the contract shows it. */
export interface ListBody<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A list, how its places travel in cursors, and how its items look in a table. */
export interface ListKind<Item, Place> {
  readonly isPlace: (value: unknown) => value is Place;
  readonly columns: readonly Column<Item>[];
}

/** One page as JSON, or all that follows from the cursor on as a stream. */
export async function answerList<Item, Place extends object>(
  mediaType: string,
  { limit, cursor }: PageQuery,
  read: ReadPage<Item, Place>,
  { isPlace, columns }: ListKind<Item, Place>,
): Promise<ListBody<Item> | StreamableFile> {
  const after = cursor === undefined ? null : readCursor(cursor, isPlace);
  switch (mediaType) {
    case CSV:
      return streamedAnswer(CSV, csvOf(await readInBatches(read, after), columns));
    case NDJSON:
      return streamedAnswer(NDJSON, linesOf(await readInBatches(read, after)));
    default:
      return listBody(await read(after, limit));
  }
}

export function listBody<Item, Place extends object>({ items, next }: Page<Item, Place>): ListBody<Item> {
  return { items, nextCursor: next === null ? null : makeCursor(next) };
}

async function* csvOf<Item>(
  batches: AsyncIterable<readonly Item[]>,
  columns: readonly Column<Item>[],
): AsyncGenerator<string> {
  yield csvHeader(columns);
  for await (const items of batches) yield csvLines(columns, items);
}

async function* linesOf<Item>(batches: AsyncIterable<readonly Item[]>): AsyncGenerator<string> {
  for await (const items of batches) yield items.map((item) => `${JSON.stringify(item)}\n`).join('');
}
