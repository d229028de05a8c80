import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A server seed of a session: encrypted, its hash public from the start, itself once it is revealed. */
@Entity('seeds')
@Check('seeds_commitment_length', 'octet_length(commitment) = 32')
@Check('seeds_next_nonce_positive', 'next_nonce >= 0')
@Check(
  'seeds_revealed_as_committed',
  'revealed_seed IS NULL OR (revealed_at IS NOT NULL AND sha256(revealed_seed) = commitment)',
)
@Index('seeds_by_key', ['sealedUnder', 'playerKey', 'sessionId', 'seedNo'], {
  where: 'revealed_seed IS NULL',
})
export class SeedRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'seeds_pk' })
  playerKey: number;

  @PrimaryColumn({ name: 'session_id', type: 'uuid', primaryKeyConstraintName: 'seeds_pk' })
  sessionId: string;

  @PrimaryColumn({ name: 'seed_no', type: 'integer', primaryKeyConstraintName: 'seeds_pk' })
  seedNo: number;

  @Column({ name: 'sealed_seed', type: 'bytea' })
  sealedSeed: Buffer;

  /** The name of the key that it is encrypted under; null where that was not noted yet. */
  @Column({ name: 'sealed_under', type: 'text', nullable: true })
  sealedUnder: string | null;

  @Column({ type: 'bytea' })
  commitment: Buffer;

  /** The player's word, for the shoes to come; each shoe keeps the one it was made with. */
  @Column({ name: 'client_seed', type: 'text' })
  clientSeed: string;

  @Column({ name: 'next_nonce', type: 'integer' })
  nextNonce: number;

  @Column({ name: 'made_at', type: 'timestamptz' })
  madeAt: Date;

  @Column({ name: 'revealed_at', type: 'timestamptz', nullable: true })
  revealedAt: Date | null;

  /** Itself, once it is revealed; null where that was before it was kept. */
  @Column({ name: 'revealed_seed', type: 'bytea', nullable: true })
  revealedSeed: Buffer | null;
}
