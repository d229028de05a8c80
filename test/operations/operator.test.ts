import { createDataSource } from '../../src/database/data-source';
import { isLiveApiKey } from '../../src/application/operators/api-keys';
import { CommandError, parseOperatorCommand } from '../../src/operations/operator-command';
import { runOperatorCommand } from '../../src/operations/run-operator-command';
import { entities } from '../../src/persistence/entities';
import { createTestDatabase, type TestDatabase } from '../support/database';
import type { DataSource } from 'typeorm';

let database: TestDatabase;
let dataSource: DataSource;

beforeAll(async () => {
  database = await createTestDatabase();
  dataSource = createDataSource(database.url, 1, entities);
  await dataSource.initialize();
});
afterAll(async () => {
  await dataSource.destroy();
  await database.drop();
});

function run(line: string): Promise<string[]> {
  const command = parseOperatorCommand(line.split(' '));
  return dataSource.transaction((tx) =>
    runOperatorCommand(tx, command, new Date('2026-01-01T00:00:00.000Z')),
  );
}

test('operators are made, changed and listed', async () => {
  const [created] = await run('create acme --requires-signature --max-return 100.25');
  expect(created).toMatch(
    /^acme {2}[0-9a-f-]{36} {2}signs requests {2}returns up to 100\.25 % {2}and accepts none$/,
  );
  await run('create bolt');
  await run('set bolt --accept-player-edge blackjack-switch --accept-player-edge infinite-blackjack');
  await run('set acme --no-requires-signature');
  const lines = (await run('list')).map((line) => line.replace(/ {2}[0-9a-f-]{36}/, ''));
  expect(lines).toEqual([
    'acme  does not sign  returns up to 100.25 %  and accepts none',
    'bolt  does not sign  returns up to 100.5 %  and accepts blackjack-switch, infinite-blackjack',
  ]);
});

test('keys are shown once, listed by id, and revoked for good', async () => {
  await run('create keyed');
  const [idLine, keyLine] = await run('key create keyed --label backend --scopes wallet,play');
  const keyId = idLine.replace('key id   ', '');
  const key = keyLine.replace('API key  ', '');
  expect(key).toMatch(/^hc_[A-Za-z0-9_-]{43}$/);
  expect(await isLiveApiKey(dataSource.manager, key)).toBe(true);
  expect(await run('key list keyed')).toEqual([
    `${keyId}  backend  play,wallet  made at 2026-01-01T00:00:00.000Z  live`,
  ]);

  expect(await run(`key revoke ${keyId}`)).toEqual([`${keyId}  revoked at 2026-01-01T00:00:00.000Z`]);
  expect(await isLiveApiKey(dataSource.manager, key)).toBe(false);
  expect((await run('key list keyed')).join()).toContain('revoked at 2026-01-01T00:00:00.000Z');
  const stored = JSON.stringify(await dataSource.query(`SELECT api_keys::text FROM api_keys`));
  expect(stored).not.toContain(key);
});

test.each([
  ['', 'no such command'],
  ['delete acme', 'no such command'],
  ['key', 'no such command'],
  ['key delete x', 'no such command'],
  ['create', 'NAME must be'],
  ['create a/b', 'NAME must be'],
  ['create a b', 'too many arguments'],
  ['create a --colour red', "Unknown option '--colour'"],
  ['set a --max-return 1.00001', '--max-return must be'],
  ['set a --max-return 0', '--max-return must be'],
  ['set a --max-return 1e3', '--max-return must be'],
  ['set a --requires-signature --no-requires-signature', 'exclude each other'],
  ['key create a --scopes play', '--label must'],
  ['key create a --label l', '--scopes must'],
  ['key create a --label l --scopes play,fly', '--scopes must'],
  ['key revoke hc_abc', 'KEY_ID must be'],
  ['set a --min-round-interval 601', '--min-round-interval must'],
  ['set a --min-round-interval 1.2345', '--min-round-interval must'],
  ['set a --reminder-interval 59', '--reminder-interval must'],
  ['suspend', '--reason must'],
  ['suspend --reason r', 'suspend what?'],
  ['suspend casino x --reason r', 'suspend what?'],
  ['suspend game --reason r', 'Name the game'],
  ['suspend everything now --reason r', 'too many arguments'],
  ['suspend player p --reason r', '--operator must'],
  ['suspend operator a --operator a --reason r', '--operator is not'],
  ['suspend operator a', '--reason must'],
  ['lift x --reason r', 'SUSPENSION_ID must'],
])('%j is refused: %s', (line, message) => {
  expect(() => parseOperatorCommand(line === '' ? [] : line.split(' '))).toThrow(CommandError);
  expect(() => parseOperatorCommand(line === '' ? [] : line.split(' '))).toThrow(message);
});

