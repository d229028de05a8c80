import type { ReturnsLine } from '../../application/reports/returns-report';
import type { TotalsPlace } from '../../persistence/reports/totals';
import type { ListKind } from '../history/answer-list';
import { fields } from '../history/csv';

/** The report of returns. */
export const RETURNS: ListKind<ReturnsLine, TotalsPlace> = {
  isPlace: isTotalsPlace,
  columns: [
    ...fields<ReturnsLine>(
      'gameId',
      'ruleSet',
      'currency',
      'mode',
      'day',
      'stakeFrom',
      'stakeTo',
      'bet',
      'rounds',
    ),
    ...fields<ReturnsLine>(
      'initialStake',
      'staked',
      'returned',
      'actualReturn',
      'theoreticalReturn',
      'skill',
      'luck',
    ),
    ...fields<ReturnsLine>(
      'givenAway',
      'givenAwayAutomatically',
      'standardDeviation',
      'tolerance',
      'outside',
    ),
  ],
};

const TEXTS = ['gameId', 'currency', 'mode', 'day', 'bet'];
/** What an `integer` of the database holds. */
const LARGEST = 2 ** 31 - 1;

function isTotalsPlace(value: unknown): value is TotalsPlace {
  if (typeof value !== 'object' || value === null) return false;
  const members = value as Record<string, unknown>;
  const isSmall = (number: unknown): boolean =>
    Number.isInteger(number) && Math.abs(Number(number)) <= LARGEST;
  return (
    TEXTS.every((name) => typeof members[name] === 'string') &&
    isSmall(members['ruleSetVersion']) &&
    isSmall(members['stakeBand'])
  );
}
