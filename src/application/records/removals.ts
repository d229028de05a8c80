import type { RoundRemoval } from '../../persistence/retention/round-removals';
import type { Finding } from './findings';
import type { RowSeal } from './row-hash';

/** What goes with a round that is removed for its age. */
const OF_ROUNDS: ReadonlySet<string> = new Set(['round_steps', 'table_steps', 'cancellations']);

/** Up to where each operator's old rounds were removed, as far as that was lawful. */
export class Removals {
  private readonly upTo = new Map<string, number>();

  constructor(private readonly onRecord: readonly RoundRemoval[]) {
    for (const { operatorId, upToPosition, flaw } of onRecord) {
      if (flaw === null) this.upTo.set(operatorId, Math.max(upToPosition, this.upTo.get(operatorId) ?? 0));
    }
  }

  /** Whether a row that is missing may be missing, if all of its round is. */
  cover({ operatorId, row }: { readonly operatorId: string; readonly row: RowSeal }): boolean {
    return OF_ROUNDS.has(row.table) && row.position <= (this.upTo.get(operatorId) ?? 0);
  }

  /** Removals on record that nobody could lawfully make. */
  findings(): Finding[] {
    return this.onRecord.flatMap(({ operatorId, position, flaw }): Finding[] =>
      flaw === null
        ? []
        : [{ operatorId, sealNo: null, table: 'round_removals', key: `${position}`, what: FLAWS[flaw] }],
    );
  }
}

const FLAWS = {
  'too early': 'was made too early: what it names was not sealed long enough before',
  'dated later': 'was dated later than it was made: it is older than its time says',
} as const;
