import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** The first answer to a request, kept so that the same request gets it again. */
@Entity('idempotency_records')
@Index('idempotency_records_by_operator', ['operatorId', 'key'])
@Index('idempotency_records_by_time', ['createdAt'])
export class IdempotencyRecordRow {
  /** 0 where the request is about no player. */
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'idempotency_records_pk' })
  playerKey: number;

  @PrimaryColumn({ name: 'operator_id', type: 'uuid', primaryKeyConstraintName: 'idempotency_records_pk' })
  operatorId: string;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'idempotency_records_pk' })
  key: string;

  @Column({ name: 'request_hash', type: 'bytea' })
  requestHash: Buffer;

  @Column({ type: 'smallint' })
  status: number;

  /** JSON and not JSONB: the order of the keys is part of the answer. */
  @Column({ type: 'json' })
  answer: object;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;
}
