import { Housekeeping } from '../../src/http/housekeeping';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp([], { idempotencyDays: 40 });
});
afterAll(() => app.close());

const daysAgo = (days: number): Date => new Date(app.clock.now.getTime() - days * 86_400_000);

test('answers are kept for their days and then forgotten, however many there are', async () => {
  const operatorId = await app.addOperator();
  await app.dataSource.query(
    `INSERT INTO idempotency_records (player_key, operator_id, key, request_hash, status, answer, created_at)
     SELECT 0, $1::uuid, 'old-' || n, '\\x00'::bytea, 200, '{}'::json, $2::timestamptz FROM generate_series(1, 5001) n
     UNION ALL SELECT 0, $1::uuid, 'young', '\\x00'::bytea, 200, '{}'::json, $3::timestamptz`,
    [operatorId, daysAgo(40.01), daysAgo(39.99)],
  );
  await app.app.get(Housekeeping).run();
  const left = await app.dataSource.query<{ key: string }[]>('SELECT key FROM idempotency_records');
  expect(left).toEqual([{ key: 'young' }]);
  expect(app.logLines.join('\n')).not.toContain('could not be forgotten');
});

test('signatures that would be refused for their age are forgotten', async () => {
  const operatorId = await app.addOperator();
  const minutesAgo = (minutes: number): Date => new Date(app.clock.now.getTime() - minutes * 60_000);
  for (const [hash, at] of [
    ['\\x01', minutesAgo(30)],
    ['\\x02', minutesAgo(1)],
  ] as const) {
    await app.dataSource.query('INSERT INTO seen_signatures VALUES ($1, $2, $3)', [operatorId, hash, at]);
  }
  await app.app.get(Housekeeping).run();
  const left = await app.dataSource.query<{ hash: string }[]>(
    `SELECT encode(signature_hash, 'hex') AS hash FROM seen_signatures`,
  );
  expect(left).toEqual([{ hash: '02' }]);
});
