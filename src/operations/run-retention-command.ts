import type { DataSource } from 'typeorm';
import { planRemoval, removeRounds, type RoundCounts } from '../application/retention/remove-rounds';
import { findOperatorByName, listOperators } from '../persistence/operators/operators';
import { CommandError } from './operator-command';
import type { RetentionCommand } from './retention-command';

const DAYS_IN_A_YEAR = 365;

/** Who does it and when, and what the installation promises of its answers. */
export interface RetentionRun {
  readonly actor: string;
  readonly now: Date;
  /** IDEMPOTENCY_DAYS: an answer that is kept may name a round. */
  readonly idempotencyDays: number;
}

/** @throws CommandError when it cannot be carried out. */
export async function runRetentionCommand(
  dataSource: DataSource,
  { years, operator, isMeant }: RetentionCommand,
  { actor, now, idempotencyDays }: RetentionRun,
  say: (line: string) => void,
): Promise<void> {
  if (years * DAYS_IN_A_YEAR < idempotencyDays) {
    throw new CommandError('Answers are kept longer (IDEMPOTENCY_DAYS), and are made of the rounds.');
  }
  for (const { operatorId, name } of await operatorsOf(dataSource, operator)) {
    const order = { operatorId, years, now };
    const plan = await planRemoval(dataSource, order);
    if (plan === null || plan.rounds.alone + plan.rounds.atTables === 0) {
      say(`operator ${name}: nothing is that old`);
      continue;
    }
    const sealed = `sealed up to ${plan.sealedAt.toISOString()}, position ${plan.upToPosition}`;
    if (isMeant) {
      const removed = await removeRounds(dataSource, order, plan, actor);
      say(`operator ${name}: ${inWords(removed)} ${sealed}, removed`);
    } else say(`operator ${name}: ${inWords(plan.rounds)} ${sealed}, would be removed; --yes removes them`);
  }
}

function inWords({ alone, atTables }: RoundCounts): string {
  return `${alone + atTables} rounds${atTables === 0 ? '' : `, ${atTables} of them of shared tables,`}`;
}

async function operatorsOf(
  { manager }: DataSource,
  name: string | null,
): Promise<{ readonly operatorId: string; readonly name: string }[]> {
  if (name === null) return listOperators(manager);
  const operator = await findOperatorByName(manager, name);
  if (operator === null) throw new CommandError(`There is no operator ${name}.`);
  return [operator];
}
