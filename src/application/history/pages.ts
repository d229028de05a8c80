/** One page of a list; `next` is the place after which the following one starts, null when there is none. */
export interface Page<Item, Place> {
  readonly items: readonly Item[];
  readonly next: Place | null;
}

/** Reads the page that starts after a place, or the first one. */
export type ReadPage<Item, Place> = (after: Place | null, limit: number) => Promise<Page<Item, Place>>;

/** The page of rows of which one more than `limit` was asked for: that one only tells that there is a next page. */
export function pageOf<Row, Place>(
  rows: readonly Row[],
  limit: number,
  placeOf: (row: Row) => Place,
): Page<Row, Place> {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  return { items, next: rows.length > limit && last !== undefined ? placeOf(last) : null };
}

/** How many items a stream reads at once: all that it ever holds in memory. */
export const BATCH = 500;

/**
 * The whole list after a place in batches, each read when it is asked for and none once nobody asks any more. The first
 * one is read before this returns, so that what is wrong can be told before an answer has begun.
 */
export async function readInBatches<Item, Place>(
  read: ReadPage<Item, Place>,
  after: Place | null,
): Promise<AsyncGenerator<readonly Item[]>> {
  return batchesFrom(await read(after, BATCH), read);
}

async function* batchesFrom<Item, Place>(
  first: Page<Item, Place>,
  read: ReadPage<Item, Place>,
): AsyncGenerator<readonly Item[]> {
  let page = first;
  for (;;) {
    if (page.items.length > 0) yield page.items;
    if (page.next === null) return;
    page = await read(page.next, BATCH);
  }
}
