import { sealRecords } from '../../src/application/records/seal-records';
import type { RoundDocument } from '../../src/application/records/record-parts';
import type { Signed } from '../../src/application/records/signing';
import { Copy, verify, withName } from '../records/lab';
import { Casino } from '../support/casino';
import { dealtRound, type PlayedRound, settledRound } from './played-round';

let casino: Casino;
let played: PlayedRound;
let cancelled: PlayedRound;
let copy: Copy;

beforeAll(async () => {
  casino = await Casino.open();
  const { dataSource } = casino.app;
  const { url } = dataSource.options as { url: string };
  copy = new Copy(dataSource, url, () => Promise.resolve());
  played = await settledRound(casino);
  cancelled = await dealtRound(casino);
  await cancelled.table.pause();
  await casino.cancel(cancelled.roundId, { reason: 'fault' }, { headers: { 'x-actor-name': 'Ada L.' } });
  await cancelled.table.resume();
});

afterAll(() => casino.close());

async function recordOf(roundId: string): Promise<Signed<RoundDocument>> {
  const reply = await casino.get<Signed<RoundDocument>>(`/v1/rounds/${roundId}/record`);
  if (reply.status !== 200) throw new Error(reply.text);
  return reply.body;
}

test('the record of a round brings the money of all its players, and what seals it', async () => {
  const { ann, bob, cid, table, roundId } = played;
  expect((await recordOf(roundId)).sealing.state).toBe('not sealed yet');
  await sealRecords(casino.app.dataSource, casino.app.clock.now, { rowsPerPass: 5 });
  const record = await recordOf(roundId);
  expect(record.round).toEqual((await casino.round(roundId)).body);
  const { money, sealing, shoe, events } = record;
  expect(money.wallets?.map(({ playerId }) => playerId).sort()).toEqual(
    [ann, bob, cid].map(({ playerId }) => playerId).sort(),
  );
  for (const { playerId, balanceBefore, balanceAfter } of money.wallets ?? []) {
    const own = money.transfers.filter((transfer) => transfer.playerId === playerId);
    const change = own.reduce((sum, { kind, amount }) => sum + (kind === 'stake' ? -amount : amount), 0);
    const part = record.round.bettors?.find((bettor) => bettor.playerId === playerId);
    expect([balanceBefore, balanceAfter - balanceBefore]).toEqual([1_000_000, change]);
    expect(change).toBe(part?.net);
  }
  expect([money.balanceBefore, money.balanceAfter]).toEqual([null, null]);
  expect(sealing).toMatchObject({ state: 'sealed', unsealedRows: 0 });
  const steps = (await casino.round(roundId)).body.version;
  const rows = sealing.seals.reduce((sum, seal) => sum + seal.rows, 0);
  expect(rows).toBe(steps + money.transfers.length + (record.tableChanges ?? []).length);
  expect(shoe).toMatchObject({ seedNo: 1, chosenCards: expect.any(Array), nonce: 1, decks: 8 });
  expect(shoe).not.toHaveProperty('exposed');
  expect(shoe.commitment).toBe((await table.state()).shoe.commitment);
  expect(events.filter(({ type }) => type === 'chose')).toHaveLength(4);
});

