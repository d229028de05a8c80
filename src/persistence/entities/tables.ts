import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TableLimits } from '../../domain/table-limits';
import type { Sheet, Table } from '../../domain/table/table';
import { Position } from '../records/position';
import type { StoredRoundStatus } from './rounds';
import type { Mode } from './sessions';

/** A shared table: the state of its machine, and what is looked for. */
@Entity('tables')
@Index('tables_by_operator', ['operatorId', 'tableId'])
@Index('tables_open', ['tableId'], { where: 'closed_at IS NULL' })
@Check('tables_mode_known', `mode IN ('real', 'test')`)
@Check('tables_phase_known', `phase IN ('betting', 'insurance', 'deciding', 'result', 'paused', 'closed')`)
@Check('tables_closed', `(phase = 'closed') = (closed_at IS NOT NULL)`)
@Check('tables_transcript_length', `octet_length(transcript) = 32`)
export class TableRow {
  @PrimaryColumn({ name: 'table_key', type: 'bigint', primaryKeyConstraintName: 'tables_pk' })
  tableKey: number;

  @PrimaryColumn({ name: 'table_id', type: 'uuid', primaryKeyConstraintName: 'tables_pk' })
  tableId: string;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ name: 'game_id', type: 'text' })
  gameId: string;

  @Column({ name: 'rule_set_version', type: 'integer' })
  ruleSetVersion: number;

  @Column({ type: 'text' })
  mode: 'real' | 'test';

  @Column({ type: 'text' })
  currency: string;

  @Column({ type: 'jsonb' })
  state: Table;

  @Column({ type: 'text' })
  phase: Table['phase'];

  @Column({ name: 'due_at', type: 'timestamptz', nullable: true })
  dueAt: Date | null;

  @Column({ name: 'round_id', type: 'uuid' })
  roundId: string;

  @Column({ name: 'event_no', type: 'bigint' })
  eventNo: number;

  @Column({ type: 'bytea' })
  transcript: Buffer;

  @Column({ name: 'alias_key', type: 'bytea' })
  aliasKey: Buffer;

  @Column({ name: 'opened_at', type: 'timestamptz' })
  openedAt: Date;

  @Column({ name: 'closed_at', type: 'timestamptz', nullable: true })
  closedAt: Date | null;
}

/** Which process drives a table; the fence grows with every holder. */
@Entity('table_leases')
export class TableLeaseRow {
  @PrimaryColumn({ name: 'table_key', type: 'bigint', primaryKeyConstraintName: 'table_leases_pk' })
  tableKey: number;

  @PrimaryColumn({ name: 'table_id', type: 'uuid', primaryKeyConstraintName: 'table_leases_pk' })
  tableId: string;

  @Column({ type: 'text' })
  holder: string;

  @Column({ type: 'bigint' })
  fence: number;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;
}

/** What a bettor has on a table, and the wallet that pays for it. */
@Entity('table_sheets')
@Check('table_sheets_mode_known', `mode IN ('real', 'demo', 'test')`)
export class TableSheetRow {
  @PrimaryColumn({ name: 'table_key', type: 'bigint', primaryKeyConstraintName: 'table_sheets_pk' })
  tableKey: number;

  @PrimaryColumn({ name: 'table_id', type: 'uuid', primaryKeyConstraintName: 'table_sheets_pk' })
  tableId: string;

  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'table_sheets_pk' })
  playerKey: number;

  @Column({ name: 'player_id', type: 'text' })
  playerId: string;

  @Column({ name: 'session_id', type: 'uuid' })
  sessionId: string;

  @Column({ name: 'wallet_session_id', type: 'uuid' })
  walletSessionId: string;

  @Column({ type: 'text' })
  mode: Mode;

  @Column({ type: 'jsonb' })
  sheet: Sheet;
}

/** What supervisors did to a table, and why; append-only. */
@Entity('table_changes')
@Index('table_changes_by_position', ['position'])
@Check(
  'table_changes_kind_known',
  `kind IN ('opened', 'changed', 'paused', 'resumed', 'closed', 'scripted', 'advanced')`,
)
@Check('table_changes_position_positive', 'position > 0')
export class TableChangeRow {
  @PrimaryColumn({ name: 'table_key', type: 'bigint', primaryKeyConstraintName: 'table_changes_pk' })
  tableKey: number;

  @PrimaryColumn({ name: 'table_id', type: 'uuid', primaryKeyConstraintName: 'table_changes_pk' })
  tableId: string;

  @PrimaryColumn({ name: 'change_no', type: 'integer', primaryKeyConstraintName: 'table_changes_pk' })
  changeNo: number;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ type: 'text' })
  kind: string;

  @Column({ type: 'text', nullable: true })
  reason: string | null;

  @Column({ type: 'text', nullable: true })
  note: string | null;

  @Column({ type: 'jsonb' })
  details: object;

  @Column({ type: 'text' })
  actor: string;

  @Column({ name: 'actor_name', type: 'text', nullable: true })
  actorName: string | null;

  @Column({ name: 'request_id', type: 'text' })
  requestId: string;

  @Column({ type: 'timestamptz' })
  at: Date;

  @Position()
  position?: number;
}

