import { present } from '../../domain/assert';
import { type RuleSet, SIDE_BET_TYPES, type SideBetType } from '../../domain/rule-set';
import type { Step } from '../../domain/step';
import type { TableLimits } from '../../domain/table-limits';
import type { AssessedLine, ReportedBet } from '../../persistence/reports/assessed-line';
import type { LedgerSum } from '../../persistence/reports/queue';
import { assessChoices, type GivenAwayBy } from '../../returns/assess-choices';
import type { MainBetSpread } from '../../returns/main-bet-spread';
import type { PositionValues } from '../../returns/position-values';
import { sideBetDeviation } from '../../returns/side-bet-return';
import type { TheoreticalReturn } from '../../returns/theoretical-return';

/** What is known of a rule set's bets before a card is dealt. */
export interface Theory {
  readonly ruleSet: RuleSet;
  readonly returns: TheoreticalReturn;
  readonly spread: MainBetSpread;
  readonly values: PositionValues;
}

/** A settled round as its record and the ledger have it: plain data, which can be sent to another thread. */
export interface RoundToAssess {
  readonly limits: TableLimits;
  /** Of a round that was played alone; null for a bettor's part in a round of a shared table. */
  readonly steps: readonly Step[] | null;
  readonly ledger: readonly LedgerSum[];
}

/** What a settled round adds to the report, a line for each kind of bet. Throws when its record contradicts the rules. */
export function assessRound(theory: Theory, { limits, steps, ledger }: RoundToAssess): AssessedLine[] {
  const given = steps === null ? null : assessChoices(theory.values, limits, steps);
  const sideBets = SIDE_BET_TYPES.filter((type) => ledger.some(({ reason }) => reason === type));
  // A bettor at a shared table may have nothing but a side bet.
  const hasMain = ledger.some(({ reason }) => isMain(reason));
  return [
    ...(hasMain ? [mainLine(theory, moneyOf(ledger, isMain), given)] : []),
    ...sideBets.map((type) =>
      sideBetLine(
        theory,
        type,
        moneyOf(ledger, (reason) => reason === type),
        given,
      ),
    ),
  ];
}

/** What lay on one kind of bet: as big integers, for their squares exceed what numbers hold. */
interface Money {
  readonly staked: bigint;
  readonly returned: bigint;
  /** The stakes before the first card, by box. */
  readonly initial: readonly bigint[];
}

/** Everything that is staked and paid on hands; side bets have reasons of their own. */
function isMain(reason: string): boolean {
  return !SIDE_BET_TYPES.some((type) => type === reason);
}

function moneyOf(ledger: readonly LedgerSum[], counts: (reason: string) => boolean): Money {
  const initial = new Map<string, bigint>();
  let [staked, returned] = [0n, 0n];
  for (const { kind, reason, bet, amount } of ledger) {
    if (!counts(reason)) continue;
    if (kind === 'payout') returned += BigInt(amount);
    if (kind !== 'stake') continue;
    staked += BigInt(amount);
    if (reason === 'double' || reason === 'split' || reason === 'insurance') continue;
    // `1.1` and `1:pairs` both begin with the box.
    const [box] = bet.split(/[.:]/);
    initial.set(box, (initial.get(box) ?? 0n) + BigInt(amount));
  }
  return { staked, returned, initial: [...initial.values()] };
}

function mainLine({ returns, spread }: Theory, money: Money, given: GivenAwayBy | null): AssessedLine {
  const { variance, covariance } = spread;
  const stake = sum(money.initial);
  const squares = sum(money.initial.map((one) => one * one));
  // Boxes of one round share the dealer, and so a part of their luck.
  const expectedVariance = variance * Number(squares) + covariance * Number(stake * stake - squares);
  return lineOf('main', money, {
    expectedVariance,
    theoreticalReturn: returns.mainBet.return,
    player: given?.player.main ?? 0,
    automatic: given?.automatic.main ?? 0,
  });
}

function sideBetLine(
  { ruleSet, returns }: Theory,
  type: SideBetType,
  money: Money,
  given: GivenAwayBy | null,
): AssessedLine {
  const rule = present(
    ruleSet.sideBets.find((candidate) => candidate.type === type),
    `a rule for ${type}`,
  );
  const figures = present(
    returns.sideBets.find((candidate) => candidate.type === type),
    `a return of ${type}`,
  );
  const squares = sum(money.initial.map((one) => one * one));
  return lineOf(type, money, {
    expectedVariance: sideBetDeviation(ruleSet, rule) ** 2 * Number(squares),
    theoreticalReturn: figures.return,
    player: type === 'sevens' ? (given?.player.sevens ?? 0) : 0,
    automatic: type === 'sevens' ? (given?.automatic.sevens ?? 0) : 0,
  });
}

interface Figures {
  readonly expectedVariance: number;
  readonly theoreticalReturn: number;
  readonly player: number;
  readonly automatic: number;
}

function lineOf(
  bet: ReportedBet,
  { staked, returned, initial }: Money,
  { expectedVariance, theoreticalReturn, player, automatic }: Figures,
): AssessedLine {
  const stake = sum(initial);
  const won = Number(returned - staked);
  const luck = won - (theoreticalReturn - 1) * Number(stake) + player + automatic;
  return {
    bet,
    initialStake: String(stake),
    staked: String(staked),
    returned: String(returned),
    squaredStakes: String(stake * stake),
    expectedVariance: String(expectedVariance),
    squaredLuck: String(luck * luck),
    givenAway: player.toFixed(MICROS),
    givenAwayAutomatically: automatic.toFixed(MICROS),
  };
}

/** Millionths of a minor unit are kept of what was given away. */
const MICROS = 6;

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n);
}
