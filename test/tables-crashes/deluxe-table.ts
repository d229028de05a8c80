import { randomUUID } from 'node:crypto';
import type { DataSource } from 'typeorm';
import { isRefusal } from '../../src/application/refusal';
import type { SeedMaker } from '../../src/application/fairness/seed-maker';
import { playerKeyOf } from '../../src/application/ids';
import type { TableContext } from '../../src/application/tables/context';
import type { TableBody } from '../../src/application/tables/table-body';
import type { Table } from '../../src/domain/table/table';
import { SEED_MAKER } from '../../src/http/tokens';
import type { Lease } from '../../src/persistence/tables/commit-table';
import { claimTables } from '../../src/persistence/tables/leases';
import type { TablePlace } from '../../src/persistence/tables/load-table';
import type { Casino, OpenSession } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { type Asking, carryOut, type Done, type Order } from './orders';

/** A table that a test moves by hand: its clock is the casino's, its driver is whoever claims it. */
export class DeluxeTable {
  readonly place: TablePlace;
  readonly sessions = new Map<string, OpenSession>();

  private constructor(
    readonly casino: Casino,
    readonly http: HttpTable,
  ) {
    this.place = { tableKey: playerKeyOf(http.id), tableId: http.id };
  }

  static async open(casino: Casino, wanted: object = {}): Promise<DeluxeTable> {
    return new DeluxeTable(casino, await HttpTable.open(casino, wanted));
  }

  get dataSource(): DataSource {
    return this.casino.app.dataSource;
  }

  /** A context of the table's own; what is not named rests. */
  context(changes: Partial<TableContext> = {}): TableContext {
    return {
      dataSource: this.dataSource,
      seeds: this.casino.app.app.get<SeedMaker>(SEED_MAKER),
      clock: () => this.casino.app.clock.now,
      testMode: true,
      hook: () => Promise.resolve(),
      onStep: () => undefined,
      ...changes,
    };
  }

  async enters(playerId: string, session: object): Promise<OpenSession> {
    const opened = await this.http.session({ playerId, ...session });
    this.sessions.set(playerId, opened);
    return opened;
  }

  sessionOf(playerId: string): string {
    const session = this.sessions.get(playerId);
    if (session === undefined) throw new Error(`${playerId} is not at the table`);
    return session.id;
  }

  asking(key: string = randomUUID()): Asking {
    const { operatorId, keyId, app } = this.casino;
    return { operatorId, keyId, key, now: app.clock.now.toISOString() };
  }

  carryOut(order: Order, asking = this.asking(), context = this.context()): Promise<Done> {
    return carryOut(context, this.place, asking, order);
  }

  /** Carries out what has to work. */
  async does(order: Order): Promise<void> {
    const done = await this.carryOut(order);
    if (typeof done === 'string' ? done !== 'moved' : isRefusal(done)) throw new Error(JSON.stringify(done));
  }

  /** Takes the table over for that process, whoever drove it before, and for as long as nobody takes it from that one. */
  async claim(holder: string): Promise<Lease> {
    await this.leaseEnds('clock_timestamp()');
    const lease = await this.claimFree(holder);
    if (lease === null) throw new Error('a table whose time runs can be claimed');
    await this.leaseEnds(`'infinity'`);
    return lease;
  }

  /** Takes the table for that process as a driver does, for a few seconds; null while another one has it. */
  async claimFree(holder: string, { manager } = this.dataSource): Promise<Lease | null> {
    const claimed = await claimTables(manager, holder, 1_000_000);
    const lease = claimed.find(({ tableId }) => tableId === this.place.tableId);
    return lease === undefined ? null : { holder, fence: lease.fence };
  }

  /** Its lease ends then, in SQL. */
  async leaseEnds(at: string): Promise<void> {
    await this.dataSource.query(`UPDATE table_leases SET expires_at = ${at} WHERE table_id = $1`, [
      this.place.tableId,
    ]);
  }

  /** The clock at the end of the phase. */
  async untilDue(): Promise<void> {
    const { endsAt } = await this.kept();
    if (endsAt === null) throw new Error('the table waits for nothing');
    this.casino.app.clock.now = new Date(endsAt);
  }

  /** The phase is over, and the driver of that name ends it. */
  async endsPhase(holder = 'driver'): Promise<void> {
    await this.untilDue();
    await this.does({ do: 'time', lease: await this.claim(holder) });
  }

  /** The table as it is kept. */
  async kept(): Promise<Table & { readonly eventNo: number }> {
    const [{ state, eventNo }] = await this.dataSource.query<[{ state: Table; eventNo: number }]>(
      'SELECT state, event_no AS "eventNo" FROM tables WHERE table_id = $1',
      [this.place.tableId],
    );
    return { ...state, eventNo };
  }

  seenBy(playerId: string): Promise<TableBody> {
    return this.http.state(this.sessionOf(playerId));
  }

  async balanceOf(playerId: string): Promise<number> {
    const { you } = await this.seenBy(playerId);
    if (you === null) throw new Error('whoever has a session sees what he has');
    return you.balance;
  }
}
