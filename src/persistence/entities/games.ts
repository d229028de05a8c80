import { Check, Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import type { ClassicSettings } from '../../domain/classic-settings';
import type { SideBetType } from '../../domain/rule-set';
import type { TableLimits } from '../../domain/table-limits';
import { OperatorRow } from './operators';
import { Position } from '../records/position';

/** What the theory says about a rule set's bets, as it was worked out when the version was saved. */
export interface StoredReturn {
  readonly mainBet: {
    readonly return: number;
    readonly method: 'exact' | 'composition';
    readonly tolerance: number;
    readonly note: string;
  };
  readonly sideBets: readonly StoredSideBetReturn[];
}

export interface StoredSideBetReturn {
  readonly type: SideBetType;
  readonly return: number;
  readonly hitFrequency: number;
  readonly assumption?: string;
}

/** One version of an operator's own classic game; append-only (CL-09). */
@Entity('rule_sets')
@Index('rule_sets_by_position', ['position'])
@Check('rule_sets_version_positive', 'version > 0')
@Check('rule_sets_position_positive', 'position > 0')
export class RuleSetRow {
  @PrimaryColumn({ name: 'operator_id', type: 'uuid', primaryKeyConstraintName: 'rule_sets_pk' })
  @ForeignKey(() => OperatorRow, { name: 'rule_sets_operator_fk' })
  operatorId: string;

  @PrimaryColumn({ name: 'rule_set_id', type: 'text', primaryKeyConstraintName: 'rule_sets_pk' })
  ruleSetId: string;

  @PrimaryColumn({ type: 'integer', primaryKeyConstraintName: 'rule_sets_pk' })
  version: number;

  @Column({ type: 'text' })
  name: string;

  /** Complete, so that a later default changes no game that was saved before. */
  @Column({ type: 'jsonb' })
  settings: ClassicSettings;

  @Column({ name: 'theoretical_return', type: 'jsonb' })
  theoreticalReturn: StoredReturn;

  @Column({ name: 'created_at', type: 'timestamptz' })
  createdAt: Date;

  @Position()
  position?: number;
}

/** An operator's own limits for one game in one currency; where there are none, the defaults hold (C-14). */
@Entity('game_limits')
export class GameLimitsRow {
  @PrimaryColumn({ name: 'operator_id', type: 'uuid', primaryKeyConstraintName: 'game_limits_pk' })
  @ForeignKey(() => OperatorRow, { name: 'game_limits_operator_fk' })
  operatorId: string;

  @PrimaryColumn({ name: 'game_id', type: 'text', primaryKeyConstraintName: 'game_limits_pk' })
  gameId: string;

  @PrimaryColumn({ type: 'text', primaryKeyConstraintName: 'game_limits_pk' })
  currency: string;

  @Column({ type: 'jsonb' })
  limits: TableLimits;

  @Column({ name: 'updated_at', type: 'timestamptz' })
  updatedAt: Date;
}
