import type { DataSource } from 'typeorm';
import { createDataSource } from '../../src/database/data-source';
import { createTestDatabase, type TestDatabase } from '../support/database';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = await createDataSource(database.url, 1).initialize();
});

afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

/**
 * Tables that are not about one player although they name one: the operator's transaction ids, unique across his players,
 * and what he suspends; the sheets of a table, which is a shard of its own; the queue of what a worker still has to assess.
 */
const NOT_OF_A_PLAYER = ['wallet_transactions', 'suspensions', 'table_sheets', 'rounds_to_assess'];

test('every unique key of a table about a player starts with that player’s key', async () => {
  const keys = await dataSource.query<{ table: string; index: string; first: string }[]>(
    `SELECT t.relname AS table, i.relname AS index, a.attname AS first
     FROM pg_index x JOIN pg_class i ON i.oid = indexrelid JOIN pg_class t ON t.oid = indrelid
       JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = indkey[0]
     WHERE indisunique AND t.relnamespace = 'public'::regnamespace
       AND EXISTS (SELECT FROM pg_attribute p WHERE p.attrelid = t.oid AND p.attname = 'player_key')`,
  );
  const ofPlayers = keys.filter(({ table }) => !NOT_OF_A_PLAYER.includes(table));
  expect(new Set(ofPlayers.map(({ table }) => table)).size).toBeGreaterThanOrEqual(9);
  expect(ofPlayers.filter(({ first }) => first !== 'player_key')).toEqual([]);
});

test('no table about a player needs a sequence or a foreign key', async () => {
  const sequences = await dataSource.query<{ table: string }[]>(
    `SELECT refobjid::regclass::text AS table FROM pg_depend JOIN pg_class s ON s.oid = objid
     WHERE s.relkind = 'S' AND deptype IN ('a', 'i') AND EXISTS (
       SELECT FROM pg_attribute WHERE attrelid = refobjid AND attname = 'player_key')`,
  );
  // The queue is in the order in which rounds ended; no money waits for it.
  expect(sequences).toEqual([{ table: 'rounds_to_assess' }]);
  const keys = await dataSource.query<{ table: string }[]>(
    `SELECT conrelid::regclass::text AS table FROM pg_constraint WHERE contype = 'f' AND EXISTS (
       SELECT FROM pg_attribute WHERE attrelid = conrelid AND attname = 'player_key')`,
  );
  // A suspension is the operator's own.
  expect(keys).toEqual([{ table: 'suspensions' }]);
});
