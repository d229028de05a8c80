import type { HistoryBet } from '../../src/application/history/bets';
import type { Cancellation, CancellationRecord } from '../../src/application/history/cancellations';
import { playerKeyOf } from '../../src/application/ids';
import type { RoundBody } from '../../src/application/rounds/round-body';
import type { TableContext } from '../../src/application/tables/context';
import { runTable } from '../../src/application/tables/on-time';
import { TABLE_CONTEXT } from '../../src/http/tables/table-context';
import { Casino, type OpenSession } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { dealtRound, type PlayedRound, settledRound, STAKES } from './played-round';

let casino: Casino;
let played: PlayedRound;
let cancelled: PlayedRound;

beforeAll(async () => {
  casino = await Casino.open();
  played = await settledRound(casino);
  cancelled = await dealtRound(casino);
  const { status } = await casino.cancel(cancelled.roundId, { reason: 'technical_fault' });
  expect(status).toBe(200);
  const alone = await casino.openSession({ gameId: 'american-blackjack' });
  await casino.deal(alone.id, { boxes: [{ box: 1, stake: 1000 }], cards: ['Th', 'Ts', '9c', '9d'] });
});

afterAll(() => casino.close());

interface ListOf<Item> {
  readonly items: readonly Item[];
  readonly nextCursor: string | null;
}

/** All pages of a list, so many items on each. */
async function pages<Item>(path: string, limit: number): Promise<Item[]> {
  const items: Item[] = [];
  let next = '';
  for (;;) {
    const reply = await casino.get<ListOf<Item>>(`${path}limit=${limit}${next}`);
    if (reply.status !== 200) throw new Error(reply.text);
    items.push(...reply.body.items);
    if (reply.body.nextCursor === null) return items;
    next = `&cursor=${reply.body.nextCursor}`;
  }
}

const playersOf = (sessions: readonly OpenSession[]): string[] =>
  sessions.map(({ playerId }) => playerId).sort();

test('a round of a table is in the history once for each of its players', async () => {
  const { ann, bob, cid, table } = played;
  const rounds = await pages<RoundBody>(`/v1/rounds?tableId=${table.id}&`, 50);
  expect(rounds.map(({ playerId }) => playerId).sort()).toEqual(playersOf([ann, bob, cid]));
  for (const round of rounds) {
    expect(round).toMatchObject({ id: played.roundId, tableId: table.id, status: 'settled' });
    const session = [ann, bob, cid].find(({ playerId }) => playerId === round.playerId);
    const seen = (await casino.round(played.roundId, { key: session?.token ?? '' })).body;
    expect(round).toEqual({ ...seen, advice: null });
  }
  const anns = await pages<RoundBody>(`/v1/rounds?playerId=${ann.playerId}&`, 50);
  expect(anns.map(({ staked }) => staked)).toEqual([2 * STAKES.ann]);
});

test.each([1, 2, 3, 4])(
  'pages of %d lose nothing and repeat nothing where players share a round',
  async (limit) => {
    const rounds = await pages<RoundBody>('/v1/rounds?', limit);
    const keys = rounds.map(({ id, playerId }) => `${id} ${playerId}`);
    expect(keys).toHaveLength(7);
    expect(new Set(keys).size).toBe(7);
    expect(rounds.map(({ id }) => id)).toEqual([...rounds.map(({ id }) => id)].sort().reverse());
    expect(rounds).toEqual(await pages<RoundBody>('/v1/rounds?', 100));
    const bets = await pages<HistoryBet>('/v1/bets?', limit);
    expect(bets).toEqual(await pages<HistoryBet>('/v1/bets?', 200));
    expect(new Set(bets.map(({ roundId, playerId, bet }) => `${roundId} ${playerId} ${bet}`)).size).toBe(
      bets.length,
    );
    const trail = await pages<Cancellation>('/v1/cancellations?', limit);
    expect(trail.map(({ playerId }) => playerId).sort()).toEqual(
      playersOf([cancelled.ann, cancelled.bob, cancelled.cid]),
    );
  },
);

test('bets are listed by their players and the table', async () => {
  const { bob, table } = played;
  const bets = await pages<HistoryBet>(`/v1/bets?tableId=${table.id}&playerId=${bob.playerId}&`, 50);
  expect(bets.map(({ bet, stake, tableId }) => [bet, stake, tableId])).toEqual([
    ['1.1', STAKES.bobBehind, table.id],
    ['3.1', STAKES.bob, table.id],
  ]);
  const all = await pages<HistoryBet>(`/v1/bets?tableId=${table.id}&`, 3);
  expect(all).toHaveLength(2 + 2 + 6);
  expect(await pages(`/v1/bets?tableId=${played.ann.id}&`, 50)).toEqual([]);
});

