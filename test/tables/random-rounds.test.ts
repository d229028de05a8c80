import { HAND_ACTIONS } from '../../src/domain/action';
import { minor } from '../../src/domain/money';
import { handInTurn } from '../../src/domain/round';
import type { AtTable } from '../../src/domain/table/at-table';
import { placeBet } from '../../src/domain/table/betting';
import { choose, offersTo, optionsAhead } from '../../src/domain/table/choosing';
import { leaveSeat, takeBack } from '../../src/domain/table/leaving';
import { BET_KINDS, type Sheet } from '../../src/domain/table/table';
import { playerKeyOf } from '../../src/application/ids';
import { bindSheet, type Seated } from '../../src/application/tables/command';
import type { TableContext } from '../../src/application/tables/context';
import { type LoadedTable, loadWholeTable } from '../../src/application/tables/loaded-table';
import { runTable } from '../../src/application/tables/on-time';
import { writeTable } from '../../src/application/tables/write-table';
import { TABLE_CONTEXT } from '../../src/http/tables/table-context';
import type { Lease } from '../../src/persistence/tables/commit-table';
import { lockTable, readBalances, type TablePlace } from '../../src/persistence/tables/load-table';
import { findSession } from '../../src/persistence/sessions';
import { inTransaction } from '../../src/persistence/transaction';
import { assess, report } from '../reports/lab';
import { Casino } from '../support/casino';
import { seeded } from '../support/random';
import { HttpTable } from './http-table';

/** A few shoes in the ordinary run; `TABLE_ROUNDS=2000` plays through many. */
const ROUNDS = Number(process.env.TABLE_ROUNDS ?? 60);
const SEATED = 7;
const BEHIND = 40;
const PENNILESS = 0.05;

/**
 * Seven seats, some players on two of them, forty behind, of whom some play with demo money, all with random choices; the
 * database in between. When the house closes, every round is replayed for every bettor, each card is drawn again from its
 * seed with what was burned, and the books are reconciled (test/support/audit.ts).
 */
