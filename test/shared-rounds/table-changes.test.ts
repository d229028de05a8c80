import type { CancellationRecord } from '../../src/application/history/cancellations';
import type { RoundDocument } from '../../src/application/records/record-parts';
import { sealRecords } from '../../src/application/records/seal-records';
import type { Signed } from '../../src/application/records/signing';
import type { RoundBody } from '../../src/application/rounds/round-body';
import type { TableChangeBody } from '../../src/application/tables/changes';
import { allPages, type ListPage } from '../history/lists';
import { Casino, type Problem } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { dealtRound, settledRound } from './played-round';

let casino: Casino;
beforeAll(async () => {
  casino = await Casino.open({ sealIntervalMs: 3_600_000 });
});
afterAll(() => casino.close());

type Kinds = readonly TableChangeBody['kind'][];

/** Time passes, for the table as well. */
function tick(): void {
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 1000);
}

async function supervise(table: HttpTable, what: 'pause' | 'resume', why: object): Promise<void> {
  const headers = { 'x-actor-name': 'Ada L.', 'x-request-id': `floor-${what}` };
  tick();
  const { status, text } = await table.call('POST', `/${what}`, why, { headers });
  if (status !== 200) throw new Error(text);
  tick();
}

async function changes(table: HttpTable, query = ''): Promise<readonly TableChangeBody[]> {
  const { status, body, text } = await table.call<ListPage<TableChangeBody>>('GET', `/changes${query}`);
  if (status !== 200) throw new Error(text);
  return body.items;
}

async function recordOf(roundId: string): Promise<Signed<RoundDocument>> {
  const { status, body, text } = await casino.get<Signed<RoundDocument>>(`/v1/rounds/${roundId}/record`);
  if (status !== 200) throw new Error(text);
  return body;
}

const during = async (roundId: string): Promise<Kinds> =>
  ((await recordOf(roundId)).tableChanges ?? []).map(({ kind }) => kind);

test('DX-28: what supervisors did to a table is listed with who, when and why', async () => {
  const table = await HttpTable.open(casino);
  await supervise(table, 'pause', { reason: 'technical_fault', note: 'Shoe <2> jammed.' });
  await supervise(table, 'resume', { reason: 'mended' });
  const limits = { stake: { min: 500, max: 50_000, step: 100 }, sideBet: { min: 100, max: 2000, step: 100 } };
  await table.call('PATCH', '', { limits, seconds: { betting: 30 }, reason: 'evening' });
  await table.cards('As', 'Kd');
  await table.call('PATCH', '', { status: 'closed', reason: 'over' });
  const [closed, scripted, changed, resumed, paused, opened, ...others] = await changes(table);
  expect(others).toEqual([]);
  expect(paused).toEqual({
    changeNo: 2,
    kind: 'paused',
    reason: 'technical_fault',
    note: 'Shoe <2> jammed.',
    limits: null,
    seconds: null,
    actor: `key:${casino.keyId}`,
    actorName: 'Ada L.',
    requestId: 'floor-pause',
    at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/) as string,
  });
  expect(resumed).toMatchObject({ kind: 'resumed', reason: 'mended', note: null, requestId: 'floor-resume' });
  expect(changed).toMatchObject({ kind: 'changed', limits, seconds: { betting: 30 }, actorName: null });
  expect(opened).toMatchObject({ changeNo: 1, kind: 'opened', reason: null, seconds: { betting: 20 } });
  expect(scripted).toMatchObject({ kind: 'scripted', limits: null, seconds: null });
  expect(JSON.stringify(scripted)).not.toMatch(/As|Kd/);
  expect(closed).toMatchObject({ changeNo: 6, kind: 'closed', reason: 'over' });
});

test('the list has pages, which changes in between do not disturb', async () => {
  const table = await HttpTable.open(casino);
  for (let times = 0; times < 2; times++) {
    await table.pause();
    await table.resume();
  }
  let more = 1;
  const items = await allPages<TableChangeBody>(
    casino,
    `/v1/tables/${table.id}/changes?limit=2`,
    async () => {
      if (more-- > 0) await table.pause();
    },
  );
  expect(items.map(({ changeNo }) => changeNo)).toEqual([5, 4, 3, 2, 1]);
  expect((await changes(table, '?limit=1')).map(({ changeNo }) => changeNo)).toEqual([6]);
});

test('it is for keys with the scope `history`, of the operator of the table', async () => {
  const table = await HttpTable.open(casino);
  const { token } = await table.session();
  const stranger = await Casino.at(casino.app);
  const seen = async (key: string): Promise<unknown[]> => {
    const { status, body } = await casino.get<Problem>(`/v1/tables/${table.id}/changes`, { key });
    return [status, body.code];
  };
  expect(await seen(token)).toEqual([403, 'forbidden']);
  expect(await seen(stranger.key)).toEqual([404, 'not_found']);
  for (const cursor of ['x', Buffer.from('{"changeNo":0}').toString('base64url')]) {
    const { status, body } = await table.call<Problem>('GET', `/changes?cursor=${cursor}`);
    expect([status, body.errors?.[0]?.path]).toEqual([400, 'query.cursor']);
  }
});

