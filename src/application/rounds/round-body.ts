import { type BoxView, type InsuranceView, type RoundView, viewOf } from '../../domain/view';
import type { Round } from '../../domain/round';
import { type RuleSet, ruleSetRef } from '../../domain/rule-set';
import { replay, type Step } from '../../domain/step';
import type { RoundRecord, StepRecord } from '../../persistence/rounds/round-record';

/** A round as the contract shows it to its player and his operator. Amounts are minor units. */
export interface RoundBody extends Omit<RoundView, 'status'> {
  readonly id: string;
  readonly sessionId: string;
  readonly playerId: string;
  readonly gameId: string;
  readonly ruleSet: string;
  readonly mode: string;
  readonly currency: string;
  readonly version: number;
  readonly status: RoundView['status'] | 'cancelled';
  /** When the automatic rule finishes the round; null once it has ended. */
  readonly deadline: string | null;
  readonly dealtAt: string;
  readonly endedAt: string | null;
  readonly balance: number;
}

/** A round whose money has only one owner: the player who plays alone. */
export const SOLO = 0;

/** The game's steps of a record up to a version; a cancellation is no step of the game. */
export function gameSteps({ steps }: RoundRecord, version = Infinity): Step[] {
  return steps
    .filter((step) => step.version <= version)
    .flatMap(({ step }) => (step.type === 'cancel' ? [] : [step]));
}

/** When an open round is finished by the automatic rule, counted from its last step (C-19). */
export function deadlineAfter(at: string | Date, decisionSeconds: number): string {
  return new Date(new Date(at).getTime() + decisionSeconds * 1000).toISOString();
}

export interface Shown {
  /** As it was at this version; the latest when none is named. */
  readonly version?: number;
  /** The wallet's balance to be told; that after the step when none is named. */
  readonly balance?: number;
  readonly advice: boolean;
}

/** The round for its player, as of a version: made again from the steps, so that it is the same for ever. */
export function roundBody(record: RoundRecord, ruleSet: RuleSet, shown: Shown): RoundBody {
  const version = shown.version ?? record.version;
  return bodyOf(
    record,
    replay(ruleSet, record.limits, gameSteps(record, version)),
    record.steps[version - 1],
    shown,
  );
}

/** The same, where the round is at hand. `last` is the step that made it what it is. */
export function bodyOf(record: RoundRecord, round: Round, last: StepRecord, shown: Shown): RoundBody {
  const cancelled = last.step.type === 'cancel';
  const view = viewOf(cancelled ? openedUp(round) : round, SOLO);
  const ended = cancelled || view.status === 'settled';
  const { staked } = view;
  return {
    id: record.roundId,
    sessionId: record.sessionId,
    playerId: record.playerId,
    gameId: record.gameId,
    ruleSet: ruleSetRef(round.ruleSet),
    mode: record.mode,
    currency: record.currency,
    version: last.version,
    status: cancelled ? 'cancelled' : view.status,
    dealer: view.dealer,
    boxes: cancelled ? view.boxes.map(givenBack) : view.boxes,
    insurance: cancelled ? insuranceBack(view.insurance) : view.insurance,
    allowed: cancelled ? [] : view.allowed,
    advice: shown.advice && !cancelled ? view.advice : null,
    deadline: ended ? null : deadlineAfter(last.at, record.decisionSeconds),
    dealtAt: new Date(record.steps[0].at).toISOString(),
    endedAt: ended ? new Date(last.at).toISOString() : null,
    staked,
    returned: cancelled ? staked : view.returned,
    net: cancelled ? 0 : view.net,
    balance: shown.balance ?? last.balanceAfter,
  };
}

/** Every stake of a cancelled round came back, whatever had been decided; nobody is asked any more. */
function givenBack({ box, hands, sideBets }: BoxView): BoxView {
  return {
    box,
    hands: hands.map((hand) => ({
      ...hand,
      state: hand.state === 'acting' ? 'waiting' : hand.state,
      outcome: null,
      returned: hand.stake,
      insurance: insuranceBack(hand.insurance),
    })),
    sideBets: sideBets.map((bet) => ({ ...bet, outcome: null, returned: bet.stake })),
  };
}

function insuranceBack(bet: InsuranceView | null): InsuranceView | null {
  return bet && { ...bet, outcome: null, returned: bet.stake };
}

/** A cancelled round decides nothing any more, so nothing in it is hidden any more. */
function openedUp(round: Round): Round {
  return { ...round, ownCardsShown: true, dealer: { ...round.dealer, holeIndex: null } };
}
