import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** A server seed of a session: encrypted, its hash public from the start, itself once it is revealed. */
@Entity('seeds')
@Check('seeds_commitment_length', 'octet_length(commitment) = 32')
@Check('seeds_next_nonce_positive', 'next_nonce >= 0')
export class SeedRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'seeds_pk' })
  playerKey: number;

  @PrimaryColumn({ name: 'session_id', type: 'uuid', primaryKeyConstraintName: 'seeds_pk' })
  sessionId: string;

  @PrimaryColumn({ name: 'seed_no', type: 'integer', primaryKeyConstraintName: 'seeds_pk' })
  seedNo: number;

  @Column({ name: 'sealed_seed', type: 'bytea' })
  sealedSeed: Buffer;

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
}
