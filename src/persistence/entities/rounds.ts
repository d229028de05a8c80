import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { TableLimits } from '../../domain/table-limits';
import type { Mode } from './sessions';
import { Position } from '../records/position';

export type StoredRoundStatus = 'insurance' | 'playing' | 'settled' | 'cancelled';

const ROUNDS_TABLE_WHOLE = `
  (table_key IS NULL AND table_id IS NULL AND bettor IS NULL AND balance_after IS NULL)
  OR (table_key IS NOT NULL AND table_id IS NOT NULL AND bettor IS NOT NULL AND balance_after IS NOT NULL)`;

/** A round as a list shows it; what happened in it is the fold of its steps. */
@Entity('rounds')
@Index('rounds_one_open_per_session', ['playerKey', 'sessionId'], {
  unique: true,
  where: `status IN ('insurance', 'playing')`,
})
@Index('rounds_by_player_game', ['playerKey', 'gameId', 'roundId'])
@Index('rounds_by_operator', ['operatorId', 'roundId'])
@Index('rounds_by_deadline', ['deadline'], { where: `status IN ('insurance', 'playing')` })
@Index('rounds_by_table', ['tableKey', 'roundId'], { where: 'table_key IS NOT NULL' })
@Check('rounds_table_whole', ROUNDS_TABLE_WHOLE)
@Check('rounds_status_known', `status IN ('insurance', 'playing', 'settled', 'cancelled')`)
@Check('rounds_mode_known', `mode IN ('real', 'demo', 'test')`)
@Check('rounds_money_range', 'staked > 0 AND returned >= 0 AND in_play >= 0')
@Check('rounds_ended', `(status IN ('settled', 'cancelled')) = (ended_at IS NOT NULL)`)
@Check('rounds_nothing_in_play_when_ended', 'ended_at IS NULL OR in_play = 0')
export class RoundRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'rounds_pk' })
  playerKey: number;

  @PrimaryColumn({ name: 'round_id', type: 'uuid', primaryKeyConstraintName: 'rounds_pk' })
  roundId: string;

  @Column({ name: 'session_id', type: 'uuid' })
  sessionId: string;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ name: 'player_id', type: 'text' })
  playerId: string;

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

  @Column({ type: 'bigint' })
  staked: number;

  @Column({ type: 'bigint' })
  returned: number;

  @Column({ name: 'in_play', type: 'bigint' })
  inPlay: number;

  @Column({ type: 'jsonb' })
  bets: object;

  @Column({ name: 'dealt_at', type: 'timestamptz' })
  dealtAt: Date;

  @Column({ type: 'timestamptz' })
  deadline: Date;

  @Column({ name: 'ended_at', type: 'timestamptz', nullable: true })
  endedAt: Date | null;

  /** Where it is one bettor's part in a table's round: the table, his number in it, his balance after its last move. */
  @Column({ name: 'table_key', type: 'bigint', nullable: true })
  tableKey: number | null;

  @Column({ name: 'table_id', type: 'uuid', nullable: true })
  tableId: string | null;

  @Column({ type: 'integer', nullable: true })
  bettor: number | null;

  @Column({ name: 'balance_after', type: 'bigint', nullable: true })
  balanceAfter: number | null;
}

/** One decision of a round and all that followed from it by itself; append-only. */
@Entity('round_steps')
@Index('round_steps_by_position', ['position'])
@Check('round_steps_position_positive', 'position > 0')
export class RoundStepRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'round_steps_pk' })
  playerKey: number;

  @PrimaryColumn({ name: 'round_id', type: 'uuid', primaryKeyConstraintName: 'round_steps_pk' })
  roundId: string;

  /** The version of the round that this step made. */
  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'round_steps_pk' })
  version: number;

  @Column({ type: 'jsonb' })
  step: object;

  @Column({ name: 'balance_after', type: 'bigint' })
  balanceAfter: number;

  @Column({ type: 'text' })
  actor: string;

  @Column({ name: 'request_id', type: 'text' })
  requestId: string;

  @Column({ type: 'timestamptz' })
  at: Date;

  @Position()
  position?: number;
}

/** The audit trail of cancelled rounds (C-18); append-only. */
@Entity('cancellations')
@Index('cancellations_by_position', ['position'])
@Index('cancellations_by_operator', ['operatorId', 'at', 'roundId'])
@Check('cancellations_position_positive', 'position > 0')
export class CancellationRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'cancellations_pk' })
  playerKey: number;

  @PrimaryColumn({ name: 'round_id', type: 'uuid', primaryKeyConstraintName: 'cancellations_pk' })
  roundId: string;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ type: 'text' })
  reason: string;

  @Column({ type: 'text', nullable: true })
  note: string | null;

  @Column({ name: 'actor_key_id', type: 'uuid', nullable: true })
  actorKeyId: string | null;

  @Column({ name: 'actor_name', type: 'text', nullable: true })
  actorName: string | null;

  @Column({ name: 'status_before', type: 'text' })
  statusBefore: string;

  @Column({ type: 'jsonb' })
  amounts: object;

  @Column({ name: 'round_before', type: 'jsonb' })
  roundBefore: object;

  @Column({ name: 'request_id', type: 'text' })
  requestId: string;

  @Column({ type: 'timestamptz' })
  at: Date;

  @Position()
  position?: number;
}
