import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultDataFolder, prepareDataFolder } from '../../src/embedded-postgres/data-folder';

let root: string;

beforeEach(() => (root = realpathSync(mkdtempSync(join(tmpdir(), 'holecard-test-')))));
afterEach(() => rmSync(root, { recursive: true }));

const isRoot = process.getuid?.() === 0;
const asRoot = isRoot ? it : it.skip;
const asUser = isRoot ? it.skip : it;

/** A repository below a folder that only its owner may enter, as root's home is in a container. */
function privateRepository(name = 'repository'): string {
  chmodSync(root, 0o700);
  const repository = join(root, name);
  mkdirSync(repository, { recursive: true });
  return repository;
}

it('is .data in the repository', () => {
  chmodSync(root, 0o755);
  expect(defaultDataFolder(root)).toBe(join(root, '.data'));
});

asRoot('lies elsewhere, always in the same place, when PostgreSQL could not get into the repository', () => {
  const folder = defaultDataFolder(privateRepository());
  expect(folder).toMatch(/^\/var\/lib\/holecard\/[0-9a-f]{12}$/);
  expect(defaultDataFolder(privateRepository())).toBe(folder);
  expect(defaultDataFolder(privateRepository('other'))).not.toBe(folder);
});

asUser('is .data also in a repository that only its owner may enter', () => {
  expect(defaultDataFolder(privateRepository())).toBe(join(root, 'repository', '.data'));
});

asUser('lies elsewhere when the repository is read-only', () => {
  chmodSync(root, 0o500);
  expect(defaultDataFolder(root)).not.toBe(join(root, '.data'));
});

asRoot('is refused by name when it was chosen where PostgreSQL cannot get', () => {
  expect(() => prepareDataFolder(join(privateRepository(), 'data'))).toThrow(
    /^DATA_DIR .*repository\/data cannot be reached/,
  );
});

asRoot('can be entered by every user, whatever the umask is', () => {
  chmodSync(root, 0o755);
  const umask = process.umask(0o077);
  try {
    const folder = prepareDataFolder(join(root, 'data'));
    expect(statSync(folder).mode & 0o777).toBe(0o711);
  } finally {
    process.umask(umask);
  }
});