test('the page names every player, his choices and his wallet', async () => {
  const headers = { accept: 'text/html' };
  const { status, text } = await casino.get(`/v1/rounds/${played.roundId}/record`, { headers });
  expect(status).toBe(200);
  for (const { playerId, id } of [played.ann, played.bob, played.cid]) {
    expect(text).toContain(`Wallet of ${playerId} before the round: 10,000.00 EUR`);
    expect(text).toContain(id);
  }
  expect(text).toContain(`Player ${played.bob.playerId} chose stand with hand 3.1 ahead of the turn.`);
  expect(text).toContain(`Player ${played.ann.playerId} bet 10.00 EUR on seat 1, as its player (seat).`);
  expect(text).toContain(played.table.id);
  expect(text).toMatch(/<dt>Player 1 of 3<\/dt><dd>[^<]+, bettor 0 in the signed document<\/dd>/);
  expect(text).toContain('EUR on seat 1, behind its player (behind)');
  expect(text).toContain('<td>the table, by a choice made ahead (table:ahead)</td>');
  expect(text).not.toMatch(/undefined|\[object|NaN/);
});

test('the record of a cancelled round brings its cancellation for all', async () => {
  const { cancellation, money } = await recordOf(cancelled.roundId);
  expect(cancellation).toMatchObject({ reason: 'fault', by: { name: 'Ada L.' }, playerId: null });
  expect(cancellation?.amounts).toHaveLength(3);
  for (const { balanceBefore, balanceAfter } of money.wallets ?? []) expect(balanceAfter).toBe(balanceBefore);
  const { text } = await casino.get(`/v1/rounds/${cancelled.roundId}/record`, {
    headers: { accept: 'text/html' },
  });
  expect(text).toContain(`Refunded to ${cancelled.bob.playerId}`);
});

describe('tampering with what a table left behind', () => {
  beforeAll(() => sealRecords(casino.app.dataSource, casino.app.clock.now));

  const finding = async (...edits: readonly string[]): Promise<string> => {
    const { code, lines } = await copy.edited(edits, (db) => verify(db));
    expect(code).toBe(1);
    return lines[0];
  };
  const first = `(SELECT min(position) FROM table_steps WHERE version = 1)`;

  test('an untouched one is sound', async () => {
    expect((await verify(casino.app.dataSource.manager)).code).toBe(0);
  });

  test.each([
    ['table_steps', 'step', `jsonb_set(step, '{cards,0}', '"As"')`],
    ['table_steps', 'step', `jsonb_set(step, '{bets,seats,0,stake}', '5000')`],
    ['table_steps', 'actor', "'key:nobody'"],
    ['table_steps', 'request_id', "'another'"],
    ['table_steps', 'at', "at + interval '1 microsecond'"],
  ])('a changed %s.%s', async (table, column, value) => {
    const found = withName(
      await finding(`UPDATE ${table} SET ${column} = ${value} WHERE position = ${first}`),
      column,
    );
    expect(found).toMatch(new RegExp(`: ${table} .* was changed: ${column}$`));
  });

  const OF_ROUND = `(table_key, round_id) = (SELECT table_key, round_id FROM table_steps WHERE position = ${first})`;

  test.each([
    ['limits', `jsonb_set(limits, '{stake,max}', '1')`],
    ['client_seed', "'another salt'"],
    ['mode', "'real'"],
    ['bettors', 'bettors + 1'],
    ['dealt_at', "dealt_at - interval '1 hour'"],
  ])('what the deal fixed: table_rounds.%s', async (column, value) => {
    const found = await finding(`UPDATE table_rounds SET ${column} = ${value} WHERE ${OF_ROUND}`);
    expect(withName(found, `table_rounds.${column}`)).toMatch(
      new RegExp(`table_steps .* was changed: table_rounds\\.${column}$`),
    );
  });

  test.each([
    ['session_id', "'00000000-0000-0000-0000-000000000000'"],
    ['bettor', 'bettor + 7'],
    ['mode', "'demo'"],
  ])('who a bettor was: rounds.%s', async (column, value) => {
    const found = await finding(`UPDATE rounds SET ${column} = ${value} WHERE ${OF_ROUND} AND bettor = 1`);
    expect(withName(found, 'rounds.bettors')).toMatch(/table_steps .* was changed: rounds\.bettors$/);
  });

  test('the name of a bettor, a bettor taken away, a commitment', async () => {
    expect(await finding(`UPDATE rounds SET player_id = 'mallory' WHERE ${OF_ROUND} AND bettor = 1`)).toMatch(
      /table_steps .* was changed: the name of player \d+ is not the one that his key was made of$/,
    );
    const less = await finding(`DELETE FROM rounds WHERE ${OF_ROUND} AND bettor = 2`);
    expect(withName(less, 'rounds.bettors')).toMatch(/was changed: rounds\.bettors$/);
    const seeds = `player_key = (SELECT table_key FROM table_steps WHERE position = ${first})`;
    const other = await finding(
      `UPDATE seeds SET commitment = decode(repeat('00', 32), 'hex') WHERE ${seeds}`,
    );
    expect(withName(other, 'seeds.commitment')).toMatch(/was changed: seeds\.commitment$/);
  });

  test('rows that were removed or inserted', async () => {
    expect(await finding(`DELETE FROM table_steps WHERE position = ${first}`)).toMatch(
      /table_steps .* was removed$/,
    );
    expect(await finding(`DELETE FROM table_rounds WHERE ${OF_ROUND}`)).toMatch(
      /has lost its round: the row of that round was removed from table_rounds$/,
    );
    const forged = `INSERT INTO table_steps (table_key, round_id, version, step, actor, request_id, at, position)
      SELECT table_key, round_id, 999, step, actor, request_id, at, (
        SELECT min(position) FROM transfers WHERE round_id = s.round_id) FROM table_steps s WHERE position = ${first}`;
    expect(await finding(forged)).toMatch(/table_steps .* was inserted/);
  });

  test.each([
    ['reason', "'all is well'"],
    ['kind', "'closed'"],
    ['actor_name', "'Somebody else'"],
    ['details', `details || '{"more": 1}'`],
  ])('what a supervisor did: table_changes.%s', async (column, value) => {
    const paused = `position = (SELECT max(position) FROM table_changes WHERE kind = 'paused')`;
    const found = await finding(`UPDATE table_changes SET ${column} = ${value} WHERE ${paused}`);
    expect(withName(found, column)).toMatch(new RegExp(`table_changes .* was changed: ${column}$`));
  });
});

test('neither steps nor changes can be changed or removed in the normal way', async () => {
  const { dataSource } = casino.app;
  for (const table of ['table_steps', 'table_changes']) {
    await expect(dataSource.query(`UPDATE ${table} SET actor = 'x'`)).rejects.toThrow('append-only');
    await expect(dataSource.query(`DELETE FROM ${table}`)).rejects.toThrow('append-only');
  }
});
