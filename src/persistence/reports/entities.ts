import { Check, Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { Mode } from '../entities/sessions';
import type { AssessedLine } from './assessed-line';

/**
 * What one round added to the sums; `taken_out_at` once it was cancelled and they were told. The round of a shared table has
 * one row, under the table's key.
 */
@Entity('round_assessments')
export class RoundAssessmentRow {
  @PrimaryColumn({ name: 'player_key', type: 'bigint', primaryKeyConstraintName: 'round_assessments_pk' })
  playerKey: number;

  @PrimaryColumn({ name: 'round_id', type: 'uuid', primaryKeyConstraintName: 'round_assessments_pk' })
  roundId: string;

  @Column({ name: 'operator_id', type: 'uuid' })
  operatorId: string;

  @Column({ type: 'date' })
  day: string;

  @Column({ type: 'jsonb' })
  lines: AssessedLine[];

  @Column({ name: 'assessed_at', type: 'timestamptz' })
  assessedAt: Date;

  @Column({ name: 'taken_out_at', type: 'timestamptz', nullable: true })
  takenOutAt: Date | null;
}

const KEY = { primaryKeyConstraintName: 'return_totals_pk' } as const;

/** What all rounds of a rule set, currency, mode, day and band of stakes came to, for one kind of bet. */
@Entity('return_totals')
@Check('return_totals_mode_known', `mode IN ('real', 'demo', 'test')`)
@Check('return_totals_not_negative', 'rounds >= 0 AND initial_stake >= 0 AND staked >= 0 AND returned >= 0')
export class ReturnTotalRow {
  @PrimaryColumn({ name: 'operator_id', type: 'uuid', ...KEY })
  operatorId: string;

  @PrimaryColumn({ name: 'game_id', type: 'text', ...KEY })
  gameId: string;

  @PrimaryColumn({ name: 'rule_set_version', type: 'integer', ...KEY })
  ruleSetVersion: number;

  @PrimaryColumn({ type: 'text', ...KEY })
  currency: string;

  @PrimaryColumn({ type: 'text', ...KEY })
  mode: Mode;

  @PrimaryColumn({ type: 'date', ...KEY })
  day: string;

  @PrimaryColumn({ name: 'stake_band', type: 'smallint', ...KEY })
  stakeBand: number;

  /** `main`, or the type of a side bet. */
  @PrimaryColumn({ type: 'text', ...KEY })
  bet: string;

  @Column({ type: 'bigint' })
  rounds: number;

  @Column({ name: 'initial_stake', type: 'numeric' })
  initialStake: string;

  @Column({ type: 'numeric' })
  staked: string;

  @Column({ type: 'numeric' })
  returned: string;

  @Column({ name: 'squared_stakes', type: 'numeric' })
  squaredStakes: string;

  @Column({ name: 'expected_variance', type: 'numeric' })
  expectedVariance: string;

  @Column({ name: 'squared_luck', type: 'numeric' })
  squaredLuck: string;

  @Column({ name: 'given_away', type: 'numeric' })
  givenAway: string;

  @Column({ name: 'given_away_automatically', type: 'numeric' })
  givenAwayAutomatically: string;
}

/**
 * A round that has ended and is to be assessed; written by a trigger. That of a shared table waits as a whole, under the
 * table's key. `failure` says why it could not be.
 */
@Entity('rounds_to_assess')
export class RoundToAssessRow {
  @PrimaryGeneratedColumn('identity', {
    name: 'queue_no',
    type: 'bigint',
    generatedIdentity: 'ALWAYS',
    primaryKeyConstraintName: 'rounds_to_assess_pk',
  })
  queueNo: number;

  @Column({ name: 'player_key', type: 'bigint' })
  playerKey: number;

  @Column({ name: 'round_id', type: 'uuid' })
  roundId: string;

  @Column({ name: 'ended_at', type: 'timestamptz' })
  endedAt: Date;

  @Column({ type: 'text', nullable: true })
  failure: string | null;
}
