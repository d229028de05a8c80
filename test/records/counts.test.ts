import { playerKeyOf } from '../../src/application/ids';
import { sealRecords } from '../../src/application/records/seal-records';
import { parseRetentionCommand } from '../../src/operations/retention-command';
import { runRetentionCommand } from '../../src/operations/run-retention-command';
import { Casino } from '../support/casino';
import { Copy, verify } from './lab';

/** Who knows a seed and passes over counts of it chooses among shoes. Rounds that were removed for their age leave such gaps, too. */
const NOW = new Date();
const SIX_YEARS_AGO = new Date(new Date(NOW).setUTCFullYear(NOW.getUTCFullYear() - 6));
let casino: Casino;

beforeEach(async () => {
  casino = await Casino.open();
});
// The audit of tests finds the gaps that are made here.
afterEach(() => casino.app.close());

async function play(sessionId: string): Promise<string> {
  const { status, body } = await casino.deal(sessionId, { boxes: [{ box: 1, stake: 1000 }] });
  expect(status).toBe(201);
  await casino.cancel(body.id, { reason: 'test' });
  return body.id;
}

async function session(): Promise<string> {
  return (await casino.openSession({ gameId: 'american-blackjack' })).id;
}

async function findings(...edits: readonly string[]): Promise<string[]> {
  const { dataSource, clock } = casino.app;
  await sealRecords(dataSource, clock.now);
  const { url } = dataSource.options as { url: string };
  const copy = new Copy(dataSource, url, () => Promise.resolve());
  const { lines } = await copy.edited(edits, (db) => verify(db));
  return lines.filter((line) => /^(no )?operator.* seeds /.test(line));
}

const skip = (sessionId: string, count: number): string =>
  `UPDATE seeds SET next_nonce = next_nonce + ${count} WHERE session_id = '${sessionId}' AND revealed_at IS NULL`;
const passedOver = (sessionId: string, which: string): string =>
  `operator operator-1: seeds ${playerKeyOf(sessionId)}/${sessionId}/1 was changed: next_nonce, which passed over ` +
  `${which}, of which there is no round`;

test('counts that were passed over before the first round, between two, and for the one to come', async () => {
  const id = await session();
  const { dataSource } = casino.app;
  await dataSource.query(skip(id, 2));
  await play(id);
  await dataSource.query(skip(id, 1));
  await play(id);
  const found = [passedOver(id, '0 to 1'), passedOver(id, '3')];
  expect((await findings()).sort()).toEqual(found);
  expect((await findings(skip(id, 7))).sort()).toEqual([...found, passedOver(id, '5 to 11')]);
});

test('several rounds from one kept shoe, rotations and sessions of shared tables leave no gap', async () => {
  const { id } = await casino.openSession({ gameId: 'blackjack-switch' });
  for (let count = 0; count < 2; count++) await play(id);
  expect((await casino.post(`/v1/sessions/${id}/fairness/rotate`, undefined)).status).toBe(200);
  await play(id);
  const nonces = await casino.app.dataSource.query<{ nonce: number }[]>(
    'SELECT nonce FROM rounds ORDER BY seed_no, round_id',
  );
  expect(nonces.map(({ nonce }) => nonce)).toEqual([0, 0, 0]);
  expect(await findings()).toEqual([]);
});

test('rounds that were removed for their age are not missed, and others are beside them', async () => {
  const { dataSource, clock } = casino.app;
  clock.now = SIX_YEARS_AGO;
  const [gone, begun] = [await session(), await session()];
  for (let count = 0; count < 3; count++) await play(gone);
  const { body: first } = await casino.deal(begun, { boxes: [{ box: 1, stake: 1000 }] });
  if (first.status !== 'settled') await casino.act(first.id, { type: 'stand-all' });
  await play(begun);
  await sealRecords(dataSource, clock.now);
  clock.now = NOW;
  // What went on later stays.
  await casino.cancel(first.id, { reason: 'test' });
  const late = await session();
  await play(late);
  await sealRecords(dataSource, clock.now);
  const options = { actor: 'command:retention (auditor)', now: NOW, idempotencyDays: 30 };
  const command = parseRetentionCommand('remove-rounds --older-than 5 --yes'.split(' '));
  await runRetentionCommand(dataSource, command, options, () => undefined);
  expect(await dataSource.query('SELECT session_id AS id FROM rounds ORDER BY dealt_at')).toEqual([
    { id: begun },
    { id: late },
  ]);
  expect(await findings()).toEqual([]);
  expect(await findings(skip(late, 1))).toEqual([passedOver(late, '1')]);
  const unused = await session();
  expect(await findings(skip(unused, 2))).toEqual([passedOver(unused, '0 to 1')]);
});
