import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { NEXT_POSITION, Position } from '../records/position';

export const ERASURE_REASONS = [
  'player_request',
  'account_closed',
  'retention_over',
  'created_by_mistake',
] as const;
export type ErasureReason = (typeof ERASURE_REASONS)[number];

/** That a player was erased, by whom and why, and not who he was; append-only. */
@Entity('erasures')
@Index('erasures_by_position', ['position'])
@Index('erasures_by_time', ['at'])
@Check(
  'erasures_reason_known',
  `reason IN ('player_request', 'account_closed', 'retention_over', 'created_by_mistake')`,
)
@Check('erasures_position_positive', 'position > 0')
export class ErasureRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'erasures_pk' })
  playerKey: number;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ type: 'text' })
  reason: ErasureReason;

  /** The operator's own number of the case. */
  @Column({ type: 'text', nullable: true })
  reference: string | null;

  @Column({ name: 'actor_key_id', type: 'uuid' })
  actorKeyId: string;

  @Column({ name: 'actor_name', type: 'text', nullable: true })
  actorName: string | null;

  @Column({ name: 'request_id', type: 'text' })
  requestId: string;

  @Column({ type: 'timestamptz' })
  at: Date;

  @Position()
  position?: number;
}

/** Which program has served an operator from a time on; append-only. */
@Entity('software_changes')
@Index('software_changes_by_operator', ['operatorId', 'position'])
@Check('software_changes_digest_length', 'length(digest) = 64')
@Check('software_changes_position_positive', 'position > 0')
export class SoftwareChangeRow {
  @PrimaryColumn({
    type: 'bigint',
    default: () => NEXT_POSITION,
    primaryKeyConstraintName: 'software_changes_pk',
  })
  position: number;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ type: 'text' })
  version: string;

  /** SHA-256 over the deployed files, hexadecimal. */
  @Column({ type: 'text' })
  digest: string;

  @Column({ name: 'digest_before', type: 'text', nullable: true })
  digestBefore: string | null;

  @Column({ type: 'text' })
  node: string;

  @Column({ type: 'timestamptz' })
  at: Date;
}

/** Up to which position an operator's ended rounds were removed for their age, by whom and when; append-only. */
@Entity('round_removals')
@Index('round_removals_by_operator', ['operatorId', 'upToPosition'])
@Check('round_removals_position_positive', 'position > 0')
export class RoundRemovalRow {
  @PrimaryColumn({
    type: 'bigint',
    default: () => NEXT_POSITION,
    primaryKeyConstraintName: 'round_removals_pk',
  })
  position: number;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ name: 'up_to_position', type: 'bigint' })
  upToPosition: number;

  @Column({ type: 'text' })
  actor: string;

  @Column({ type: 'timestamptz' })
  at: Date;
}
