import type { DataSource } from 'typeorm';
import { lastIdAt, newId, playerKeyOf } from '../../src/application/ids';
import { listRecordedRounds, type RoundSelection } from '../../src/persistence/rounds/history';
import { Casino } from '../support/casino';
import { rowsLookedAt } from '../support/query-plan';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
// Its books are not right: what is put into them below never happened.
afterAll(() => casino.app.close());

const ROUNDS = 5000;
const MINUTE_MS = 60_000;

/** How many rounds are looked at to list those that are selected. */
function looksAt(dataSource: DataSource, selected: Partial<RoundSelection>): Promise<number> {
  const selection: RoundSelection = {
    operatorId: casino.operatorId,
    player: null,
    session: null,
    roundId: null,
    table: null,
    gameId: null,
    mode: null,
    status: null,
    currency: null,
    fromId: null,
    toId: null,
    ...selected,
  };
  return rowsLookedAt(dataSource, 'rounds', (db) => listRecordedRounds(db, selection, null, 51));
}

/** What the caller is told whose search took too long: that a narrower time, or a player, makes it short. */
test('a filter that nothing passes walks through the rounds of the time that is named, and no others', async () => {
  const { dataSource, clock } = casino.app;
  const { id, playerId } = await casino.openSession({ gameId: 'american-blackjack' });
  await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards: ['Ac', '6d', 'Ks', 'Th'] });
  const at = (minutes: number): Date => new Date(clock.now.getTime() - minutes * MINUTE_MS);
  await dataSource.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    await tx.query(
      `INSERT INTO rounds SELECT (jsonb_populate_record(r, jsonb_build_object(
         'round_id', made.id, 'player_key', made.no % 500 + 1, 'player_id', made.no % 500))).*
       FROM rounds r, unnest($1::uuid[]) WITH ORDINALITY AS made (id, no)`,
      [Array.from({ length: ROUNDS }, (_, index) => newId(1, at(index + 1)))],
    );
  });
  await dataSource.query('ANALYZE rounds');
  const currency = 'SEK';
  expect(await looksAt(dataSource, { currency })).toBe(ROUNDS + 1);
  const hour = { fromId: lastIdAt(at(2060)), toId: lastIdAt(at(2000)) };
  expect(await looksAt(dataSource, { currency, ...hour })).toBeLessThan(100);
  const player = { playerId, keys: [playerKeyOf(id)] };
  expect(await looksAt(dataSource, { currency, player })).toBeLessThan(10);
});
