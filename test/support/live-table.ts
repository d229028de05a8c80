import type { AtTable } from '../../src/domain/table/at-table';
import type { PlayerRef } from '../../src/domain/table/table';
import { DELUXE, MemoryTable } from './memory-table';

/** A table in memory that works on what it holds, without copies: fast enough for thousands of rounds. */
export class LiveTable extends MemoryTable {
  override copies(): AtTable {
    const { table, round, sheets, balances, house, now } = this;
    const left = { happened: [], steps: [], moves: [], touched: new Set<PlayerRef>() };
    return { table, ruleSet: DELUXE, round, sheets, balances, house, now, ...left };
  }

  /** Money comes to a wallet, or leaves it, while the table does something else. */
  moves(player: PlayerRef, amount: number): void {
    this.balances.set(player, (this.balances.get(player) ?? 0) + amount);
  }
}