test.each([
  ['set nobody', 'There is no operator nobody.'],
  ['key list nobody', 'There is no operator nobody.'],
  ['suspend operator nobody --reason r', 'There is no operator nobody.'],
  ['suspend game nothing --reason r', 'There is no game nothing.'],
  [
    'lift 019b0000-0000-7000-8000-000000000001 --reason r',
    'There is no suspension 019b0000-0000-7000-8000-000000000001.',
  ],
  ['key create nobody --label l --scopes play', 'There is no operator nobody.'],
  [
    'key revoke 019b0000-0000-7000-8000-000000000001',
    'There is no key 019b0000-0000-7000-8000-000000000001.',
  ],
])('%j finds nothing', async (line, message) => {
  await expect(run(line)).rejects.toThrow(new CommandError(message));
});

test('pace and reminders are set, listed, and switched off', async () => {
  await run('create paced --min-round-interval 2.5');
  expect((await run('set paced --reminder-interval 3600')).join()).toMatch(
    /rounds 2\.5 s apart {2}reminders every 3600 s$/,
  );
  const [off] = await run('set paced --min-round-interval 0 --reminder-interval 0');
  expect(off).toMatch(/and accepts none$/);
});

describe('games that are accepted although they return more than they take', () => {
  const stored = async (name: string): Promise<unknown> => {
    const [{ games }] = await dataSource.query<[{ games: unknown }]>(
      'SELECT player_edge_games AS games FROM operators WHERE name = $1',
      [name],
    );
    return games;
  };

  test('are games that everybody has, or the operator’s own; any other name is refused and nothing changed', async () => {
    await run('create edgy --accept-player-edge blackjack-switch');
    await dataSource.query(OWN_GAME);
    for (const game of ['no-such-game', 'Blackjack-Switch', 'blackjack-switch@1']) {
      const line = `set edgy --max-return 99 --accept-player-edge own-21 --accept-player-edge ${game}`;
      await expect(run(line)).rejects.toThrow(new CommandError(`edgy has no game ${game}.`));
    }
    expect((await run('list')).find((line) => line.startsWith('edgy'))).toContain('returns up to 100.5 %');
    expect(await stored('edgy')).toEqual(['blackjack-switch']);
    expect(await run('set edgy --accept-player-edge own-21')).toEqual([
      expect.stringMatching(/and accepts own-21$/),
    ]);
    // Another operator's own game is none of his, and who is refused is not made.
    const other = 'create prudent --accept-player-edge own-21';
    await expect(run(other)).rejects.toThrow('prudent has no game own-21.');
    expect((await run('list')).filter((line) => line.startsWith('prudent'))).toEqual([]);
  });

  test('an empty name alone takes all of them back', async () => {
    await run('create wise --accept-player-edge blackjack-switch');
    const words = ['set', 'wise', '--accept-player-edge', ''];
    const command = parseOperatorCommand(words);
    const [line] = await dataSource.transaction((tx) => runOperatorCommand(tx, command, new Date()));
    expect(line).toMatch(/returns up to 100\.5 % {2}and accepts none$/);
    expect(await stored('wise')).toEqual([]);
    expect(() => parseOperatorCommand([...words, '--accept-player-edge', 'x'])).toThrow('"" alone');
  });
});

const OWN_GAME = `
  INSERT INTO rule_sets (operator_id, rule_set_id, version, name, settings, theoretical_return, created_at)
  SELECT operator_id, 'own-21', 1, 'Own 21', '{}', '{}', now() FROM operators WHERE name = 'edgy'`;

test('a name is given once', async () => {
  await run('create twice');
  await expect(run('create twice')).rejects.toThrow('There is an operator twice already.');
});
