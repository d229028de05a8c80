import type { EntityManager } from 'typeorm';
import { countDealtCards } from '../application/dealt-cards/count-dealt-cards';
import {
  DEALT_POSITIONS,
  type DealtGroup,
  type DealtPosition,
} from '../application/dealt-cards/dealt-groups';
import { findOperatorByName, listOperators } from '../persistence/operators/operators';
import { type Comparison, type DealtTally, LEAST_CARDS } from '../randomness/statistics/dealt-tally';
import { SIGNIFICANCE } from '../randomness/statistics/significance';
import { CommandError } from './operator-command';
import type { RandomnessCommand } from './randomness-command';

type Dealt = Extract<RandomnessCommand, { type: 'dealt' }>;

const TITLES: Readonly<Record<DealtPosition, string>> = {
  all: 'all first cards',
  first: 'first of a hand',
  second: 'second of a hand',
  dealer: "dealer's",
};
const NAME_WIDTH = 18;
const SHOWN_KINDS = 4;
const SHOWN_ROUNDS = 5;

/**
 * Counts what was really dealt, in one transaction that refuses writes. It is held open for as long as the counting takes,
 * which hinders nobody: between its statements it looks at no state of the database.
 *
 * @throws CommandError when there is no such operator.
 */
export async function countDealt(
  db: EntityManager,
  { operator, from, to }: Dealt,
  progress: (rounds: number) => void,
): Promise<DealtGroup[]> {
  return db.transaction(async (tx) => {
    await tx.query('SET TRANSACTION READ ONLY');
    await tx.query('SET LOCAL idle_in_transaction_session_timeout = 0');
    const operators = operator === null ? await listOperators(tx) : [await findOperatorByName(tx, operator)];
    const operatorIds = operators.map((one) => {
      if (one === null) throw new CommandError(`There is no operator ${operator}.`);
      return one.operatorId;
    });
    return countDealtCards(tx, { operatorIds, from, to }, progress);
  });
}

/** What a person reads, and whether nothing was out of the limits. */
export function dealtReport(groups: readonly DealtGroup[]): {
  readonly lines: readonly string[];
  readonly passed: boolean;
} {
  const compared = groups.map(reportOf);
  const passed = compared.every((one) => one.passed);
  const results = compared.reduce((sum, one) => sum + one.results, 0);
  const verdict =
    results === 0 && passed
      ? 'There are too few cards to say anything.'
      : `${results} results, each ${SIGNIFICANCE} likely to fail on sound cards: ${passed ? 'all passed' : 'FAILED'}`;
  return { lines: [...compared.flatMap(({ lines }) => lines), verdict], passed };
}

interface Report {
  readonly lines: readonly string[];
  readonly results: number;
  readonly passed: boolean;
}

function reportOf(group: DealtGroup): Report {
  const { gameId, decks, rounds, leftOut, impossible, tallies } = group;
  const title = `${gameId}, ${decks === null ? 'an infinite deck' : `${decks} deck${decks === 1 ? '' : 's'}`}`;
  const parts = DEALT_POSITIONS.map((position) => reportOfTally(TITLES[position], tallies[position]));
  const lines = [
    `${title}: ${counted(rounds)} rounds`,
    `  ${' '.repeat(NAME_WIDTH)}${'cards'.padStart(12)}   p by card, rank, suit`,
    ...parts.flatMap((part) => part.lines),
  ];
  if (leftOut > 0) {
    lines.push(
      `  left out: ${counted(leftOut)} rounds of kept shoes that began outside of the time, or are not there whole`,
    );
  }
  if (impossible.length > 0) {
    const shown = impossible.slice(0, SHOWN_ROUNDS).join(', ');
    const more = impossible.length > SHOWN_ROUNDS ? ` and ${impossible.length - SHOWN_ROUNDS} more` : '';
    lines.push(`  FAILED: cards that no shoe can have given, in ${shown}${more}`);
  }
  return {
    lines,
    results: parts.reduce((sum, part) => sum + part.results, 0),
    passed: impossible.length === 0 && parts.every((part) => part.passed),
  };
}

function reportOfTally(name: string, tally: DealtTally): Report {
  const start = `  ${name.padEnd(NAME_WIDTH)}${counted(tally.cards).padStart(12)}   `;
  const comparisons = tally.compare();
  if (comparisons === null) {
    return { lines: [`${start}too few to say (${LEAST_CARDS} at least)`], results: 0, passed: true };
  }
  const failed = comparisons.filter((comparison) => !isWithin(comparison));
  const shown = comparisons.map(({ chiSquare }) => chiSquare.probability.toPrecision(3)).join('  ');
  const lines = [`${start}${shown}   ${failed.length === 0 ? 'passed' : 'FAILED'}`];
  return {
    lines: [...lines, ...failed.map(explained)],
    results: comparisons.length,
    passed: failed.length === 0,
  };
}

function isWithin({ chiSquare }: Comparison): boolean {
  return chiSquare.probability >= SIGNIFICANCE;
}

/** Where it is farthest out; where nothing is, the counts are too even. */
function explained({ by, kinds, chiSquare: { statistic, degreesOfFreedom } }: Comparison): string {
  const known = `chi-square ${statistic.toFixed(1)}, ${degreesOfFreedom} degrees of freedom`;
  if (statistic < degreesOfFreedom) return `    by ${by} (${known}): more even than chance makes them`;
  const out = kinds.slice(0, SHOWN_KINDS).map(({ what, counted: count, expected, deviations }) => {
    const sign = deviations > 0 ? '+' : '';
    return `${what} ${counted(count)}, expected ${counted(expected)} (${sign}${deviations.toFixed(1)} sd)`;
  });
  return `    by ${by} (${known}): ${out.join('; ')}`;
}

function counted(number: number): string {
  return number.toLocaleString('en', { maximumFractionDigits: 1 });
}
