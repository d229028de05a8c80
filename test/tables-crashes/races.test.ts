import { randomUUID } from 'node:crypto';
import type { RoundBody } from '../../src/application/rounds/round-body';
import type { SheetBody } from '../../src/application/tables/table-body';
import type { StoredBet } from '../../src/persistence/rounds/commit-step';
import { Casino, type OpenSession, type Problem, type Reply } from '../support/casino';
import type { HttpTable } from '../tables/http-table';
import { DeluxeTable } from './deluxe-table';
import { gapsOfTables } from './numbering';
import { type Done } from './orders';

/** Those who want the same thing of one table at the same moment. */
let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(async () => {
  const gaps = await gapsOfTables(casino.app.dataSource);
  await casino.close();
  expect(gaps).toEqual([]);
});

const openTable = (wanted: object = {}): Promise<DeluxeTable> => DeluxeTable.open(casino, wanted);

type BetReply = Reply<SheetBody & Problem>;
const bet = (
  { http }: { http: HttpTable },
  { id }: OpenSession,
  seat: number,
  amount: number,
  kind = 'seat',
): Promise<BetReply> => http.bet({ sessionId: id, seat, amount, kind });

const codeOf = ({ status, body }: BetReply): string => (status === 200 ? 'placed' : body.code);

describe('seats', () => {
  test('DX-04: many who want one seat: one has it', async () => {
    const table = await openTable();
    const players = await Promise.all(Array.from({ length: 24 }, () => table.http.session()));
    const replies = await Promise.all(players.map((player) => bet(table, player, 4, 1000)));
    const codes = replies.map(codeOf).sort();
    expect(codes).toEqual(['placed', ...Array<string>(23).fill('seat_taken')]);
    const { seats } = await table.kept();
    const winner = players[replies.findIndex(({ status }) => status === 200)];
    expect(seats.filter(({ player }) => player !== null)).toHaveLength(1);
    expect((await table.http.state(winner.id)).you?.sheet).toMatchObject([{ seat: 4, amount: 1000 }]);
  });

  test('DX-04: many who want any seat: each seat has one, and nobody more than two', async () => {
    const table = await openTable();
    const players = await Promise.all(Array.from({ length: 5 }, () => table.http.session()));
    const wishes = players.flatMap((player) => [1, 2, 3, 4, 5, 6, 7].map((seat) => ({ player, seat })));
    const replies = await Promise.all(wishes.map(({ player, seat }) => bet(table, player, seat, 1000)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(7);
    for (const player of players) {
      const placed = wishes.filter((wish, index) => wish.player === player && replies[index].status === 200);
      expect(placed.length).toBeLessThanOrEqual(2);
      const { you } = await table.http.state(player.id);
      expect(you?.sheet.map(({ seat }) => seat).sort()).toEqual(placed.map(({ seat }) => seat).sort());
    }
  });

  test('DX-05: two devices of one player add to one bet: every addition counts once, on both seats', async () => {
    const table = await openTable();
    const phone = await table.http.session({ playerId: 'eva' });
    const desk = await table.http.session({ playerId: 'eva' });
    await Promise.all([bet(table, phone, 1, 1000), bet(table, desk, 2, 1000)]);
    const devices = Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? phone : desk));
    const replies = await Promise.all(
      devices.map((device, index) => bet(table, device, 1 + (index % 2), 100)),
    );
    expect(replies.map(codeOf)).toEqual(Array<string>(12).fill('placed'));
    const [onPhone, onDesk] = [await table.http.state(phone.id), await table.http.state(desk.id)];
    expect(onPhone.you).toEqual(onDesk.you);
    expect(onDesk.you?.sheet.map(({ seat, amount }) => [seat, amount]).sort()).toEqual([
      [1, 2200],
      [2, 2200],
    ]);
  });
});

