import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn, Unique } from 'typeorm';

/** Secrets that the installation made up for itself, such as the one that signs session tokens. */
@Entity('server_secrets')
export class ServerSecretRow {
  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'server_secrets_pk' })
  name: string;

  @Column({ type: 'bytea' })
  value: Buffer;
}

@Entity('operators')
@Unique('operators_name_unique', ['name'])
@Check('operators_max_return_positive', 'max_return_ppm > 0')
@Check('operators_min_round_interval_range', 'min_round_interval_ms BETWEEN 0 AND 600000')
@Check('operators_reminder_range', 'reminder_seconds BETWEEN 60 AND 86400')
export class OperatorRow {
  @PrimaryColumn({ name: 'operator_id', type: 'uuid', primaryKeyConstraintName: 'operators_pk' })
  operatorId: string;

  @Column({ type: 'text' })
  name: string;

  @Column({ name: 'requires_signature', type: 'boolean', default: false })
  requiresSignature: boolean;

  /** The highest theoretical return, in millionths, that real money is let in on (SW-14). */
  @Column({ name: 'max_return_ppm', type: 'integer', default: 1_005_000 })
  maxReturnPpm: number;

  /** Games above that return which the operator accepts by name (SW-14). */
  @Column({ name: 'player_edge_games', type: 'text', array: true, default: '{}' })
  playerEdgeGames: string[];

  /** The least time between two deals of a player in a game; 0 demands none. */
  @Column({ name: 'min_round_interval_ms', type: 'integer', default: 0 })
  minRoundIntervalMs: number;

  /** After how long players are reminded of time and result; null where they are not. */
  @Column({ name: 'reminder_seconds', type: 'integer', nullable: true })
  reminderSeconds: number | null;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}

@Entity('api_keys')
@Unique('api_keys_hash_unique', ['keyHash'])
@Check('api_keys_scopes_known', `scopes <@ ARRAY['play', 'wallet', 'history', 'tables', 'admin']`)
export class ApiKeyRow {
  @PrimaryColumn({ name: 'key_id', type: 'uuid', primaryKeyConstraintName: 'api_keys_pk' })
  keyId: string;

  @Column({ name: 'operator_id', type: 'uuid' })
  @ForeignKey(() => OperatorRow, { name: 'api_keys_operator_fk' })
  operatorId: string;

  @Column({ type: 'text' })
  label: string;

  /** SHA-256 of the key, which itself is shown once and stored nowhere. */
  @Column({ name: 'key_hash', type: 'bytea' })
  keyHash: Buffer;

  @Column({ type: 'text', array: true })
  scopes: string[];

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column({ name: 'revoked_at', type: 'timestamptz', nullable: true })
  revokedAt: Date | null;
}

/** Signatures of requests that were taken, so that none is taken twice. */
@Entity('seen_signatures')
@Index('seen_signatures_by_time', ['seenAt'])
export class SeenSignatureRow {
  @PrimaryColumn({ name: 'operator_id', type: 'uuid', primaryKeyConstraintName: 'seen_signatures_pk' })
  operatorId: string;

  @PrimaryColumn({ name: 'signature_hash', type: 'bytea', primaryKeyConstraintName: 'seen_signatures_pk' })
  signatureHash: Buffer;

  @Column({ name: 'seen_at', type: 'timestamptz' })
  seenAt: Date;
}
