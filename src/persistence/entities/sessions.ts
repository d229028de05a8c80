import { Check, Column, Entity, Index, PrimaryColumn, Unique } from 'typeorm';
import type { TableLimits } from '../../domain/table-limits';

export const MODES = ['real', 'demo', 'test'] as const;
export type Mode = (typeof MODES)[number];

@Entity('sessions')
@Unique('sessions_external_unique', ['playerKey', 'externalSessionId'])
@Index('sessions_by_external', ['operatorId', 'externalSessionId'], {
  where: 'external_session_id IS NOT NULL',
})
@Index('sessions_by_table', ['tableId', 'expiresAt'], { where: 'table_id IS NOT NULL' })
@Index('sessions_with_personal_data', ['expiresAt'], {
  where: 'ip IS NOT NULL OR country IS NOT NULL OR lang IS NOT NULL OR return_url IS NOT NULL',
})
@Check('sessions_mode_known', `mode IN ('real', 'demo', 'test')`)
@Check('sessions_reminder_range', 'reminder_seconds BETWEEN 60 AND 86400')
export class SessionRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'sessions_pk' })
  playerKey: number;

  @PrimaryColumn({ name: 'session_id', type: 'uuid', primaryKeyConstraintName: 'sessions_pk' })
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

  /** The limits that held when the session was opened, and hold until it ends. */
  @Column({ type: 'jsonb' })
  limits: TableLimits;

  @Column({ type: 'text', nullable: true })
  lang: string | null;

  @Column({ type: 'text', nullable: true })
  country: string | null;

  @Column({ type: 'text', nullable: true })
  ip: string | null;

  @Column({ name: 'return_url', type: 'text', nullable: true })
  returnUrl: string | null;

  @Column({ name: 'external_session_id', type: 'text', nullable: true })
  externalSessionId: string | null;

  /** After how long the player is reminded of time and result; null where the operator's interval alone counts. */
  @Column({ name: 'reminder_seconds', type: 'integer', nullable: true })
  reminderSeconds: number | null;

  /** The shared table it was opened at, where its game is played at one. */
  @Column({ name: 'table_id', type: 'uuid', nullable: true })
  tableId: string | null;

  @Column({ name: 'opened_at', type: 'timestamptz' })
  openedAt: Date;

  @Column({ name: 'expires_at', type: 'timestamptz' })
  expiresAt: Date;

  @Column({ name: 'closed_at', type: 'timestamptz', nullable: true })
  closedAt: Date | null;
}

/** A shoe that is kept from round to round belongs to the session (C-25). */
@Entity('shoes')
@Check('shoes_dealt_positive', 'dealt >= 0')
export class ShoeRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'shoes_pk' })
  playerKey: number;

  @PrimaryColumn({ name: 'session_id', type: 'uuid', primaryKeyConstraintName: 'shoes_pk' })
  sessionId: string;

  @PrimaryColumn({ name: 'shoe_no', type: 'integer', primaryKeyConstraintName: 'shoes_pk' })
  shoeNo: number;

  @Column({ name: 'seed_no', type: 'integer' })
  seedNo: number;

  @Column({ name: 'client_seed', type: 'text' })
  clientSeed: string;

  @Column({ type: 'integer' })
  nonce: number;

  @Column({ type: 'integer' })
  dealt: number;

  @Column({ name: 'opened_at', type: 'timestamptz' })
  openedAt: Date;
}
