import { present } from '../../domain/assert';
import { type RuleSet, SIDE_BET_TYPES, type SideBetType } from '../../domain/rule-set';
import type { AssessedLine, ReportedBet } from '../../persistence/reports/assessed-line';
import type { LedgerEntry } from '../../persistence/reports/queue';
import type { Chooser, GivenAwayBy } from '../../returns/assess-choices';
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

/** What a bettor had in a round by the ledger, and what choices gave away of it. */
export interface BettorInRound {
  readonly ledger: readonly LedgerEntry[];
  readonly given: GivenAwayBy;
}

/** What a line is told apart by, besides its bet. */
type LinePlace = Pick<AssessedLine, 'mode' | 'stakeBand'>;

/** What these bettors of one round have won together, a line for each kind of bet that any of them has. */
export function linesOf(theory: Theory, place: LinePlace, bettors: readonly BettorInRound[]): AssessedLine[] {
  // A bettor at a shared table may have nothing but a side bet.
  return (['main', ...SIDE_BET_TYPES] as const).flatMap((bet) => {
    const money = moneyOn(bet, bettors);
    if (money.rounds === 0) return [];
    return [lineOf(place, bet, money, figuresOf(theory, bet, money, bettors))];
  });
}

/** What lay on one kind of bet: as big integers, for their squares exceed what numbers hold. */
interface Money {
  /** How many bettors had it: the part of each is a round of his. */
  readonly rounds: number;
  readonly staked: bigint;
  readonly returned: bigint;
  /** The stakes before the first card, by box. */
  readonly initial: readonly bigint[];
}

function moneyOn(bet: ReportedBet, bettors: readonly BettorInRound[]): Money {
  const initial = new Map<string, bigint>();
  let [rounds, staked, returned] = [0, 0n, 0n];
  for (const { ledger } of bettors) {
    const ofBet = ledger.filter(({ reason }) => betOf(reason) === bet);
    if (ofBet.length > 0) rounds += 1;
    for (const { kind, reason, bet: place, amount } of ofBet) {
      if (kind === 'payout') returned += BigInt(amount);
      if (kind !== 'stake') continue;
      staked += BigInt(amount);
      if (reason !== bet) continue;
      // `1.1` and `1:pairs` both begin with the box.
      const [box] = place.split(/[.:]/);
      initial.set(box, (initial.get(box) ?? 0n) + BigInt(amount));
    }
  }
  return { rounds, staked, returned, initial: [...initial.values()] };
}

/** Everything that is staked and paid on hands is of the main bet; side bets have reasons of their own. */
function betOf(reason: string): ReportedBet {
  return SIDE_BET_TYPES.find((type) => type === reason) ?? 'main';
}

interface Figures {
  /** Of what all of it wins, to best play. */
  readonly variance: number;
  readonly theoreticalReturn: number;
  readonly givenAway: Readonly<Record<Chooser, number>>;
}

function figuresOf(
  theory: Theory,
  bet: ReportedBet,
  { initial }: Money,
  bettors: readonly BettorInRound[],
): Figures {
  const squares = sum(initial.map((one) => one * one));
  if (bet === 'main') {
    const { variance, covariance } = theory.spread;
    // Boxes of one round share the dealer, and so a part of their luck.
    const products = sum(initial) ** 2n - squares;
    return {
      variance: variance * Number(squares) + covariance * Number(products),
      theoreticalReturn: theory.returns.mainBet.return,
      givenAway: givenAwayOf(bettors, 'main'),
    };
  }
  return {
    variance: sideBetVariance(theory.ruleSet, bet) * Number(squares),
    theoreticalReturn: present(
      theory.returns.sideBets.find(({ type }) => type === bet),
      `a return of ${bet}`,
    ).return,
    givenAway: bet === 'sevens' ? givenAwayOf(bettors, 'sevens') : { player: 0, automatic: 0 },
  };
}

function sideBetVariance(ruleSet: RuleSet, bet: SideBetType): number {
  const rule = ruleSet.sideBets.find(({ type }) => type === bet);
  return sideBetDeviation(ruleSet, present(rule, `a rule for ${bet}`)) ** 2;
}

function givenAwayOf(bettors: readonly BettorInRound[], bet: 'main' | 'sevens'): Figures['givenAway'] {
  const by = (chooser: Chooser): number => bettors.reduce((all, { given }) => all + given[chooser][bet], 0);
  return { player: by('player'), automatic: by('automatic') };
}

function lineOf(
  place: LinePlace,
  bet: ReportedBet,
  { rounds, staked, returned, initial }: Money,
  { variance, theoreticalReturn, givenAway: { player, automatic } }: Figures,
): AssessedLine {
  const stake = sum(initial);
  const won = Number(returned - staked);
  const luck = won - (theoreticalReturn - 1) * Number(stake) + player + automatic;
  return {
    ...place,
    bet,
    rounds,
    initialStake: String(stake),
    staked: String(staked),
    returned: String(returned),
    squaredStakes: String(stake * stake),
    expectedVariance: String(variance),
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