describe('DX-28: the record of a round', () => {
  test('holds what was done to the table from the countdown for its bets up to its end', async () => {
    const { table, roundId } = await settledRound(casino);
    await supervise(table, 'pause', { reason: 'after the first' });
    await supervise(table, 'resume', { reason: 'on' });
    await table.advance();
    const next = await table.session();
    await supervise(table, 'pause', { reason: 'look', note: 'Ticket <4711>.' });
    await supervise(table, 'resume', { reason: 'fine' });
    await table.bet({ sessionId: next.id, seat: 2, amount: 1000 });
    const { roundId: second } = await table.state();
    await table.advance();
    while ((await table.state()).status !== 'result') await table.advance();
    await supervise(table, 'pause', { reason: 'after the second' });
    // The first round was over when it was paused; the advance that began the second countdown is of that round.
    expect(await during(roundId)).not.toContain('paused');
    const record = await recordOf(second);
    const { tableChanges = [] } = record;
    const kinds = tableChanges.map(({ kind }) => kind);
    expect(kinds.slice(0, 3)).toEqual(['advanced', 'paused', 'resumed']);
    expect(kinds.filter((kind) => kind === 'paused')).toHaveLength(1);
    expect(new Set(kinds.slice(3))).toEqual(new Set(['advanced']));
    const numbers = tableChanges.map(({ changeNo }) => changeNo);
    const listed = (await changes(table)).filter(({ changeNo }) => numbers.includes(changeNo));
    expect(tableChanges).toEqual([...listed].reverse());
    const headers = { accept: 'text/html' };
    const { text } = await casino.get(`/v1/rounds/${second}/record`, { headers });
    const page = text.replaceAll(/<script[^]*?<\/script>|<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
    expect(page).toMatch(/The table was paused\. look Ticket &lt;4711&gt;\. Ada L\., key:\S+ floor-pause/);
    expect(page).toMatch(/The table was resumed\. fine Ada L\./);
  });

  test('of one that is open holds it so far, and of a private one nothing', async () => {
    const { table, roundId } = await dealtRound(casino);
    await supervise(table, 'pause', { reason: 'look' });
    expect((await during(roundId)).slice(-3)).toEqual(['scripted', 'advanced', 'paused']);
    const { id } = await casino.openSession({ gameId: 'american-blackjack' });
    const { body } = await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }] });
    expect(await recordOf(body.id)).not.toHaveProperty('tableChanges');
  });

  test('is sealed with it', async () => {
    const { table, roundId } = await dealtRound(casino);
    await table.pause();
    await sealRecords(casino.app.dataSource, casino.app.clock.now);
    const { sealing, tableChanges = [], money, round } = await recordOf(roundId);
    const rows = sealing.seals.reduce((sum, seal) => sum + seal.rows, 0);
    expect([sealing.state, rows]).toEqual([
      'sealed',
      round.version + money.transfers.length + tableChanges.length,
    ]);
    await table.resume();
    expect((await recordOf(roundId)).sealing).toMatchObject({ state: 'partly sealed', unsealedRows: 1 });
  });

  test('that was cancelled after its end holds what was done until the next one', async () => {
    const { table, roundId } = await settledRound(casino);
    await supervise(table, 'pause', { reason: 'wrong_payout' });
    await supervise(table, 'resume', { reason: 'later' });
    await table.advance();
    const session = await table.session();
    await table.bet({ sessionId: session.id, seat: 2, amount: 1000 });
    await supervise(table, 'pause', { reason: 'in the second' });
    await supervise(table, 'resume', { reason: 'on' });
    await table.advance();
    expect(await during(roundId)).not.toContain('paused');
    await casino.cancel(roundId, { reason: 'wrong_payout' });
    const kinds = await during(roundId);
    expect(kinds.slice(-2)).toEqual(['paused', 'resumed']);
    expect(kinds.filter((kind) => kind === 'paused')).toHaveLength(1);
  });
});

describe('DX-28: where a round stood before it was cancelled at a paused table', () => {
  test('is told by one word, in the trail, in the record and in what is kept', async () => {
    const { table, roundId } = await dealtRound(casino);
    await table.pause();
    expect((await casino.round(roundId)).body.status).toBe('paused');
    await casino.cancel(roundId, { reason: 'fault' });
    const { body } = await casino.get<CancellationRecord>(`/v1/cancellations/${roundId}`);
    expect([body.statusBefore, body.roundBefore.status]).toEqual(['insurance', 'insurance']);
    expect(body.roundBefore.deadline).toBeNull();
    const kept = await casino.app.dataSource.query<{ status: string; before: RoundBody }[]>(
      'SELECT status_before AS status, round_before AS before FROM cancellations WHERE round_id = $1',
      [roundId],
    );
    expect(kept.map(({ status, before }) => [status, before.status])).toEqual(
      Array(3).fill(['insurance', 'insurance']),
    );
    expect(await during(roundId)).toContain('paused');
  });

  test('does not change when the table is paused afterwards', async () => {
    const { table, roundId } = await dealtRound(casino);
    await casino.cancel(roundId, { reason: 'fault' });
    await table.pause();
    const { body } = await casino.get<CancellationRecord>(`/v1/cancellations/${roundId}`);
    expect([body.statusBefore, body.roundBefore.status]).toEqual(['insurance', 'insurance']);
  });
});