test('DX-05: a bet that was accepted is charged, and one that was refused is not, however close to the end', async () => {
  const table = await openTable();
  const players = await Promise.all(
    Array.from({ length: 6 }, () => table.http.session({ balance: 10_000_000 })),
  );
  const seen = { placed: 0, betting_closed: 0 };
  for (let round = 0; round < 12; round++) {
    await bet(table, players[0], 1, 1000);
    await table.untilDue();
    const { roundId } = await table.kept();
    const lease = await table.claim('driver');
    const late = (): Promise<BetReply[]> =>
      Promise.all(players.slice(1).map((player) => bet(table, player, 1, 500, 'behind')));
    const ends = (): Promise<Done> => table.carryOut({ do: 'time', lease });
    // All in time, all too late, and in between as it comes.
    const inTime = round % 3 === 0 ? await late() : [];
    const [moved, replies] = await Promise.all([ends(), round % 3 === 2 ? late() : []]);
    const tooLate = round % 3 === 1 ? await late() : [];
    expect(moved).toBe('moved');
    const codes = [...inTime, ...replies, ...tooLate].map(codeOf) as (keyof typeof seen)[];
    for (const code of codes) seen[code] += 1;
    const parts = await table.dataSource.query<{ sessionId: string; bets: StoredBet[] }[]>(
      'SELECT session_id AS "sessionId", bets FROM rounds WHERE round_id = $1',
      [roundId],
    );
    const charged = players.slice(1).map(({ id }) => parts.some(({ sessionId }) => sessionId === id));
    expect(charged).toEqual(codes.map((code) => code === 'placed'));
    while ((await table.kept()).phase !== 'betting') await table.endsPhase();
  }
  expect(seen.placed).toBeGreaterThan(0);
  expect(seen.betting_closed).toBeGreaterThan(0);
});

