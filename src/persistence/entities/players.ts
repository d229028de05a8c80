import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** What a player has chosen for himself (C-22); what is not named has its default. */
export interface StoredPlayerSettings {
  readonly warnings?: boolean;
  readonly confirm?: boolean;
  readonly sound?: boolean;
  readonly autoActions?: { readonly declineInsurance?: boolean };
}

@Entity('players')
@Index('players_by_operator', ['operatorId', 'playerId'])
@Check('players_key_range', 'player_key > 0 AND player_key < 1125899906842624')
export class PlayerRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'players_pk' })
  playerKey: number;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  /** The operator's own id of the player. */
  @Column({ name: 'player_id', type: 'text' })
  playerId: string;

  @Column({ type: 'jsonb', default: {} })
  settings: StoredPlayerSettings;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;

  /** Set for good once the player is erased: the row keeps his key taken, and his id is nobody's name then. */
  @Column({ name: 'erased_at', type: 'timestamptz', nullable: true })
  erasedAt: Date | null;
}
