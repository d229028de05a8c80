import { onTime } from '../../domain/table/running';
import { wake } from '../../domain/table/betting';
import { type Lease, LeaseLost } from '../../persistence/tables/commit-table';
import { lockTable, type TablePlace } from '../../persistence/tables/load-table';
import { inTransaction } from '../../persistence/transaction';
import type { TableContext } from './context';
import { loadTable, loadWholeTable } from './loaded-table';
import { returnHeldBets } from './held-bets';
import { writeTable } from './write-table';

/**
 * What time has brought to a table: ends its phase when that is over, in one transaction that holds only while the lease
 * does. `lost` says that another process drives the table now.
 */
export async function runTable(
  context: TableContext,
  place: TablePlace,
  lease: Lease,
): Promise<'moved' | 'nothing' | 'lost'> {
  let phase = '';
  try {
    const moved = await inTransaction(context.dataSource, async (tx) => {
      const record = await lockTable(tx, place);
      if (record === null) throw new Error('Broken invariant: a table that is driven exists');
      phase = record.state.phase;
      const loaded = await loadWholeTable(context, tx, record);
      const { endsAt } = loaded.t.table;
      if (endsAt !== null && endsAt <= loaded.t.now) await returnHeldBets(tx, loaded);
      if (!onTime(loaded.t)) return false;
      const requestId = `table:${place.tableId}:${record.eventNo}`;
      await writeTable(context, tx, loaded, { requestId, actor: 'table', lease, change: null });
      await context.hook(`before-commit:${phase}`);
      return true;
    });
    if (moved) await context.hook(`after-commit:${phase}`);
    return moved ? 'moved' : 'nothing';
  } catch (error) {
    if (error instanceof LeaseLost) return 'lost';
    throw error;
  }
}

/** Starts the countdown of a table that rests, because somebody has come; true when it did. */
export async function wakeTable(context: TableContext, place: TablePlace): Promise<boolean> {
  return inTransaction(context.dataSource, async (tx) => {
    const record = await lockTable(tx, place);
    if (record?.state.phase !== 'betting' || record.state.endsAt !== null) return false;
    const loaded = await loadTable(context, tx, record, { sheets: 'own', asker: null, forBets: false });
    wake(loaded.t);
    const requestId = `table:${place.tableId}:${record.eventNo}`;
    await writeTable(context, tx, loaded, { requestId, actor: 'table', lease: null, change: null });
    return true;
  });
}
