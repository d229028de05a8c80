import type { Casino } from '../support/casino';

export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** A page of a list, which has to be given. */
export async function pageOf<Item>(casino: Casino, path: string): Promise<ListPage<Item>> {
  const { status, body, text } = await casino.get<ListPage<Item>>(path);
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return body;
}

/** All items of a list, page by page; `between` runs before each further page. */
export async function allPages<Item>(
  casino: Casino,
  path: string,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Item[]> {
  const items: Item[] = [];
  let page = await pageOf<Item>(casino, path);
  for (;;) {
    items.push(...page.items);
    if (page.nextCursor === null) return items;
    await between();
    page = await pageOf<Item>(casino, `${path}${path.includes('?') ? '&' : '?'}cursor=${page.nextCursor}`);
  }
}

/** Nine and seven against a six: the round waits for its player. */
export const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th'] };

/** A blackjack against a seven is paid at once: 3:2, and the round is over. */
export const BLACKJACK = { boxes: [{ box: 1, stake: 1000 }], cards: ['Kd', '7h', 'Ac', 'Jc'] };

/** Copies of a settled round as if its player had played it again and again, a millisecond earlier each time. */
export async function copyRound(casino: Casino, roundId: string, copies: number): Promise<void> {
  const idOf = (alias: string): string => `
    (lpad(to_hex((extract(epoch FROM r.dealt_at) * 1000)::bigint - i), 12, '0')
      || substr(replace(${alias}.round_id::text, '-', ''), 13))::uuid`;
  const values = [roundId, copies];
  await casino.app.dataSource.query(
    `INSERT INTO round_steps SELECT copy.*
     FROM round_steps s JOIN rounds r USING (player_key, round_id) CROSS JOIN generate_series(1, $2::integer) i
     CROSS JOIN LATERAL jsonb_populate_record(s, jsonb_build_object('round_id', ${idOf('s')})) AS copy
     WHERE s.round_id = $1`,
    values,
  );
  await casino.app.dataSource.query(
    `INSERT INTO rounds SELECT copy.* FROM rounds r CROSS JOIN generate_series(1, $2::integer) i
     CROSS JOIN LATERAL jsonb_populate_record(r, jsonb_build_object(
       'round_id', ${idOf('r')}, 'dealt_at', r.dealt_at - i * interval '1 millisecond')) AS copy
     WHERE r.round_id = $1`,
    values,
  );
}
