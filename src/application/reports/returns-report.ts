import type { DataSource } from 'typeorm';
import { present } from '../../domain/assert';
import { currencyOf } from '../../domain/currency';
import { ruleSetRef } from '../../domain/rule-set';
import type { Mode } from '../../persistence/entities/sessions';
import type { ReportedBet } from '../../persistence/reports/assessed-line';
import { listTotals, type Totals, type TotalsPlace } from '../../persistence/reports/totals';
import { presetReturn } from '../games/catalogue-returns';
import { pageOf, type ReadPage } from '../history/pages';
import type { Request } from '../request';
import { ruleSetOf } from '../rounds/rule-set-of';
import { betTheory, judge, type Judgement } from './judgement';
import { stakeBand } from './stake-bands';

export const GROUPINGS = ['day', 'stakeBand', 'day,stakeBand'] as const;
/** What lines may be told apart by, besides rule set, currency, mode and bet. */
export type Grouping = (typeof GROUPINGS)[number];

/** What a report is made of. Days are `2026-01-31` in UTC, the second one excluded. */
export interface ReturnsFilter {
  readonly gameId?: string;
  readonly currency?: string;
  readonly mode?: Mode;
  readonly from?: string;
  readonly to?: string;
  readonly groupBy?: Grouping;
}

/** One line of the report: a kind of bet under a rule set. Amounts are minor units, returns shares of `initialStake`. */
export interface ReturnsLine extends Judgement {
  readonly gameId: string;
  readonly ruleSet: string;
  readonly currency: string;
  readonly mode: Mode;
  readonly day: string | null;
  readonly stakeFrom: number | null;
  readonly stakeTo: number | null;
  readonly bet: ReportedBet;
  readonly rounds: number;
  /** Null where the sum exceeds what a number holds exactly: smaller groups have it. */
  readonly initialStake: number | null;
  readonly staked: number | null;
  readonly returned: number | null;
  readonly theoreticalReturn: number;
  /** Minor units with decimals, by expectation. */
  readonly givenAway: number;
  readonly givenAwayAutomatically: number;
}

/** What the operator's games returned, against theory. Of rounds that were assessed; those that ended just now follow. */
export function returnsReport(
  dataSource: DataSource,
  { caller }: Request,
  { gameId, currency, mode, from, to, groupBy }: ReturnsFilter,
): ReadPage<ReturnsLine, TotalsPlace> {
  const selection = {
    operatorId: caller.operatorId,
    gameId: gameId ?? null,
    currency: currency ?? null,
    mode: mode ?? null,
    fromDay: from ?? null,
    toDay: to ?? null,
    byDay: groupBy?.includes('day') ?? false,
    byStakeBand: groupBy?.includes('stakeBand') ?? false,
  };
  return async (after, limit) => {
    const rows = await listTotals(dataSource.manager, selection, after, limit + 1);
    const { items, next } = pageOf(rows, limit, placeOf);
    return { items: items.map(lineOf), next };
  };
}

function placeOf({ gameId, ruleSetVersion, currency, mode, day, stakeBand: band, bet }: Totals): TotalsPlace {
  return { gameId, ruleSetVersion, currency, mode, day, stakeBand: band, bet };
}

function lineOf(totals: Totals): ReturnsLine {
  const { gameId, ruleSetVersion, ownRuleSet, currency, mode, day, bet, rounds } = totals;
  const ruleSet = ruleSetOf(gameId, ruleSetVersion, ownRuleSet);
  const returns = present(
    ownRuleSet?.theoreticalReturn ?? presetReturn(ruleSet),
    `a theoretical return of ${ruleSetRef(ruleSet)}`,
  );
  const theory = betTheory(ruleSet, returns, bet);
  return {
    gameId,
    ruleSet: ruleSetRef(ruleSet),
    currency,
    mode,
    day: day === '' ? null : day,
    ...bandBody(totals),
    bet,
    rounds,
    initialStake: exact(totals.initialStake),
    staked: exact(totals.staked),
    returned: exact(totals.returned),
    theoreticalReturn: theory.theoreticalReturn,
    ...judge(totals, theory),
    givenAway: totals.givenAway,
    givenAwayAutomatically: totals.givenAwayAutomatically,
  };
}

function bandBody({ currency, stakeBand: band }: Totals): Pick<ReturnsLine, 'stakeFrom' | 'stakeTo'> {
  if (band < 0) return { stakeFrom: null, stakeTo: null };
  const { from, to } = stakeBand(present(currencyOf(currency), `the currency ${currency}`), band);
  return { stakeFrom: from, stakeTo: to };
}

/** Money is never rounded: a sum that a number cannot hold is not told. */
function exact(sum: string): number | null {
  const amount = Number(sum);
  return Number.isSafeInteger(amount) ? amount : null;
}
