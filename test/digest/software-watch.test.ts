import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runningSoftware } from '../../src/application/records/software';
import { recordRunningSoftware } from '../../src/application/software/check-files';
import { ownDeployment } from '../../src/application/software/deployed-files';
import { Sealer } from '../../src/http/records/sealer';
import { SoftwareWatch } from '../../src/http/software/software-watch';
import { recordSoftware } from '../../src/persistence/software/software-changes';
import { verify } from '../records/lab';
import { Casino } from '../support/casino';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder';

/** What can be said of the program without credentials. */
interface SoftwareState {
  readonly digest: string;
  readonly startedWith: string;
  readonly unchanged: boolean;
  readonly changes: readonly { path: string; what: string }[];
}

let casino: Casino;
let folder: TemporaryFolder;

beforeAll(async () => {
  casino = await Casino.open();
  // Others may write in the repository while the test runs: a copy of what the process was started with stands still.
  folder = createTemporaryFolder();
  const { root } = ownDeployment();
  const { files } = await runningSoftware();
  for (const { path } of files) cpSync(join(root, path), join(folder.path, path), { recursive: true });
  watch().deployment = { root: folder.path, program: '' };
});
afterAll(async () => {
  await casino.close();
  await folder.remove();
});

function watch(): SoftwareWatch {
  return casino.app.app.get(SoftwareWatch);
}

async function ask(headers: Record<string, string> = {}): Promise<{ status: number; body: SoftwareState }> {
  const response = await fetch(`${casino.app.baseUrl}/software`, { headers });
  return { status: response.status, body: (await response.json()) as SoftwareState };
}

async function metric(name: string): Promise<number> {
  const text = await (await fetch(`${casino.app.baseUrl}/metrics`)).text();
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]);
}

test('the start says which program it is', async () => {
  const { digest } = await runningSoftware();
  const line = casino.app.logLines.find((text) => text.includes('this program starts'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({ software: { name: 'holecard', digest } });
});

test('asked on demand, files that nobody touched are those of the start', async () => {
  const { digest } = await runningSoftware();
  const { status, body } = await ask();
  expect(status).toBe(200);
  expect(body).toMatchObject({ digest, startedWith: digest, unchanged: true, changes: [] });
  expect(await metric('software_unchanged')).toBe(1);
  expect(await metric('software_checked_timestamp_seconds')).toBeCloseTo(
    casino.app.clock.now.getTime() / 1000,
    2,
  );
});

test('a stranger from elsewhere learns nothing', async () => {
  expect((await ask({ 'x-forwarded-for': '203.0.113.9' })).status).toBe(404);
});

test('a file that was changed is an alarm: in the log, in the metric, and named to whoever asks', async () => {
  const file = join(folder.path, 'src/main.ts');
  writeFileSync(file, '// another program\n');
  await watch().watch();
  const { digest } = await runningSoftware();
  expect(await metric('software_unchanged')).toBe(0);
  const alarm = casino.app.logLines.find((text) => text.includes('not those that this process was started'));
  expect(JSON.parse(alarm ?? '{}')).toMatchObject({
    level: 'error',
    startedWith: digest,
    changed: 1,
    files: ['src/main.ts changed'],
  });
  const { body } = await ask();
  expect(body.unchanged).toBe(false);
  expect(body.digest).not.toBe(digest);
  expect(body.changes).toEqual([{ path: 'src/main.ts', what: 'changed' }]);
  cpSync(join(ownDeployment().root, 'src/main.ts'), file);
  await watch().watch();
  expect(await metric('software_unchanged')).toBe(1);
});

test('files that cannot be read are an alarm as well', async () => {
  const { deployment } = watch();
  watch().deployment = { root: join(folder.path, 'nowhere'), program: '' };
  await watch().watch();
  watch().deployment = deployment;
  expect(await metric('software_unchanged')).toBe(0);
  expect(casino.app.logLines.join('\n')).toContain('the deployed files could not be checked');
});

describe('on record', () => {
  async function recorded(): Promise<{ digest: string; digest_before: string | null; node: string }[]> {
    return casino.app.dataSource.query(
      'SELECT digest, digest_before, node FROM software_changes WHERE operator_id = $1 ORDER BY position',
      [casino.operatorId],
    );
  }

  test('the program stands once for each operator, another one from its first start on, under seal', async () => {
    const { dataSource, clock } = casino.app;
    const { name, version, digest, node } = await runningSoftware();
    await recordRunningSoftware(dataSource, clock.now);
    expect(await recorded()).toEqual([{ digest, digest_before: null, node }]);
    expect(await recordRunningSoftware(dataSource, clock.now)).toBe(0);
    const other = { name, version, digest: 'f'.repeat(64), node };
    const starts = [1, 2, 3].map(() => dataSource.transaction((tx) => recordSoftware(tx, other, clock.now)));
    expect((await Promise.all(starts)).sort()).toEqual([0, 0, 1]);
    await recordRunningSoftware(dataSource, clock.now);
    expect(await recorded()).toEqual([
      { digest, digest_before: null, node },
      { digest: other.digest, digest_before: digest, node },
      { digest, digest_before: other.digest, node },
    ]);
    await casino.app.app.get(Sealer).seal();
    expect((await verify(dataSource.manager)).code).toBe(0);
    await expect(dataSource.query('DELETE FROM software_changes')).rejects.toThrow(/append-only/);
  });

  test('an operator who came after the start is given his record with the next check', async () => {
    const late = await casino.app.addOperator();
    await watch().watch();
    const rows = await casino.app.dataSource.query<unknown[]>(
      'SELECT FROM software_changes WHERE operator_id = $1',
      [late],
    );
    expect(rows).toHaveLength(1);
  });
});
