import { forgetOldSignatures } from '../../src/application/operators/signatures';
import { Housekeeping } from '../../src/http/housekeeping';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;
let operatorId: string;

beforeAll(async () => {
  app = await startTestApp([], { idempotencyDays: 30 });
  operatorId = await app.addOperator();
});
afterAll(() => app.close());
afterEach(() => app.dataSource.query('DELETE FROM seen_signatures'));

const minutesAgo = (minutes: number): Date => new Date(app.clock.now.getTime() - minutes * 60_000);

function oldSignatures(from: number, to: number): Promise<unknown> {
  return app.dataSource.query(
    `INSERT INTO seen_signatures (operator_id, signature_hash, seen_at)
     SELECT $1, int4send(n), $2 FROM generate_series($3::int, $4::int) n`,
    [operatorId, minutesAgo(30), from, to],
  );
}

async function hashes(): Promise<string[]> {
  const rows = await app.dataSource.query<{ hash: string }[]>(
    `SELECT encode(signature_hash, 'hex') AS hash FROM seen_signatures ORDER BY 1`,
  );
  return rows.map(({ hash }) => hash);
}

test('signatures are forgotten in portions, however many there are', async () => {
  await oldSignatures(1, 10_001);
  const statements: string[] = [];
  const { manager } = app.dataSource;
  const counting = Object.assign(Object.create(manager) as typeof manager, {
    query: (sql: string, values: unknown[]) => {
      statements.push(sql);
      return manager.query(sql, values);
    },
  });
  await forgetOldSignatures(counting, app.clock.now);
  expect(await hashes()).toEqual([]);
  expect(statements).toHaveLength(3);
});

test('a signature that another process has hold of is left to it, and nobody waits', async () => {
  await oldSignatures(1, 3);
  const other = app.dataSource.createQueryRunner();
  await other.startTransaction();
  await other.query(`SELECT FROM seen_signatures WHERE signature_hash = int4send(2) FOR UPDATE`);
  await forgetOldSignatures(app.dataSource.manager, app.clock.now);
  expect(await hashes()).toEqual(['00000002']);
  await other.rollbackTransaction();
  await other.release();
});

test('a kind that cannot be forgotten is named in the log, and keeps no other kind waiting', async () => {
  await app.dataSource.query(
    `INSERT INTO idempotency_records (player_key, operator_id, key, request_hash, status, answer, created_at)
     VALUES (0, $1, 'old', '\\x00', 200, '{}', $2)`,
    [operatorId, minutesAgo(31 * 24 * 60)],
  );
  await app.dataSource.query('ALTER TABLE seen_signatures RENAME TO hidden');
  await app.app.get(Housekeeping).run();
  await app.dataSource.query('ALTER TABLE hidden RENAME TO seen_signatures');
  expect(await app.dataSource.query('SELECT key FROM idempotency_records')).toEqual([]);
  const warnings = app.logLines.filter((line) => line.includes('could not be forgotten'));
  expect(warnings).toHaveLength(1);
  expect(JSON.parse(warnings[0])).toMatchObject({ level: 'warn', kind: 'signatures' });
});
