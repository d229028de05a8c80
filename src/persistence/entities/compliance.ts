import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Position } from '../records/position';
import { OperatorRow } from './operators';

/** What can be suspended, the widest first. */
export const SUSPENSION_SCOPES = ['everything', 'operator', 'game', 'table', 'player'] as const;
export type SuspensionScope = (typeof SUSPENSION_SCOPES)[number];

/** Who suspended: the operator for himself, or the one who runs the installation. */
export type SuspensionIssuer = 'operator' | 'installation';

/** What takes no new rounds, by whom and why; changed once, when it is lifted, and never removed. */
@Entity('suspensions')
@Index('suspensions_by_operator', ['operatorId', 'suspensionId'])
@Index('suspensions_of_players', ['playerKey'], { where: 'lifted_at IS NULL AND player_key IS NOT NULL' })
@Index('suspensions_of_many', ['operatorId'], { where: 'lifted_at IS NULL AND player_key IS NULL' })
@Check('suspensions_issuer_known', `issuer IN ('operator', 'installation')`)
@Check('suspensions_operators_own', `issuer = 'installation' OR operator_id IS NOT NULL`)
@Check(
  'suspensions_subject_given',
  `CASE scope
    WHEN 'everything' THEN num_nonnulls(operator_id, game_id, table_id, player_key) = 0
    WHEN 'operator' THEN operator_id IS NOT NULL AND num_nonnulls(game_id, table_id, player_key) = 0
    WHEN 'game' THEN game_id IS NOT NULL AND num_nonnulls(table_id, player_key) = 0
    WHEN 'table' THEN num_nonnulls(operator_id, table_id) = 2 AND num_nonnulls(game_id, player_key) = 0
    WHEN 'player' THEN num_nonnulls(operator_id, player_key) = 2 AND num_nonnulls(game_id, table_id) = 0
    ELSE FALSE END`,
)
@Check('suspensions_lifted_whole', '(lifted_at IS NULL) = (lift_reason IS NULL)')
export class SuspensionRow {
  @PrimaryColumn({ name: 'suspension_id', type: 'uuid', primaryKeyConstraintName: 'suspensions_pk' })
  suspensionId: string;

  @Column({ type: 'text' })
  issuer: SuspensionIssuer;

  @Column({ type: 'text' })
  scope: SuspensionScope;

  /** Null where all operators are meant. */
  @Column({ name: 'operator_id', type: 'uuid', nullable: true })
  @ForeignKey(() => OperatorRow, { name: 'suspensions_operator_fk' })
  operatorId: string | null;

  @Column({ name: 'game_id', type: 'text', nullable: true })
  gameId: string | null;

  @Column({ name: 'table_id', type: 'text', nullable: true })
  tableId: string | null;

  @Column({ name: 'player_key', type: 'bigint', nullable: true })
  playerKey: number | null;

  @Column({ type: 'text' })
  reason: string;

  @Column({ type: 'text', nullable: true })
  note: string | null;

  @Column({ name: 'actor_key_id', type: 'uuid', nullable: true })
  actorKeyId: string | null;

  @Column({ name: 'actor_name', type: 'text', nullable: true })
  actorName: string | null;

  @Column({ name: 'request_id', type: 'text', nullable: true })
  requestId: string | null;

  @Column({ name: 'suspended_at', type: 'timestamptz' })
  suspendedAt: Date;

  @Column({ name: 'lift_reason', type: 'text', nullable: true })
  liftReason: string | null;

  @Column({ name: 'lift_note', type: 'text', nullable: true })
  liftNote: string | null;

  @Column({ name: 'lift_key_id', type: 'uuid', nullable: true })
  liftKeyId: string | null;

  @Column({ name: 'lift_name', type: 'text', nullable: true })
  liftName: string | null;

  @Column({ name: 'lift_request_id', type: 'text', nullable: true })
  liftRequestId: string | null;

  @Column({ name: 'lifted_at', type: 'timestamptz', nullable: true })
  liftedAt: Date | null;
}

/** What a player was told of his session, and that he has seen it; append-only. */
@Entity('reminder_acknowledgements')
@Index('reminder_acknowledgements_by_position', ['position'])
@Check('reminder_acknowledgements_range', 'elapsed_seconds >= 0 AND staked >= 0 AND returned >= 0')
@Check('reminder_acknowledgements_position_positive', 'position > 0')
export class ReminderAcknowledgementRow {
  @PrimaryColumn({
    name: 'player_key',
    type: 'bigint',
    primaryKeyConstraintName: 'reminder_acknowledgements_pk',
  })
  playerKey: number;

  @PrimaryColumn({
    name: 'session_id',
    type: 'uuid',
    primaryKeyConstraintName: 'reminder_acknowledgements_pk',
  })
  sessionId: string;

  @PrimaryColumn({ type: 'timestamptz', primaryKeyConstraintName: 'reminder_acknowledgements_pk' })
  at: Date;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ name: 'due_at', type: 'timestamptz' })
  dueAt: Date;

  /** Since the session was opened. */
  @Column({ name: 'elapsed_seconds', type: 'integer' })
  elapsedSeconds: number;

  @Column({ type: 'bigint' })
  staked: number;

  @Column({ type: 'bigint' })
  returned: number;

  @Column({ type: 'text' })
  actor: string;

  @Column({ name: 'request_id', type: 'text' })
  requestId: string;

  @Position()
  position: number;
}
