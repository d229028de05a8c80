import { randomBytes } from 'node:crypto';
import { sealRecords } from '../../src/application/records/seal-records';
import { createDataSource } from '../../src/database/data-source';
import { parseAuditCommand } from '../../src/operations/audit-command';
import { runAuditCommand } from '../../src/operations/audit-run';
import { startTestApp } from '../http/test-app';
import { maintain, verify } from '../records/lab';
import { Casino } from '../support/casino';
import { type PlayedRound, settledRound } from './played-round';

const role = `app_${randomBytes(6).toString('hex')}`;
let casino: Casino;
let ownerUrl: string;
let played: PlayedRound;

async function grant(url: string): Promise<void> {
  const owner = await createDataSource(url, 1).initialize();
  try {
    await runAuditCommand(owner.manager, parseAuditCommand(['grant', role]), () => undefined);
  } finally {
    await owner.destroy();
  }
}

beforeAll(async () => {
  const reachedAt = async (url: string): Promise<string> => {
    ownerUrl = url;
    await maintain(url, `CREATE ROLE ${role} LOGIN PASSWORD 'secret'`);
    await grant(url);
    const restricted = new URL(url);
    restricted.username = role;
    restricted.password = 'secret';
    return restricted.href;
  };
  casino = await Casino.at(await startTestApp([], { sealIntervalMs: 3_600_000 }, { reachedAt }));
  played = await settledRound(casino);
});

afterAll(async () => {
  await casino.close();
  await maintain(ownerUrl, `DROP ROLE ${role}`);
});

test('a table is run under the role that cannot touch the records', async () => {
  const { dataSource } = casino.app;
  const [{ user }] = await dataSource.query<[{ user: string }]>('SELECT current_user AS user');
  expect(user).toBe(role);
  await played.table.advance();
  for (const table of ['table_steps', 'table_changes']) {
    await expect(dataSource.query(`UPDATE ${table} SET actor = 'x'`)).rejects.toThrow('permission denied');
    await expect(dataSource.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
  }
  for (const table of ['table_rounds', 'table_shoes', 'tables', 'rounds'])
    await expect(dataSource.query(`DELETE FROM ${table}`)).rejects.toThrow('permission denied');
});

test('a bettor who is erased leaves a chain that is sound, under the name of the erased', async () => {
  const { dataSource, clock } = casino.app;
  await sealRecords(dataSource, clock.now);
  const { cid, roundId } = played;
  const reply = await casino.post(`/v1/players/${cid.playerId}/erase`, { reason: 'player_request' });
  expect({ status: reply.status, text: reply.status === 200 ? '' : reply.text }).toEqual({
    status: 200,
    text: '',
  });
  await sealRecords(dataSource, clock.now);
  expect((await verify(dataSource.manager)).lines.at(-1)).toBe('Nothing was changed, removed or inserted.');
  for (const path of ['', '/events', '/record', '/proof']) {
    const { status, text } = await casino.get(`/v1/rounds/${roundId}${path}`);
    expect({ path, status, named: text.includes(cid.playerId) }).toEqual({ path, status: 200, named: false });
  }
});