/** Real money, which other games and the cashier can take away meanwhile. */
describe('a wallet that is used elsewhere', () => {
  const withdraw = (playerId: string, amount: number): Promise<Reply> =>
    casino.post(`/v1/players/${playerId}/wallets/EUR/withdrawals`, { transactionId: randomUUID(), amount });

  async function richPlayer(table: DeluxeTable, amount: number): Promise<OpenSession> {
    const playerId = `player-${randomUUID()}`;
    await casino.deposit(playerId, amount);
    return table.enters(playerId, { mode: 'real' });
  }

  const sheetOf = async (table: DeluxeTable, { id }: OpenSession): Promise<unknown> => {
    const { you } = await table.http.state(id);
    return you?.sheet.map(({ seat, kind, amount, state }) => ({ seat, kind, amount, state }));
  };

  test('DX-05, DX-09: charges what is left when the countdown ends, equal on both seats, or nothing', async () => {
    const table = await openTable({ mode: 'real' });
    const [two, one, behind] = await Promise.all([10_000, 4000, 5000].map((has) => richPlayer(table, has)));
    await bet(table, two, 1, 4000);
    await bet(table, two, 2, 4000);
    await bet(table, one, 3, 4000);
    await bet(table, behind, 3, 1000, 'behind');
    await bet(table, behind, 1, 1000, 'behind');
    expect((await withdraw(two.playerId, 4900)).status).toBe(201);
    expect((await withdraw(one.playerId, 100)).status).toBe(201);
    await table.endsPhase();
    expect(await sheetOf(table, two)).toEqual([
      { seat: 1, kind: 'seat', amount: 2500, state: 'chargedInPart' },
      { seat: 2, kind: 'seat', amount: 2500, state: 'chargedInPart' },
    ]);
    expect(await sheetOf(table, one)).toEqual([{ seat: 3, kind: 'seat', amount: 4000, state: 'refused' }]);
    expect(await sheetOf(table, behind)).toEqual([
      { seat: 3, kind: 'behind', amount: 1000, state: 'returned' },
      { seat: 1, kind: 'behind', amount: 1000, state: 'charged' },
    ]);
    expect((await table.kept()).seats.map(({ player }) => player === null).slice(0, 3)).toEqual([
      false,
      false,
      true,
    ]);
  });

  test('DX-11: takes the seat of a player who was emptied between two rounds', async () => {
    const table = await openTable({ mode: 'real' });
    const [poor, rich] = await Promise.all([1000, 100_000].map((has) => richPlayer(table, has)));
    await bet(table, poor, 1, 1000);
    await bet(table, rich, 2, 1000);
    await table.endsPhase();
    while ((await table.kept()).phase !== 'betting') await table.endsPhase();
    const { you } = await table.http.state(poor.id);
    if (you !== null && you.balance > 0) await withdraw(poor.playerId, you.balance);
    await bet(table, rich, 2, 1000);
    await bet(table, rich, 1, 1000, 'behind');
    expect((await table.kept()).seats[0].player).not.toBeNull();
    await table.endsPhase();
    expect((await table.kept()).seats[0]).toMatchObject({ player: null, behind: 0 });
    expect(await sheetOf(table, rich)).toEqual([
      { seat: 2, kind: 'seat', amount: 1000, state: 'charged' },
      { seat: 1, kind: 'behind', amount: 1000, state: 'returned' },
    ]);
  });

  test('a withdrawal and the charge meet: one of them has the money', async () => {
    const table = await openTable({ mode: 'real' });
    const seen = { charged: 0, refused: 0 };
    for (let round = 0; round < 16; round++) {
      const player = await richPlayer(table, 1000);
      expect(codeOf(await bet(table, player, 1, 1000))).toBe('placed');
      await table.untilDue();
      const lease = await table.claim('driver');
      const takes = (): Promise<Reply> => withdraw(player.playerId, 1000);
      const ends = (): Promise<Done> => table.carryOut({ do: 'time', lease });
      // First each of them alone, then both at once.
      const early = round === 0 ? await takes() : null;
      const [moved, at] = await Promise.all([ends(), round > 1 ? takes() : null]);
      const taken = early ?? at ?? (await takes());
      expect(moved).toBe('moved');
      const { phase, seats } = await table.kept();
      const charged = phase !== 'betting';
      // A natural is paid at once, and can be withdrawn.
      if (phase !== 'result') {
        expect([taken.status, seats[0].player === null]).toEqual(charged ? [402, false] : [201, true]);
      }
      seen[charged ? 'charged' : 'refused'] += 1;
      while ((await table.kept()).phase !== 'betting') await table.endsPhase();
      if (charged) await table.http.leave(1, `?sessionId=${player.id}`);
    }
    expect(seen.charged).toBeGreaterThan(0);
    expect(seen.refused).toBeGreaterThan(0);
  });

  test('DX-16, DX-19: what was chosen in advance and cannot be paid any more is hit, or stands', async () => {
    const table = await openTable({ mode: 'real' });
    const players = await Promise.all(Array.from({ length: 7 }, () => richPlayer(table, 2000)));
    const seen = new Set<string>();
    // The cards are random: each kind of choice comes up sooner or later.
    while (seen.size < 2) {
      for (const [index, player] of players.entries()) {
        const { you } = await table.http.state(player.id);
        const surplus = (you?.balance ?? 0) - 2000;
        if (surplus > 0) await withdraw(player.playerId, surplus);
        if (surplus < 0) await casino.deposit(player.playerId, -surplus);
        expect(codeOf(await bet(table, player, index + 1, 1000))).toBe('placed');
      }
      await table.endsPhase();
      if ((await table.kept()).phase === 'insurance') await table.endsPhase();
      for (const executed of await chooseAndSpend(table, players.slice(1))) seen.add(executed);
      while ((await table.kept()).phase !== 'betting') await table.endsPhase();
    }
    expect([...seen].sort()).toEqual(['double', 'split']);
  }, 600_000);

  /** Everybody who waits chooses what costs most, and loses his money elsewhere before his turn. Says what was chosen. */
  async function chooseAndSpend(table: DeluxeTable, players: readonly OpenSession[]): Promise<string[]> {
    const chosen = new Map<string, { choice: string; hand: string; total: number; private: string }>();
    for (const player of players) {
      const { inAdvance, seats, you } = await table.http.state(player.id);
      if (you === null || inAdvance.length === 0) continue;
      const types = inAdvance.map(({ type }) => type);
      const choice = types.includes('split') ? 'split' : 'double';
      if (!types.includes(choice)) continue;
      const seat = seats.find(({ hands }) => hands.some(({ id }) => id === handOf(inAdvance)));
      const total = seat?.hands[0].total ?? 0;
      const hand = handOf(inAdvance);
      expect((await table.http.act({ sessionId: player.id, type: choice, hand })).status).toBe(200);
      const elsewhere = await casino.openSession({
        playerId: player.playerId,
        gameId: 'american-blackjack',
        mode: 'real',
      });
      const dealt = await casino.deal(elsewhere.id, { boxes: [{ box: 1, stake: 1000 }] });
      expect(dealt.status).toBe(201);
      if (dealt.body.status === 'settled') continue;
      chosen.set(player.id, { choice, hand, total, private: dealt.body.id });
    }
    if (chosen.size > 0) await table.endsPhase();
    const seen: string[] = [];
    for (const [id, { choice, hand, total, private: elsewhere }] of chosen) {
      const { you } = await table.http.state(id);
      const expected = choice === 'double' || total <= 11 ? 'hit' : 'stand';
      const why = { hand, chosen: choice, executed: expected, reason: 'insufficient_funds', price: 1000 };
      // A hit that leaves the hand in play makes those after it wait.
      if (you?.queued.some((queued) => queued.hand === hand) !== true) {
        expect(you?.notExecuted).toMatchObject([why]);
        seen.push(choice);
      }
      await casino.act(elsewhere, { type: 'stand-all' });
    }
    return seen;
  }

  const handOf = (choices: readonly { hand?: string | null }[]): string => choices[0].hand ?? '';

  test('C-18: a settled round is cancelled while its payouts are withdrawn: one of the two has the money', async () => {
    const table = await openTable({ mode: 'real' });
    const outcomes = new Set<string>();
    // Until something was won: two out of five rounds are.
    for (let round = 0; round < 24 || outcomes.size === 0; round++) {
      const player = await richPlayer(table, 1000);
      await bet(table, player, 1, 1000);
      const { roundId } = await table.kept();
      while ((await table.kept()).phase !== 'result') await table.endsPhase();
      const won = (await table.http.state(player.id)).you?.balance ?? 0;
      const cancels = (): Promise<Done> => table.carryOut({ do: 'cancel', roundId });
      const takes = (): Promise<Reply> => withdraw(player.playerId, won);
      const [done, taken] =
        round % 2 === 0
          ? await Promise.all([cancels(), won === 0 ? null : takes()])
          : ((await Promise.all([won === 0 ? null : takes(), cancels()])).reverse() as [Done, Reply | null]);
      const cancelled = typeof done !== 'string' && !('refused' in done);
      const withdrawn = taken?.status === 201 ? won : 0;
      const { you } = await table.http.state(player.id);
      expect(you?.balance).toBe((cancelled ? 1000 : won) - withdrawn);
      if (won > 1000) {
        expect(cancelled).toBe(withdrawn === 0);
        outcomes.add(cancelled ? 'cancelled' : 'withdrawn');
      }
      await table.endsPhase();
      await table.http.leave(1, `?sessionId=${player.id}`);
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});

describe('a supervisor who cancels while the round settles', () => {
  /** Everybody's money, which has to be what it was before a cancelled round. */
  const moneyOf = (table: DeluxeTable): Promise<number[]> =>
    Promise.all(['ann', 'bob', 'cleo'].map((playerId) => table.balanceOf(playerId)));

  const outcome = (done: Done): string =>
    typeof done === 'string' ? done : 'refused' in done ? done.refused : 'done';

  test('C-18: every cent is right, and the round is cancelled once', async () => {
    const table = await openTable();
    for (const playerId of ['ann', 'bob', 'cleo']) await table.enters(playerId, { balance: 10_000_000 });
    const [ann, bob, cleo] = ['ann', 'bob', 'cleo'].map((playerId) => table.sessionOf(playerId));
    const before = await moneyOf(table);
    for (let round = 0; round < 16; round++) {
      await table.does({ do: 'bet', bet: { sessionId: ann, seat: 1, kind: 'seat', amount: 1000 } });
      await table.does({ do: 'bet', bet: { sessionId: bob, seat: 1, kind: 'behind', amount: 700 } });
      await table.does({ do: 'bet', bet: { sessionId: cleo, seat: 1, kind: 'pairs', amount: 500 } });
      await table.endsPhase();
      if ((await table.kept()).phase === 'insurance') await table.endsPhase();
      const { roundId } = await table.kept();
      await table.untilDue();
      const lease = await table.claim('driver');
      const runs = [
        () => table.carryOut({ do: 'time', lease }),
        () => table.carryOut({ do: 'cancel', roundId }),
        () => table.carryOut({ do: 'cancel', roundId }),
        () =>
          table.http.act({ sessionId: ann, type: 'stand', hand: '1.1' }).then(({ status }) => String(status)),
      ];
      const turn = round % runs.length;
      const order = [...runs.slice(turn), ...runs.slice(0, turn)];
      const done = await Promise.all(order.map((run) => run()));
      const [, one, other] = [...done.slice(runs.length - turn), ...done.slice(0, runs.length - turn)];
      expect([outcome(one), outcome(other)].sort()).toEqual(['done', 'round_already_cancelled']);
      const { body } = await casino.get<RoundBody>(`/v1/rounds/${roundId}`);
      expect([body.status, body.net]).toEqual(['cancelled', 0]);
      expect(await moneyOf(table)).toEqual(before);
      while ((await table.kept()).phase !== 'betting') await table.endsPhase();
      expect(await moneyOf(table)).toEqual(before);
    }
    const [{ rows }] = await table.dataSource.query<[{ rows: number }]>(
      `SELECT count(*)::int AS rows FROM cancellations JOIN rounds USING (player_key, round_id) WHERE table_id = $1`,
      [table.place.tableId],
    );
    expect(rows).toBe(16 * 3);
  });
});
