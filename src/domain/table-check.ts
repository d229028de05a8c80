import type { Ratio } from './money';
import type { RuleSet } from './rule-set';
import type { StakeRange, TableLimits } from './table-limits';

/** One reason why something is refused; `path` names the field, as in `stake.step`. */
export interface Fault {
  readonly path: string;
  readonly detail: string;
}

/** The most that may lie on one hand: all that one round can pay on it is a small part of what a wallet can hold. */
export const MAX_STAKE_MINOR = 100_000_000_000;

/**
 * Every reason why a table of these limits may not deal this rule set (C-13, C-14): bounds that are no bounds, and
 * payouts that would not be whole minor units.
 */
export function checkTable(ruleSet: RuleSet, limits: TableLimits): Fault[] {
  const faults = [...checkRange('stake', limits.stake), ...checkRange('sideBet', limits.sideBet)];
  if (faults.length > 0) return faults;
  const { step } = limits.stake;
  const whole = (pays: Ratio, what: string): void => {
    if ((step * pays.num) % pays.den !== 0) {
      const detail = `${what} at ${pays.num}:${pays.den} of a stake of ${step} would not be a whole minor unit`;
      faults.push({ path: 'stake.step', detail });
    }
  };
  whole(ruleSet.blackjackPays, 'a blackjack');
  for (const special of ruleSet.specialBlackjacks)
    whole(special.pays, `a blackjack of ${special.cards.join('')}`);
  if (step % 2 !== 0 && (ruleSet.surrender !== 'none' || ruleSet.insurance !== 'none')) {
    faults.push({ path: 'stake.step', detail: `half of a stake of ${step} would not be a whole minor unit` });
  }
  return faults;
}

function checkRange(name: keyof TableLimits, { min, max, step }: StakeRange): Fault[] {
  const faults: Fault[] = [];
  const fault = (field: string, detail: string): number => faults.push({ path: `${name}.${field}`, detail });
  for (const [field, value] of Object.entries({ min, max, step })) {
    if (!Number.isSafeInteger(value) || value <= 0)
      fault(field, 'must be a positive whole number of minor units');
  }
  if (faults.length > 0) return faults;
  if (max > MAX_STAKE_MINOR) fault('max', `must be at most ${MAX_STAKE_MINOR}`);
  if (max < min) fault('max', `must be at least the minimum, ${min}`);
  if (min % step !== 0) fault('min', `must be a multiple of the step, ${step}`);
  if (max % step !== 0) fault('max', `must be a multiple of the step, ${step}`);
  return faults;
}
