import type { SealRow } from '../../persistence/records/entities';
import type { RecordRow } from '../../persistence/records/read-records';
import { playerKeyCandidates } from '../ids';
import { rowsUnder } from './check-chain';
import type { Finding } from './findings';
import { changedColumns, type RowSeal, sealOfRow } from './row-hash';

interface Expected {
  readonly operatorId: string;
  readonly sealNo: number;
  readonly row: RowSeal;
}

/** Compares the rows of one pass of the sealer with what its seals say of them. */
export class RowCheck {
  private readonly expected = new Map<number, Expected>();
  private readonly sealNoOf = new Map<string, number>();
  private readonly found: { readonly position: number; readonly finding: Finding }[] = [];

  constructor(seals: readonly SealRow[]) {
    for (const seal of seals) {
      const { operatorId, sealNo } = seal;
      this.sealNoOf.set(operatorId, sealNo);
      for (const row of rowsUnder(seal)) this.expected.set(row.position, { operatorId, sealNo, row });
    }
  }

  meet(row: RecordRow): void {
    const expected = this.expected.get(row.position);
    if (expected?.row.table !== row.kind.table) {
      this.report(row.position, this.inserted(row));
      return;
    }
    this.expected.delete(row.position);
    const what = changeOf(row, expected);
    if (what === null) return;
    const { operatorId, sealNo } = expected;
    const { table } = row.kind;
    this.report(row.position, { operatorId, sealNo, table, key: expected.row.key.join('/'), what });
  }

  /** All that was found, in the order in which the rows were sealed; to be asked after the last row. */
  findings(): Finding[] {
    for (const { operatorId, sealNo, row } of this.expected.values()) {
      const key = row.key.join('/');
      this.report(row.position, { operatorId, sealNo, table: row.table, key, what: 'was removed' });
    }
    this.expected.clear();
    const inOrder = this.found.sort((one, other) => one.position - other.position);
    return inOrder.map(({ finding }) => finding);
  }

  private inserted(row: RecordRow): Finding {
    const { kind, operatorId, texts } = row;
    const sealNo = operatorId === null ? null : (this.sealNoOf.get(operatorId) ?? null);
    const key = texts.slice(0, kind.keyLength).join('/');
    const what = 'was inserted: it lies among sealed rows, and no seal covers it';
    return { operatorId, sealNo, table: kind.table, key, what };
  }

  private report(position: number, finding: Finding): void {
    this.found.push({ position, finding });
  }
}

/** What was done to a row since it was sealed; null when it is as it was. */
function changeOf(row: RecordRow, { operatorId, row: sealed }: Expected): string | null {
  if (row.operatorId === null) return 'has lost its round: the row of that round was removed from rounds';
  const found = sealOfRow(row);
  if (found.hash !== sealed.hash) {
    const columns = changedColumns(row, sealed, found);
    return `was changed: ${columns.length === 0 ? 'some column' : columns.join(', ')}`;
  }
  if (row.operatorId !== operatorId) return 'was changed: it belongs to another operator now';
  return isOfItsPlayer(row)
    ? null
    : 'was changed: the name of its player is not the one that player_key was made of';
}

/** Names of players are not hashed, so that they can be erased; the key of a player is a hash of his name. */
function isOfItsPlayer({ kind, operatorId, texts, playerIds }: RecordRow): boolean {
  if (playerIds.length === 0) return true;
  const playerKey = Number(texts[kind.columns.findIndex(({ name }) => name === 'player_key')]);
  return playerIds.every((playerId) => playerKeyCandidates(operatorId ?? '', playerId).includes(playerKey));
}
