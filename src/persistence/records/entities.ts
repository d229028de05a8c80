import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { NEXT_POSITION } from './position';

/** A change of what an operator has set up: who, when, what, before and after; append-only, written by a trigger. */
@Entity('configuration_changes')
@Index('configuration_changes_by_operator', ['operatorId', 'position'])
@Check(
  'configuration_changes_subject_known',
  `subject IN ('operators', 'api_keys', 'game_limits', 'rule_sets', 'suspensions')`,
)
@Check('configuration_changes_operation_known', `operation IN ('FOUND', 'INSERT', 'UPDATE', 'DELETE')`)
@Check('configuration_changes_position_positive', 'position > 0')
export class ConfigurationChangeRow {
  @PrimaryColumn({
    type: 'bigint',
    default: () => NEXT_POSITION,
    primaryKeyConstraintName: 'configuration_changes_pk',
  })
  position: number;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  /** The table. */
  @Column({ type: 'text' })
  subject: string;

  @Column({ name: 'subject_key', type: 'text' })
  subjectKey: string;

  @Column({ type: 'text' })
  operation: 'FOUND' | 'INSERT' | 'UPDATE' | 'DELETE';

  @Column({ type: 'jsonb', nullable: true })
  before: object | null;

  @Column({ type: 'jsonb', nullable: true })
  after: object | null;

  @Column({ type: 'text' })
  actor: string;

  @Column({ name: 'request_id', type: 'text', nullable: true })
  requestId: string | null;

  @Column({ type: 'timestamptz' })
  at: Date;
}

/** One link of an operator's chain: everything of his between two positions; append-only. */
@Entity('seals')
@Index('seals_by_operator_position', ['operatorId', 'toPosition'], { unique: true })
@Index('seals_by_position', ['toPosition'])
@Check('seals_number_positive', 'seal_no > 0')
@Check('seals_range', 'from_position < to_position')
@Check('seals_whole_milliseconds', `date_trunc('milliseconds', at) = at`)
@Check(
  'seals_hash_lengths',
  'octet_length(hash) = 32 AND octet_length(previous_hash) = 32 AND octet_length(salt) = 16',
)
export class SealRow {
  @PrimaryColumn({ name: 'operator_id', type: 'uuid', primaryKeyConstraintName: 'seals_pk' })
  operatorId: string;

  /** Counts the operator's seals from 1, without gaps. */
  @PrimaryColumn({ name: 'seal_no', type: 'bigint', primaryKeyConstraintName: 'seals_pk' })
  sealNo: number;

  @Column({ name: 'previous_hash', type: 'bytea' })
  previousHash: Buffer;

  @Column({ type: 'bytea' })
  hash: Buffer;

  /** Known to nobody outside, so that nobody can find out by trial what a seal covers. */
  @Column({ type: 'bytea' })
  salt: Buffer;

  /** The seal covers what lies behind this position … */
  @Column({ name: 'from_position', type: 'bigint' })
  fromPosition: number;

  /** … up to this one, itself included. */
  @Column({ name: 'to_position', type: 'bigint' })
  toPosition: number;

  @Column({ name: 'row_count', type: 'integer' })
  rowCount: number;

  /** Rows under this seal and all before it. */
  @Column({ name: 'rows_total', type: 'bigint' })
  rowsTotal: number;

  /** One line for each row: position, table, key, hash, and marks of its columns. */
  @Column({ type: 'text' })
  covers: string;

  @Column({ type: 'timestamptz' })
  at: Date;
}

/** Every public key that heads and records were ever signed with; append-only. */
@Entity('signing_keys')
@Check('signing_keys_length', 'octet_length(public_key) = 32')
export class SigningKeyRow {
  @PrimaryColumn({ name: 'key_id', type: 'text', primaryKeyConstraintName: 'signing_keys_pk' })
  keyId: string;

  @Column({ name: 'public_key', type: 'bytea' })
  publicKey: Buffer;

  @Column({ name: 'first_used_at', type: 'timestamptz' })
  firstUsedAt: Date;
}
