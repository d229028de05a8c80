import { type RoundView, viewOf } from '../../domain/view';
import { viewTogether } from '../../domain/view-together';
import type { Round } from '../../domain/round';
import { type RuleSet, ruleSetRef } from '../../domain/rule-set';
import { replay } from '../../domain/step';
import type { StoredBet } from '../../persistence/rounds/commit-step';
import type { RoundClock, RoundRecord, StepRecord } from '../../persistence/rounds/round-record';
import { gameSteps } from './game-steps';
import { givenBack, openedUp } from './given-back';
import type { PlayMoneyBody } from './purses';

/**
 * A round as the contract shows it to its player and his operator. Amounts are minor units, and all of them are money of
 * `mode`, but for what stands in `playMoney` and in `bettors`.
 */
export interface RoundBody extends Omit<RoundView, 'status'> {
  readonly id: string;
  /** This and the player are null where it is shown to somebody who has no bet in it, or with everybody's bets. */
  readonly sessionId: string | null;
  readonly playerId: string | null;
  readonly gameId: string;
  readonly ruleSet: string;
  readonly mode: string;
  readonly currency: string;
  /** The shared table it is played at; null for a private round. */
  readonly tableId: string | null;
  readonly version: number;
  /** `betting` before the cards of a shared table are dealt; `paused` while its table is (DX-28). */
  readonly status: RoundView['status'] | 'cancelled' | 'betting' | 'paused';
  /** When the automatic rule finishes the round, or the hand in turn at a table; null once it has ended, or paused. */
  readonly deadline: string | null;
  /** Null only before the deal. */
  readonly dealtAt: string | null;
  readonly endedAt: string | null;
  /** Null where everybody's bets are shown. */
  readonly balance: number | null;
  /**
   * Shown to an operator's key only, of the round of a shared table: what demo sessions bet behind, which no other sum
   * holds (DX-08); null where none did.
   */
  readonly playMoney?: PlayMoneyBody | null;
  /** Likewise: what each of his players has in it. */
  readonly bettors?: readonly BettorBody[];
}

/** What one player has in the round of a shared table. */
export interface BettorBody {
  readonly playerId: string;
  readonly sessionId: string;
  /** His number in the round, by which its proof and its steps name him. */
  readonly bettor: number;
  readonly mode: string;
  readonly staked: number;
  readonly returned: number;
  readonly net: number;
  readonly bets: readonly StoredBet[];
}

/** What a body is made of: a player's round, or one of a table without a player. */
export interface RoundToShow extends Omit<RoundRecord, 'playerKey' | 'playerId' | 'sessionId' | 'table'> {
  readonly playerId: string | null;
  readonly sessionId: string | null;
  readonly table: {
    readonly tableId: string;
    /** Whose money is shown; null for nobody's. */
    readonly bettor: number | null;
    readonly clock: RoundClock | null;
  } | null;
}

/** A round whose money has only one owner: the player who plays alone. */
export const SOLO = 0;

/** When an open round is finished by the automatic rule, counted from its last step (C-19). */
export function deadlineAfter(at: string | Date, decisionSeconds: number): string {
  return new Date(new Date(at).getTime() + decisionSeconds * 1000).toISOString();
}

export interface Shown {
  /** As it was at this version; the latest when none is named. */
  readonly version?: number;
  /** The wallet's balance to be told; that after the step when none is named. */
  readonly balance?: number | null;
  readonly advice: boolean;
}

/** The round for its player, as of a version: made again from the steps, so that it is the same for ever. */
export function roundBody(record: RoundToShow, ruleSet: RuleSet, shown: Shown): RoundBody {
  const version = shown.version ?? record.version;
  return bodyOf(
    record,
    replay(ruleSet, record.limits, gameSteps(record, version)),
    record.steps[version - 1],
    shown,
  );
}

/** The same, where the round is at hand. `last` is the step that made it what it is. */
export function bodyOf(record: RoundToShow, round: Round, last: StepRecord, shown: Shown): RoundBody {
  const { table } = record;
  const bettor = table === null ? SOLO : table.bettor;
  return bodyFrom(record, last, shown, round, (seen) => viewOf(seen, bettor));
}

/** The round of a table with the money of these bettors together. */
export function bodyTogether(
  record: RoundToShow,
  round: Round,
  last: StepRecord,
  bettors: ReadonlySet<number>,
): RoundBody {
  const shown = { balance: null, advice: false };
  return bodyFrom(record, last, shown, round, (seen) => viewTogether(seen, bettors));
}

function bodyFrom(
  record: RoundToShow,
  last: StepRecord,
  shown: Shown,
  round: Round,
  project: (seen: Round) => RoundView,
): RoundBody {
  const { table } = record;
  const cancelled = last.step.type === 'cancel';
  const view = cancelled ? givenBack(project(openedUp(round))) : project(round);
  const ended = cancelled || view.status === 'settled';
  const paused = !ended && table?.clock?.phase === 'paused';
  return {
    id: record.roundId,
    sessionId: record.sessionId,
    playerId: record.playerId,
    gameId: record.gameId,
    ruleSet: ruleSetRef(round.ruleSet),
    mode: record.mode,
    currency: record.currency,
    tableId: table?.tableId ?? null,
    version: last.version,
    status: cancelled ? 'cancelled' : paused ? 'paused' : view.status,
    dealer: view.dealer,
    boxes: view.boxes,
    insurance: view.insurance,
    allowed: paused ? [] : view.allowed,
    advice: shown.advice && !paused ? view.advice : null,
    deadline: ended ? null : deadlineOf(record, last),
    dealtAt: new Date(record.steps[0].at).toISOString(),
    endedAt: ended ? new Date(last.at).toISOString() : null,
    staked: view.staked,
    returned: view.returned,
    net: view.net,
    balance: shown.balance === undefined ? last.balanceAfter : shown.balance,
  };
}

/** A table keeps its own time. */
function deadlineOf({ table, decisionSeconds }: RoundToShow, last: StepRecord): string | null {
  if (table === null) return deadlineAfter(last.at, decisionSeconds);
  const dueAt = table.clock?.dueAt ?? null;
  return dueAt === null ? null : new Date(dueAt).toISOString();
}
