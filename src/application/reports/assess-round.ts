import { present } from '../../domain/assert';
import { currencyOf } from '../../domain/currency';
import type { TableLimits } from '../../domain/table-limits';
import { type AssessedLine, TOGETHER } from '../../persistence/reports/assessed-line';
import type { BettorLedger } from '../../persistence/reports/queue';
import { assessChoices, type StepToAssess } from '../../returns/assess-choices';
import { type BettorInRound, linesOf, type Theory } from './round-lines';
import { bandOf } from './stake-bands';

/** A settled round as its record and the ledger have it: plain data, which can be sent to another thread. */
export interface RoundToAssess {
  readonly limits: TableLimits;
  readonly currency: string;
  readonly steps: readonly StepToAssess[];
  /** One who played alone, or everybody who had money in the round of a shared table. */
  readonly bettors: readonly BettorLedger[];
}

/** A bettor with the band that his stake belongs to. */
interface BettorInBand extends BettorInRound {
  readonly mode: BettorLedger['mode'];
  readonly band: number;
}

/**
 * What a settled round adds to the report: a line for each mode, band of stakes and kind of bet. Throws when its record
 * contradicts the rules.
 */
export function assessRound(theory: Theory, round: RoundToAssess): AssessedLine[] {
  const given = assessChoices(theory.values, round.limits, round.steps);
  const currency = present(currencyOf(round.currency), `the currency ${round.currency}`);
  const bettors = round.bettors.map(({ bettor, mode, ledger }): BettorInBand => {
    const band = bandOf(currency, initialStake(ledger));
    return { mode, band, ledger, given: present(given[bettor], 'a bettor of the round') };
  });
  return [...grouped(bettors, ({ mode }) => mode)].flatMap(([mode, ofMode]) =>
    linesOfMode(theory, mode, ofMode),
  );
}

function initialStake(ledger: BettorLedger['ledger']): number {
  const stakes = ledger.filter(({ kind, reason }) => kind === 'stake' && reason === 'main');
  return stakes.reduce((sum, { amount }) => sum + amount, 0);
}

function grouped<T, K>(items: readonly T[], keyOf: (item: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const item of items) {
    const group = groups.get(keyOf(item));
    if (group === undefined) groups.set(keyOf(item), [item]);
    else group.push(item);
  }
  return groups;
}

/**
 * Bettors at one table win and lose by the same cards. So those of a band scatter together, and the bands among each
 * other: a line of no stakes says by how much all of them do more than each band by itself.
 */
function linesOfMode(theory: Theory, mode: BettorLedger['mode'], bettors: BettorInBand[]): AssessedLine[] {
  const bands = grouped(bettors, ({ band }) => band);
  const lines = [...bands].flatMap(([stakeBand, ofBand]) => linesOf(theory, { mode, stakeBand }, ofBand));
  if (bands.size === 1) return lines;
  const together = linesOf(theory, { mode, stakeBand: TOGETHER }, bettors);
  return [...lines, ...together.map((all) => beyondBands(all, lines))];
}

/** What the squares of a bet's sums over all bands are more than the sums of its squares. */
function beyondBands(all: AssessedLine, lines: readonly AssessedLine[]): AssessedLine {
  const ofBands = lines.filter(({ bet }) => bet === all.bet);
  const beyond = (member: 'expectedVariance' | 'squaredLuck'): string =>
    String(ofBands.reduce((left, line) => left - Number(line[member]), Number(all[member])));
  const squares = ofBands.reduce(
    (left, line) => left - BigInt(line.squaredStakes),
    BigInt(all.squaredStakes),
  );
  return {
    ...all,
    rounds: 0,
    initialStake: '0',
    staked: '0',
    returned: '0',
    squaredStakes: String(squares),
    expectedVariance: beyond('expectedVariance'),
    squaredLuck: beyond('squaredLuck'),
    givenAway: '0',
    givenAwayAutomatically: '0',
  };
}
