import { playerKeyOf } from '../../src/application/ids';
import type { TableContext } from '../../src/application/tables/context';
import { runTable } from '../../src/application/tables/on-time';
import type { TablePlace } from '../../src/persistence/tables/load-table';
import { TABLE_CONTEXT } from '../../src/http/tables/table-context';
import type { Casino, OpenSession } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { pass } from './house';

/** A shared table of real money whose time the test holds: its phases are over when it says so. */
export class RealTable {
  private constructor(
    readonly casino: Casino,
    readonly http: HttpTable,
  ) {}

  static async open(casino: Casino): Promise<RealTable> {
    const http = await HttpTable.open(casino, { mode: 'real' });
    const table = new RealTable(casino, http);
    const { tableKey, tableId } = table.place;
    await casino.app.dataSource.query(
      `INSERT INTO table_leases (table_key, table_id, holder, fence, expires_at)
       VALUES ($1, $2, 'test', 1, 'infinity')`,
      [tableKey, tableId],
    );
    return table;
  }

  get id(): string {
    return this.http.id;
  }

  get place(): TablePlace {
    return { tableKey: playerKeyOf(this.http.id), tableId: this.http.id };
  }

  /** A session of a player who has this much in his wallet. */
  async seat(playerId: string, balance = 100_000): Promise<OpenSession> {
    await this.casino.deposit(playerId, balance);
    return this.http.session({ mode: 'real', playerId });
  }

  /** Ends the phase. */
  endPhase(): Promise<'moved' | 'nothing' | 'lost'> {
    pass(this.casino, 60_000);
    const context = this.casino.app.app.get<TableContext>(TABLE_CONTEXT);
    return runTable(context, this.place, { holder: 'test', fence: 1 });
  }

  /** Ends the countdown and every phase after it until bets are placed again. */
  async playRound(): Promise<void> {
    do {
      const became = await this.endPhase();
      if (became !== 'moved') throw new Error(`the table: ${became}`);
    } while ((await this.http.state()).status !== 'betting');
  }

  /** What became of the bets on the sheet of a session. */
  async betStates(sessionId: string): Promise<string[]> {
    const { you } = await this.http.state(sessionId);
    return (you?.sheet ?? []).map(({ state }) => state);
  }
}