test('CSV and NDJSON bring every player with the table', async () => {
  const { table } = played;
  const csv = await casino.get(`/v1/rounds?tableId=${table.id}`, { headers: { accept: 'text/csv' } });
  const [header, ...lines] = csv.text.trim().split('\r\n');
  expect(header.split(',').at(-1)).toBe('tableId');
  expect(lines).toHaveLength(3);
  for (const line of lines) expect(line.endsWith(`,${table.id}`)).toBe(true);
  const headers = { accept: 'application/x-ndjson' };
  const { text } = await casino.get(`/v1/bets?tableId=${table.id}`, { headers });
  expect(text.trim().split('\n')).toHaveLength(10);
});

test('the trail is filtered by the table, and the bets by the round', async () => {
  const { table, ann, bob, cid, roundId } = cancelled;
  const trail = await pages<Cancellation>(`/v1/cancellations?tableId=${table.id}&`, 2);
  expect(trail.map(({ playerId }) => playerId).sort()).toEqual(playersOf([ann, bob, cid]));
  expect(new Set(trail.map((item) => item.roundId))).toEqual(new Set([roundId]));
  expect(await pages(`/v1/cancellations?tableId=${played.table.id}&`, 50)).toEqual([]);
  const headers = { accept: 'text/csv' };
  const { text } = await casino.get(`/v1/cancellations?tableId=${table.id}`, { headers });
  expect(text.trimEnd().split('\r\n')).toHaveLength(4);
  const bets = await pages<HistoryBet>(`/v1/bets?roundId=${played.roundId}&`, 3);
  expect(bets).toHaveLength(2 + 2 + 6);
  expect(bets).toEqual(await pages<HistoryBet>(`/v1/bets?tableId=${played.table.id}&`, 50));
});

test('the whole record of a cancelled round brings the amounts of all players', async () => {
  const { roundId, ann, bob, cid, table } = cancelled;
  const { status, body } = await casino.get<CancellationRecord>(`/v1/cancellations/${roundId}`);
  expect(status).toBe(200);
  expect(body).toMatchObject({
    roundId,
    playerId: null,
    sessionId: null,
    tableId: table.id,
    statusBefore: 'insurance',
  });
  expect(body.amounts.map(({ playerId, refunded }) => [playerId, refunded]).sort()).toEqual(
    [
      [ann.playerId, STAKES.ann],
      [bob.playerId, STAKES.bob + STAKES.bobBehind],
      [cid.playerId, STAKES.cidBehindAnn + STAKES.cidBehindBob + STAKES.pairs],
    ].sort(),
  );
  expect(body.roundBefore).toMatchObject({ status: 'insurance', dealerCards: ['Ad', '9d'] });
  expect(body.roundBefore.handCards).toEqual({ '1.1': ['8h', '8c'], '3.1': ['Ts', '6h'] });
  expect(body.roundBefore.bettors?.map(({ net }) => net).every((net) => net < 0)).toBe(true);
});

test('a session at a table opens with the round that its player has open there', async () => {
  const table = await HttpTable.open(casino);
  const session = await table.session();
  await table.cards('8h', '6s', '8c', 'Td', '2h', '3h', '9c', 'Kd');
  await table.bet({ sessionId: session.id, seat: 1, amount: 1000 });
  const { roundId } = await table.advance();
  const { body } = await casino.get<{ openRound: RoundBody | null }>(`/v1/sessions/${session.id}`);
  expect(body.openRound).toMatchObject({ id: roundId, tableId: table.id, staked: 1000 });
  expect(
    (await pages<RoundBody>(`/v1/rounds?status=open&tableId=${table.id}&`, 50)).map(({ id }) => id),
  ).toEqual([roundId]);
  const refused = await casino.deal<{ code: string }>(session.id, { boxes: [{ box: 1, stake: 1000 }] });
  expect([refused.status, refused.body.code]).toEqual([409, 'table_required']);
  await casino.cancel(roundId, { reason: 'over' });
});

test('wallet entries and statement of a player hold what the round moved for him', async () => {
  await casino.deposit('eve', 10_000);
  const table = await HttpTable.open(casino, { mode: 'real' });
  const eve = await table.session({ playerId: 'eve', mode: 'real' });
  await table.bet({ sessionId: eve.id, seat: 2, amount: 1000 });
  const { roundId } = await table.state();
  for (let phases = 0; (await table.state()).status !== 'result'; phases++) {
    if (phases > 20) throw new Error('the round does not end');
    await endPhase(casino, table.id);
  }
  const { body: round } = await casino.round(roundId, { key: eve.token });
  const entries = await pages<Entry>('/v1/players/eve/wallets/EUR/entries?', 50);
  const ofRound = entries.filter((entry) => entry.roundId === roundId);
  const change = ofRound.reduce((sum, { amount }) => sum + amount, 0);
  expect([change, ofRound.at(-1)?.kind]).toEqual([round.net, 'stake']);
  expect(entries[0].balanceAfter).toBe(round.balance);
  const inHistory = await pages<RoundBody>('/v1/rounds?playerId=eve&mode=real&', 50);
  expect(inHistory.map(({ id }) => id)).toEqual([roundId]);
});

