import { Client } from 'pg';

/**
 * Sets the clock of a test's database back: shared tables take their time from it. Whoever connects afterwards finds this
 * `clock_timestamp` before PostgreSQL's own.
 */
export class DatabaseClock {
  private constructor(private readonly url: string) {}

  static async in(url: string): Promise<DatabaseClock> {
    const name = new URL(url).pathname.slice(1);
    const clock = new DatabaseClock(url);
    await clock.run(`
      CREATE SCHEMA set_back;
      CREATE TABLE set_back.clock (by INTERVAL NOT NULL);
      INSERT INTO set_back.clock VALUES ('0');
      CREATE FUNCTION set_back.clock_timestamp() RETURNS TIMESTAMPTZ LANGUAGE sql VOLATILE AS
        'SELECT pg_catalog.clock_timestamp() - by FROM set_back.clock';
      ALTER DATABASE ${name} SET search_path = set_back, pg_catalog, public`);
    return clock;
  }

  /** From the time as it is: `6 years`, or `0` to be right again. */
  setBack(by: string): Promise<void> {
    return this.run(`UPDATE set_back.clock SET by = '${by}'`);
  }

  private async run(sql: string): Promise<void> {
    const client = new Client({ connectionString: this.url });
    await client.connect();
    try {
      await client.query(sql);
    } finally {
      await client.end();
    }
  }
}