/** A shoe of a table; its server seed stands in `seeds` under the same key, id and number. */
@Entity('table_shoes')
export class TableShoeRow {
  @PrimaryColumn({ name: 'table_key', type: 'bigint', primaryKeyConstraintName: 'table_shoes_pk' })
  tableKey: number;

  @PrimaryColumn({ name: 'table_id', type: 'uuid', primaryKeyConstraintName: 'table_shoes_pk' })
  tableId: string;

  @PrimaryColumn({ name: 'shoe_no', type: 'integer', primaryKeyConstraintName: 'table_shoes_pk' })
  shoeNo: number;

  @Column({ type: 'text' })
  salt: string;

  @Column({ type: 'integer' })
  cut: number;

  @Column({ type: 'text', nullable: true })
  exposed: string | null;

  @Column({ type: 'integer' })
  burned: number;

  @Column({ type: 'integer' })
  dealt: number;

  @Column({ name: 'opened_at', type: 'timestamptz' })
  openedAt: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;
}

/** A round of a table; what each bettor has in it is a row of `rounds`. */
@Entity('table_rounds')
@Index('table_rounds_by_table', ['tableKey', 'tableId', 'roundId'])
@Index('table_rounds_by_shoe', ['tableKey', 'tableId', 'seedNo'])
@Check('table_rounds_status_known', `status IN ('insurance', 'playing', 'settled', 'cancelled')`)
@Check('table_rounds_ended', `(status IN ('settled', 'cancelled')) = (ended_at IS NOT NULL)`)
export class TableRoundRow {
  @PrimaryColumn({ name: 'table_key', type: 'bigint', primaryKeyConstraintName: 'table_rounds_pk' })
  tableKey: number;

  @PrimaryColumn({ name: 'round_id', type: 'uuid', primaryKeyConstraintName: 'table_rounds_pk' })
  roundId: string;

  @Column({ name: 'table_id', type: 'uuid' })
  tableId: string;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ name: 'game_id', type: 'text' })
  gameId: string;

  @Column({ name: 'rule_set_version', type: 'integer' })
  ruleSetVersion: number;

  @Column({ type: 'text' })
  mode: Mode;

  @Column({ type: 'text' })
  currency: string;

  @Column({ type: 'jsonb' })
  limits: TableLimits;

  @Column({ name: 'decision_seconds', type: 'integer' })
  decisionSeconds: number;

  @Column({ name: 'seed_no', type: 'integer' })
  seedNo: number;

  @Column({ name: 'client_seed', type: 'text' })
  clientSeed: string;

  @Column({ type: 'integer' })
  nonce: number;

  @Column({ type: 'jsonb' })
  shoe: object;

  @Column({ type: 'text' })
  status: StoredRoundStatus;

  @Column({ type: 'integer' })
  version: number;

  @Column({ type: 'integer' })
  bettors: number;

  @Column({ name: 'dealt_at', type: 'timestamptz' })
  dealtAt: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;
}

/** One decision of a round of a table; append-only. */
@Entity('table_steps')
@Index('table_steps_by_position', ['position'])
@Check('table_steps_position_positive', 'position > 0')
export class TableStepRow {
  @PrimaryColumn({ name: 'table_key', type: 'bigint', primaryKeyConstraintName: 'table_steps_pk' })
  tableKey: number;

  @PrimaryColumn({ name: 'round_id', type: 'uuid', primaryKeyConstraintName: 'table_steps_pk' })
  roundId: string;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'table_steps_pk' })
  version: number;

  @Column({ type: 'jsonb' })
  step: object;

  @Column({ type: 'text' })
  actor: string;

  @Column({ name: 'request_id', type: 'text' })
  requestId: string;

  @Column({ type: 'timestamptz' })
  at: Date;

  @Position()
  position?: number;
}

/** What the stream of a table tells; `private` maps a player to what only he is told. */
@Entity('table_events')
@Index('table_events_by_time', ['at'])
export class TableEventRow {
  @PrimaryColumn({ name: 'table_key', type: 'bigint', primaryKeyConstraintName: 'table_events_pk' })
  tableKey: number;

  @PrimaryColumn({ name: 'table_id', type: 'uuid', primaryKeyConstraintName: 'table_events_pk' })
  tableId: string;

  @PrimaryColumn({ name: 'event_no', type: 'bigint', primaryKeyConstraintName: 'table_events_pk' })
  eventNo: number;

  @Column({ type: 'text' })
  type: string;

  @Column({ name: 'round_id', type: 'uuid' })
  roundId: string;

  @Column({ type: 'jsonb' })
  body: object;

  @Column({ type: 'jsonb', nullable: true })
  private: object | null;

  @Column({ type: 'timestamptz' })
  at: Date;
}
