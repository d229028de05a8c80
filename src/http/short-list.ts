import { makeCursor, readCursor } from './cursor';
import type { PageQuery } from './page-query.dto';

/** A page of a list that is at hand as a whole, in its own order. */
export interface ShortPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

interface Place {
  readonly after: number;
}

/** Gives that page of a list that only ever grows at its end. */
export function pageOf<Item>(list: readonly Item[], { limit, cursor }: PageQuery): ShortPage<Item> {
  const start = cursor === undefined ? 0 : readCursor(cursor, isPlace).after;
  const end = start + limit;
  const nextCursor = end < list.length ? makeCursor({ after: end }) : null;
  return { items: list.slice(start, end), nextCursor };
}

function isPlace(value: unknown): value is Place {
  const { after } = (value ?? {}) as Partial<Place>;
  return Number.isSafeInteger(after) && Number(after) >= 0;
}