describe('a full table', () => {
  const random = seeded(7);
  const chance = (probability: number): boolean => random.below(1000) < probability * 1000;
  const oneOf = <T>(values: readonly T[]): T => values[random.below(values.length)];
  let casino: Casino;
  let context: TableContext;
  let place: TablePlace;
  let lease: Lease;
  const players: Seated[] = [];

  beforeAll(async () => {
    // A table counts down as long as somebody has a session at it.
    casino = await Casino.open({ sessionHours: 10_000 });
    context = casino.app.app.get<TableContext>(TABLE_CONTEXT);
    const table = await HttpTable.open(casino, { mode: 'real' });
    place = { tableKey: playerKeyOf(table.id), tableId: table.id };
    for (let number = 0; number < SEATED + BEHIND; number++) {
      const mode = number < SEATED || chance(0.75) ? 'real' : 'demo';
      const playerId = `player-${number}`;
      if (mode === 'real') await casino.deposit(playerId, chance(PENNILESS) ? 1_500 : 400_000);
      const { id } = await table.session({ playerId, mode });
      const session = await findSession(
        casino.app.dataSource.manager,
        casino.operatorId,
        playerKeyOf(id),
        id,
      );
      if (session === null) throw new Error('it was opened');
      players.push({ session, playerKey: session.playerKey, player: String(session.playerKey) });
    }
    lease = { holder: 'test', fence: 1 };
    await casino.app.dataSource.query(
      `INSERT INTO table_leases (table_key, table_id, holder, fence, expires_at) VALUES ($1, $2, 'test', 1, 'infinity')`,
      [place.tableKey, place.tableId],
    );
  });

  // The audit of thousands of rounds, for each of their bettors, takes a while.
  afterAll(() => casino.close(), 1_800_000);

  /** Many commands in one transaction; whatever is refused changes nothing. */
  function together(
    commands: (loaded: LoadedTable, bind: (seated: Seated) => Promise<boolean>) => Promise<void>,
  ): Promise<void> {
    return inTransaction(context.dataSource, async (tx) => {
      const record = await lockTable(tx, place);
      if (record === null) throw new Error('there is the table');
      const loaded = await loadWholeTable(context, tx, record);
      await commands(loaded, async (seated) => {
        if (bindSheet(loaded, seated) !== null) return false;
        const paying = loaded.bettors.get(seated.player);
        const balances = await readBalances(tx, record.currency, paying === undefined ? [] : [paying]);
        for (const [player, balance] of balances) loaded.t.balances.set(player, balance);
        return true;
      });
      const write = { requestId: 'random', actor: 'session:random', lease: null, change: null };
      await writeTable(context, tx, loaded, write);
    });
  }

  function placeRandomBets(): Promise<void> {
    return together(async (loaded, bind) => {
      const { t } = loaded;
      for (const [number, seated] of players.entries()) {
        if (!(await bind(seated))) continue;
        const { player } = seated;
        if (number < SEATED && chance(0.9)) {
          const amount = minor(100 * (1 + random.below(30)));
          placeBet(t, player, { seat: number + 1, kind: 'seat', amount });
          if (chance(0.3)) placeBet(t, player, { seat: 1 + random.below(7), kind: 'seat', amount });
        }
        for (let bet = 0; bet < 2; bet++) {
          const kind = oneOf(BET_KINDS.slice(1));
          const amount = minor(100 * (1 + random.below(12)));
          if (number >= SEATED || chance(0.3))
            placeBet(t, player, { seat: 1 + random.below(7), kind, amount });
        }
        if (chance(0.05)) takeBack(t, player, { seat: null, kind: null });
        if (number < SEATED && chance(0.03)) leaveSeat(t, player, number + 1);
      }
    });
  }

  /** Who plays at random loses: without this nobody could sit any more after some hundred rounds. */
  async function topUp(): Promise<void> {
    for (const { session } of players) {
      if (session.mode === 'real') await casino.deposit(session.playerId, 150_000);
    }
  }

  /** Answers, choices in advance and in turn, until somebody lets his time pass or the round is over. */
  function chooseAtRandom(): Promise<void> {
    return together(({ t }) => {
      for (const sheet of t.sheets.values()) if (sheet.bettor !== null) chooseAhead(t, sheet);
      while (t.table.phase === 'deciding' && chance(0.8)) {
        const turn = t.round && handInTurn(t.round);
        if (turn === null) break;
        const sheet = [...t.sheets.values()].find(({ bettor }) => bettor === turn.box.bettor);
        choose(t, sheet?.player ?? '', { type: oneOf(HAND_ACTIONS), hand: turn.hand.id });
      }
      return Promise.resolve();
    });
  }

  function chooseAhead(t: AtTable, sheet: Sheet): void {
    if (t.table.phase === 'insurance') {
      for (const { hand } of offersTo(t, sheet)) {
        if (chance(0.6)) choose(t, sheet.player, { type: 'insurance', hand, accept: chance(0.5) });
      }
    }
    for (const box of t.round?.boxes ?? []) {
      for (const hand of box.hands) {
        const follow = oneOf(['follow-double', 'follow-split'] as const);
        if (chance(0.5)) choose(t, sheet.player, { type: follow, hand: hand.id, accept: chance(0.7) });
        if (box.bettor !== sheet.bettor || hand.state !== 'waiting' || !chance(0.4)) continue;
        const options = optionsAhead(t, box, hand);
        if (options.length > 0) choose(t, sheet.player, { type: oneOf(options), hand: hand.id });
      }
    }
  }

  async function phase(): Promise<string> {
    const [row] = await casino.app.dataSource.query<[{ phase: string }]>(
      'SELECT phase FROM tables WHERE table_id = $1',
      [place.tableId],
    );
    return row.phase;
  }

  /** Lets so much time pass that the phase is over. */
  async function pass(): Promise<void> {
    casino.app.clock.now = new Date(casino.app.clock.now.getTime() + 21_000);
    expect(await runTable(context, place, lease)).toBe('moved');
  }

  /** All that was staked and paid is in the report on returns, and what choices do not explain is within its tolerance. */
  async function expectFairReport(): Promise<void> {
    await assess(casino);
    const lines = await report(casino);
    const [played] = await casino.app.dataSource.query<[{ staked: number; returned: number }]>(
      'SELECT sum(staked)::bigint AS staked, sum(returned)::bigint AS returned FROM rounds',
    );
    expect({
      staked: lines.reduce((sum, { staked }) => sum + (staked ?? NaN), 0),
      returned: lines.reduce((sum, { returned }) => sum + (returned ?? NaN), 0),
    }).toEqual(played);
    expect(lines.filter(({ outside }) => outside === true)).toEqual([]);
    expect(new Set(lines.map(({ mode, bet }) => `${mode} ${bet}`))).toEqual(
      new Set(['real main', 'real pairs', 'demo main', 'demo pairs']),
    );
    const mains = lines.filter(({ bet }) => bet === 'main');
    for (const { skill, givenAwayAutomatically } of mains) {
      expect(skill).toBeLessThan(-0.05);
      expect(givenAwayAutomatically).toBeGreaterThan(0);
    }
  }

  it(`DX-01…DX-29: plays ${ROUNDS} rounds in which nothing is lost, dealt twice or paid wrongly`, async () => {
    for (let round = 0; round < ROUNDS;) {
      await placeRandomBets();
      await pass();
      for (let now = await phase(); now === 'insurance' || now === 'deciding'; now = await phase()) {
        await chooseAtRandom();
        if (chance(0.5) && ['insurance', 'deciding'].includes(await phase())) await pass();
      }
      if ((await phase()) === 'result') {
        round += 1;
        if (round % 100 === 0) await topUp();
        await pass();
      }
    }
    const [{ rounds, shoes, gaps }] = await casino.app.dataSource.query<
      [{ rounds: number; shoes: number; gaps: number }]
    >(
      `SELECT (SELECT count(*) FROM table_rounds WHERE status = 'settled') AS rounds,
         (SELECT count(*) FROM table_shoes) AS shoes,
         (SELECT max(event_no) - count(*) FROM table_events) AS gaps`,
    );
    expect({ rounds, gaps }).toEqual({ rounds: ROUNDS, gaps: 0 });
    expect(shoes).toBeGreaterThan(ROUNDS / 20);
    await expectFairReport();
  }, 1_800_000);
});