interface Entry {
  readonly kind: string;
  readonly amount: number;
  readonly balanceAfter: number;
  readonly roundId: string | null;
}

/** Lets the time of the phase pass, as the process that drives the table would. */
async function endPhase({ app }: Casino, tableId: string): Promise<void> {
  const tableKey = playerKeyOf(tableId);
  await app.dataSource.query(
    `INSERT INTO table_leases (table_key, table_id, holder, fence, expires_at)
     VALUES ($1, $2, 'test', 1, now() + interval '1 hour') ON CONFLICT DO NOTHING`,
    [tableKey, tableId],
  );
  const context = app.app.get<TableContext>(TABLE_CONTEXT, { strict: false });
  const later = { ...context, clock: (now: Date) => new Date(now.getTime() + (skipped += 20_000)) };
  await runTable(later, { tableKey, tableId }, { holder: 'test', fence: 1 });
}

let skipped = 0;

/** An item of a list, with where its round stands. */
interface Shown {
  readonly status: string;
}

const nameIn = (path: string, item: Record<string, unknown>): string =>
  path === '/v1/rounds'
    ? `${String(item['id'])} ${String(item['playerId'])}`
    : `${String(item['roundId'])} ${String(item['playerId'])} ${String(item['bet'])}`;

const ENDLESS = 'application/x-ndjson';

test.each(['/v1/rounds', '/v1/bets'])(
  'DX-28: the filter of %s finds each item by the status it shows',
  async (path) => {
    const insuring = await dealtRound(casino);
    const playing = await dealtRound(casino);
    await playing.table.advance();
    const halted = await dealtRound(casino);
    await halted.table.pause();
    const haltedLater = await dealtRound(casino);
    await haltedLater.table.advance();
    await haltedLater.table.pause();
    const over = await settledRound(casino);
    await over.table.pause();
    const all = await pages<Record<string, unknown> & Shown>(`${path}?`, 200);
    const shownAt = ({ roundId }: PlayedRound): unknown[] => [
      ...new Set(
        all.filter((item) => [item['id'], item['roundId']].includes(roundId)).map(({ status }) => status),
      ),
    ];
    expect([insuring, playing, halted, haltedLater, over, cancelled].map(shownAt)).toEqual([
      ['insurance'],
      ['playing'],
      ['paused'],
      ['paused'],
      ['settled'],
      ['cancelled'],
    ]);
    const namesOf = (items: readonly Record<string, unknown>[]): string[] =>
      items.map((item) => nameIn(path, item));
    for (const status of ['insurance', 'playing', 'paused', 'settled', 'cancelled']) {
      const expected = namesOf(all.filter((item) => item.status === status));
      expect(expected).not.toEqual([]);
      expect(namesOf(await pages(`${path}?status=${status}&`, 3))).toEqual(expected);
      const lines = (
        await casino.get(`${path}?status=${status}`, { headers: { accept: ENDLESS } })
      ).text.trimEnd();
      const streamed = lines.split('\n').map((line) => JSON.parse(line) as Record<string, unknown> & Shown);
      expect(namesOf(streamed)).toEqual(expected);
      expect(new Set(streamed.map((item) => item.status))).toEqual(new Set([status]));
      const csv = (await casino.get(`${path}?status=${status}`, { headers: { accept: 'text/csv' } })).text;
      expect(csv.split('\r\n').filter((line) => line.includes(`,${status},`))).toHaveLength(expected.length);
    }
    const open = all.filter((item) => ['insurance', 'playing', 'paused'].includes(item.status));
    expect(namesOf(await pages(`${path}?status=open&`, 200))).toEqual(namesOf(open));
    for (const { table } of [insuring, playing, halted, haltedLater]) {
      await table.call('PATCH', '', { status: 'closed' });
    }
  },
);

test('a round that is still bet on is in no list, and no list is filtered by that', async () => {
  const table = await HttpTable.open(casino);
  const eva = await table.session();
  await table.bet({ sessionId: eva.id, seat: 1, amount: 1000 });
  const { roundId } = await table.state();
  expect((await casino.round(roundId)).body.status).toBe('betting');
  for (const path of ['/v1/rounds', '/v1/bets']) {
    expect(await pages(`${path}?tableId=${table.id}&`, 50)).toEqual([]);
    const { status, body } = await casino.get<{ errors?: { path: string }[] }>(`${path}?status=betting`);
    expect([path, status, body.errors?.map((error) => error.path)]).toEqual([path, 400, ['query.status']]);
  }
});
