import type { SealRow } from '../../persistence/records/entities';
import type { NamedPlayer } from '../../persistence/records/kinds';
import type { RecordRow } from '../../persistence/records/read-records';
import { erasedName, playerKeyCandidates, playerKeyOf } from '../ids';
import { rowsUnder } from './check-chain';
import type { Finding } from './findings';
import type { RoundKey } from '../../persistence/retention/old-rounds';
import { CLOCKS_DIFFER_MS } from '../../persistence/retention/round-removals';
import type { Removals } from './removals';
import { changedColumns, type RowSeal, sealOfRow } from './row-hash';

/** A row that a seal covers. */
export interface Expected {
  readonly operatorId: string;
  readonly sealNo: number;
  readonly sealedAt: Date;
  readonly row: RowSeal;
}

/** A name that does not fit to the player whose row has it. */
export interface Misnaming {
  readonly playerKey: number;
  readonly finding: Finding;
}

/** Compares the rows of one pass of the sealer with what its seals say of them. */
export class RowCheck {
  private readonly expected = new Map<number, Expected>();
  private readonly sealNoOf = new Map<string, number>();
  private readonly found: { readonly position: number; readonly finding: Finding }[] = [];
  /**
   * Names that do not fit, in the order in which they were met. No seal holds them: they hang on the record of an erasure,
   * which lies under a seal of its own.
   */
  readonly misnamed: Misnaming[] = [];

  constructor(seals: readonly SealRow[]) {
    for (const seal of seals) {
      const { operatorId, sealNo, at: sealedAt } = seal;
      this.sealNoOf.set(operatorId, sealNo);
      for (const row of rowsUnder(seal))
        this.expected.set(row.position, { operatorId, sealNo, sealedAt, row });
    }
  }

  meet(row: RecordRow): void {
    const expected = this.expected.get(row.position);
    if (expected?.row.table !== row.kind.table) {
      this.report(row.position, this.inserted(row));
      return;
    }
    this.expected.delete(row.position);
    const { operatorId, sealNo } = expected;
    const of = { operatorId, sealNo, table: row.kind.table, key: expected.row.key.join('/') };
    const what = changeOf(row, expected);
    if (what !== null) this.report(row.position, { ...of, what });
    else {
      const misnamed = misnamedIn(row, operatorId);
      if (misnamed !== null) {
        this.misnamed.push({ playerKey: misnamed.playerKey, finding: { ...of, what: misnamed.what } });
      }
    }
  }

  /** Whether rows are missing; to be asked after the last one. */
  get misses(): boolean {
    return this.expected.size > 0;
  }

  /** Rounds of which rows are missing that were removed for their age, if all of the round is gone. */
  roundsRemoved(removals: Removals): RoundKey[] {
    return [...this.expected.values()]
      .filter((expected) => removals.cover(expected))
      .map(({ row }) => roundOf(row));
  }

  /**
   * All that was found, in the order in which the rows were sealed; to be asked after the last row. Of a round of which
   * something is left, nothing may be missing.
   */
  findings(removals: Removals, partlyLeft: readonly RoundKey[]): Finding[] {
    const left = new Set(partlyLeft.map(({ roundId }) => roundId));
    for (const expected of this.expected.values()) {
      const { operatorId, sealNo, row } = expected;
      const key = row.key.join('/');
      if (removals.cover(expected) && !left.has(roundOf(row).roundId)) continue;
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

/** The round of a step or of a cancellation: its id leads to its table, where a bettor's row has his own key. */
function roundOf({ key: [, roundId] }: RowSeal): RoundKey {
  return { ownerKey: playerKeyOf(roundId), roundId };
}

/** What was done to a row since it was sealed; null when it is as it was. */
function changeOf(row: RecordRow, { operatorId, sealedAt, row: sealed }: Expected): string | null {
  if (row.operatorId === null) {
    const rounds = row.kind.table === 'table_steps' ? 'table_rounds' : 'rounds';
    return `has lost its round: the row of that round was removed from ${rounds}`;
  }
  const found = sealOfRow(row);
  if (found.hash !== sealed.hash) {
    const columns = changedColumns(row, sealed, found);
    return `was changed: ${columns.length === 0 ? 'some column' : columns.join(', ')}`;
  }
  if (row.operatorId !== operatorId) return 'was changed: it belongs to another operator now';
  if (isYoungerThan(sealedAt, row)) {
    return 'was written after its seal says that it was made: the clock of the seal was set back';
  }
  return null;
}

/** Whose name in a row that is as it was sealed is not his, and how; null where all fit. */
function misnamedIn(
  row: RecordRow,
  operatorId: string,
): { readonly playerKey: number; readonly what: string } | null {
  const misnamed = row.players.find((player) => !isRightName(operatorId, player));
  if (misnamed !== undefined) {
    const { playerKey } = misnamed;
    const what = `was changed: the name of player ${playerKey} is not the one that his key was made of`;
    return { playerKey, what };
  }
  if (row.playerIds.length === 0) return null;
  const playerKey = playerKeyIn(row);
  if (row.isErased) {
    const what = 'was changed: it has a name for an erased player';
    return isErasedEverywhere(row) ? null : { playerKey, what };
  }
  const what = 'was changed: the name of its player is not the one that player_key was made of';
  return isOfItsPlayer(row) ? null : { playerKey, what };
}

/**
 * What the same clock stamps that stamps the seals. A round that was sealed before it was played would soon be old enough
 * to be removed.
 */
const STAMPED: ReadonlySet<string> = new Set(['round_steps', 'table_steps', 'transfers', 'cancellations']);

function isYoungerThan(sealedAt: Date, { kind, texts }: RecordRow): boolean {
  if (!STAMPED.has(kind.table)) return false;
  const at = texts[kind.columns.findIndex(({ name }) => name === 'at')];
  return Date.parse(at ?? '') > sealedAt.getTime() + CLOCKS_DIFFER_MS;
}

/** Names of players are not hashed, so that they can be erased; the key of a player is a hash of his name. */
function isOfItsPlayer({ operatorId, playerIds, ...row }: RecordRow): boolean {
  const playerKey = playerKeyIn(row);
  return playerIds.every((playerId) => playerKeyCandidates(operatorId ?? '', playerId).includes(playerKey));
}

function isRightName(operatorId: string, { playerKey, playerId, isErased }: NamedPlayer): boolean {
  if (isErased) return playerId === erasedName(playerKey);
  return playerKeyCandidates(operatorId, playerId).includes(playerKey);
}

/** The record of an erasure is sealed itself: without one, the name that stands for the erased is as wrong as any. */
function isErasedEverywhere({ playerIds, ...row }: RecordRow): boolean {
  const name = erasedName(playerKeyIn(row));
  return playerIds.every((playerId) => playerId === name);
}

function playerKeyIn({ kind, texts }: Pick<RecordRow, 'kind' | 'texts'>): number {
  return Number(texts[kind.columns.findIndex(({ name }) => name === 'player_key')]);
}
