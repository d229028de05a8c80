import { randomInt } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { newId } from '../../src/application/ids';
import { createDataSource } from '../../src/database/data-source';
import { entities } from '../../src/persistence/entities';
import type { TablePlace } from '../../src/persistence/tables/load-table';
import { createTestDatabase, type TestDatabase } from '../support/database';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/** Leases that are given or renewed last an hour longer here: they end when a test says so, and not while it is held up. */
const LASTING = `
  CREATE FUNCTION lasts() RETURNS TRIGGER LANGUAGE plpgsql AS $$ BEGIN
    IF NEW.expires_at > clock_timestamp() THEN NEW.expires_at := NEW.expires_at + interval '1 hour'; END IF;
    RETURN NEW;
  END $$;
  CREATE TRIGGER lasts BEFORE INSERT OR UPDATE ON table_leases FOR EACH ROW EXECUTE FUNCTION lasts()`;

/**
 * Rows of tables and of their events, with nothing behind them: for what looks at times, leases and numbers only. It stays
 * the same time at them: phases end so many milliseconds after `now`.
 */
export class BareTables {
  readonly now = new Date();

  private constructor(
    private readonly database: TestDatabase,
    readonly dataSource: DataSource,
  ) {}

  static async open(): Promise<BareTables> {
    const database = await createTestDatabase();
    const dataSource = await createDataSource(database.url, 8, entities).initialize();
    await dataSource.query(LASTING);
    return new BareTables(database, dataSource);
  }

  /** Does something while leases last as long as they do for a server. */
  async inTime<T>(work: () => Promise<T>): Promise<T> {
    await this.dataSource.query('ALTER TABLE table_leases DISABLE TRIGGER lasts');
    try {
      return await work();
    } finally {
      await this.dataSource.query('ALTER TABLE table_leases ENABLE TRIGGER lasts');
    }
  }

  get url(): string {
    return this.database.url;
  }

  /** A table whose phase ends in so many milliseconds; null where nothing is waited for. */
  async add(dueInMs: number | null): Promise<TablePlace> {
    const tableKey = randomInt(1, 2 ** 40);
    const tableId = newId(tableKey, new Date());
    await this.dataSource.query(
      `INSERT INTO tables (table_key, table_id, operator_id, game_id, rule_set_version, mode, currency, state, phase, due_at,
         round_id, event_no, transcript, alias_key, opened_at)
       VALUES ($1, $2, $3, 'blackjack-deluxe', 1, 'test', 'EUR', '{}', 'betting', $4, $3, 0,
         decode(repeat('00', 32), 'hex'), '', now())`,
      [tableKey, tableId, NOBODY, this.after(dueInMs)],
    );
    return { tableKey, tableId };
  }

  /** The phase of a table ends so many milliseconds later. */
  async setDue({ tableId }: TablePlace, dueInMs: number | null): Promise<void> {
    await this.dataSource.query('UPDATE tables SET due_at = $2 WHERE table_id = $1', [
      tableId,
      this.after(dueInMs),
    ]);
  }

  private after(milliseconds: number | null): Date | null {
    return milliseconds === null ? null : new Date(this.now.getTime() + milliseconds);
  }

  /** Writes so many events as a commit would, in one transaction, and says so unless it is to be kept quiet. */
  async happen(
    { tableKey, tableId }: TablePlace,
    { events = 1, body = {}, parts = null, quietly = false, at = new Date() }: Happening = {},
  ): Promise<void> {
    await this.dataSource.transaction(async (tx) => {
      const [[{ last }]] = await tx.query<[[{ last: number }]]>(
        `UPDATE tables SET event_no = event_no + $2 WHERE table_id = $1 RETURNING event_no AS last`,
        [tableId, events],
      );
      await tx.query(
        `INSERT INTO table_events (table_key, table_id, event_no, type, round_id, body, private, at)
         SELECT $1, $2, n, 'choices', $3, $4, $5, $6 FROM generate_series($7::bigint, $8::bigint) n`,
        [tableKey, tableId, NOBODY, body, parts, at, last - events + 1, last],
      );
      if (!quietly) await tx.query(`SELECT pg_notify('table_events', $1)`, [`${tableId} ${last}`]);
    });
  }

  /** Moves the end of leases into the past, as if so much time had gone by. */
  async letLeasesEnd(holder: string): Promise<void> {
    await this.dataSource.query(
      `UPDATE table_leases SET expires_at = clock_timestamp() - interval '1 millisecond' WHERE holder = $1`,
      [holder],
    );
  }

  async clear(): Promise<void> {
    await this.dataSource.query('DELETE FROM table_leases');
    await this.dataSource.query('DELETE FROM table_events');
    await this.dataSource.query('DELETE FROM tables');
  }

  async close(): Promise<void> {
    await this.dataSource.destroy();
    await this.database.drop();
  }
}

interface Happening {
  readonly events?: number;
  readonly body?: object;
  readonly parts?: object | null;
  readonly quietly?: boolean;
  readonly at?: Date;
}
