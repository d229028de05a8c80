import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { parseAuditCommand } from '../../src/operations/audit-command';
import { CommandError } from '../../src/operations/operator-command';
import { type Copy, Lab } from './lab';

test.each([
  ['', 'no such command'],
  ['check', 'no such command'],
  ['verify now', 'too many arguments'],
  ['verify --colour red', "Unknown option '--colour'"],
  ['grant', 'ROLE must be'],
  ['grant a;b', 'ROLE must be'],
  ['grant a b', 'too many arguments'],
])('%j is refused: %s', (line, message) => {
  const args = line === '' ? [] : line.split(' ');
  expect(() => parseAuditCommand(args)).toThrow(CommandError);
  expect(() => parseAuditCommand(args)).toThrow(message);
});

describe('the command itself', () => {
  let lab: Lab;
  let copy: Copy;

  beforeAll(async () => {
    lab = await Lab.open();
    copy = await lab.copy();
  });
  afterAll(async () => {
    await copy.drop();
    await lab.close();
  });

  /** Of the build, as `npm run audit` starts it. */
  function audit(url: string, ...args: string[]): { status: number | null; stdout: string; stderr: string } {
    const program = resolve(__dirname, '../../dist/src/operations/audit.js');
    const { PATH, HOME } = process.env;
    const env = { PATH, HOME, DATABASE_URL: url };
    return spawnSync(process.execPath, [program, ...args], { env, encoding: 'utf8' });
  }

  test('exits with 0 when all is sound, with 1 when something is not, with 2 when it cannot tell', async () => {
    const sound = audit(copy.url, 'verify');
    expect([sound.status, sound.stdout]).toEqual([0, expect.stringContaining('Nothing was changed')]);
    await copy.dataSource.query('ALTER TABLE transfers DISABLE TRIGGER ALL');
    await copy.dataSource.query('UPDATE transfers SET amount = amount + 1 WHERE entry_no = 2');
    const touched = audit(copy.url, 'verify', '--operator', 'operator-1');
    expect([touched.status, touched.stdout]).toEqual([
      1,
      expect.stringMatching(/^operator operator-1, seal \d+: transfers .*\/2 was changed: amount\n/),
    ]);
    expect(audit(copy.url, 'verify', '--operator', 'nobody')).toMatchObject({
      status: 2,
      stderr: 'There is no operator nobody.\n',
    });
    expect(audit(copy.url, 'verify', '--head', '/nowhere.json').status).toBe(2);
    expect(audit('postgresql://a:b@127.0.0.1:1/none', 'verify')).toMatchObject({ status: 2, stdout: '' });
    expect(audit(copy.url, 'unknown')).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Usage:') as string,
    });
  });

  test('verifies with the rights of a reader, and changes nothing', async () => {
    const before = await copy.dataSource.query<unknown[]>('SELECT name FROM migrations');
    await copy.dataSource.query(`DELETE FROM migrations WHERE name LIKE 'CreateSeals%'`);
    audit(copy.url, 'verify');
    const after = await copy.dataSource.query<unknown[]>('SELECT name FROM migrations');
    expect(after).toHaveLength(before.length - 1);
  });
});
