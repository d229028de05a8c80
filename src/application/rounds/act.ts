import type { DataSource } from 'typeorm';
import type { Action, ActionRefusal, LegalAction } from '../../domain/action';
import { isBadChoice } from '../../domain/advice';
import { RecordingJournal } from '../../domain/journal';
import { legalActions, priceOf } from '../../domain/legal';
import type { Round } from '../../domain/round';
import { CardRecorder, carryOut, replay } from '../../domain/step';
import type { RoundStanding } from '../../persistence/rounds/load-standing';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import type { RoundContext } from './context';
import { tooLittle } from './accept-bets';
import { cardsLeft, writeStep } from './play-step';
import { readSharedRound } from './read-shared';
import { gameSteps } from './game-steps';
import { bodyOf, SOLO } from './round-body';
import {
  actorOf,
  decideUntilWritten,
  earlierAnswer,
  loadRoundFor,
  refuse,
  type RoundResult,
  wantsAdvice,
} from './standing';

/** One action of a player on his round. */
export interface ActCommand {
  readonly action: Action;
  /** The version that the player saw; another one is refused as stale. */
  readonly expectedVersion?: number;
  /** Whether he insists on a bad choice (C-22). */
  readonly confirmed?: boolean;
}

/** Carries out an action and all that follows from it: one read, one write. */
export function actOnRound(
  context: RoundContext,
  request: Request,
  roundId: string,
  command: ActCommand,
): Promise<RoundResult> {
  return decideUntilWritten(request, (attempt) => decide(context, attempt, roundId, command));
}

async function decide(
  context: RoundContext,
  request: Request,
  roundId: string,
  command: ActCommand,
): Promise<RoundResult> {
  const { dataSource } = context;
  const loaded = await loadRoundFor(dataSource, request, roundId);
  if (isRefusal(loaded)) {
    return loaded.refused === 'not_found' ? refuseAtTable(dataSource, request, roundId) : loaded;
  }
  const { standing, ruleSet } = loaded;
  const { round: record, balance } = standing;
  const earlier = await earlierAnswer(dataSource, request, standing);
  if (earlier !== null) return earlier;
  const round = replay(ruleSet, record.limits, gameSteps(record));
  const advice = wantsAdvice(standing);
  const refusal = objection(standing, round, command);
  if (refusal !== null) {
    const body = bodyOf(record, round, record.steps[record.version - 1], { balance, advice });
    const place = { roundId, version: record.version, balance, advice };
    return refuse(dataSource, request, record.playerKey, refusal, { body, place });
  }
  const cards = new CardRecorder(cardsLeft(context, standing));
  const journal = new RecordingJournal();
  const decision = { type: 'action', bettor: SOLO, action: command.action } as const;
  carryOut({ round, cards, journal }, decision);
  const body = await writeStep(context, {
    record,
    round,
    step: { ...decision, cards: cards.texts },
    events: journal.events,
    actor: actorOf(request),
    requestId: request.requestId,
    at: request.now,
    idempotency: request.idempotency,
    status: 200,
    advice,
    seed: null,
  });
  return { status: 200, body, replayed: false };
}

/** A round of a shared table is played by the table's own call, which knows everybody's turn. */
async function refuseAtTable(dataSource: DataSource, request: Request, roundId: string): Promise<Refusal> {
  const round = await readSharedRound(dataSource, request, roundId);
  if (isRefusal(round)) return round;
  const detail = `The round is played at a shared table: use POST /v1/tables/${round.tableId}/actions.`;
  return { refused: 'action_not_allowed', detail, round };
}

/** Why the action is not carried out; null when it may be. */
function objection(
  { round: { status, version }, balance, playerSettings }: RoundStanding,
  round: Round,
  { action, expectedVersion, confirmed }: ActCommand,
): Refusal | null {
  if (expectedVersion !== undefined && expectedVersion !== version) {
    return {
      refused: 'stale_version',
      detail: `The round is at version ${version}, not ${expectedVersion}.`,
    };
  }
  const price = priceOf(round, SOLO, action);
  if (typeof price !== 'number' && price.code !== 'action_not_allowed')
    return asRefusal(price, action, round);
  if (status === 'cancelled') return { refused: 'action_not_allowed', detail: 'The round was cancelled.' };
  if (typeof price !== 'number') return asRefusal(price, action, round);
  if (price > balance) return tooLittle(balance, price);
  if (playerSettings.confirm === true && confirmed !== true && isBadChoice(round, SOLO, action)) {
    const detail = 'The player asked to be warned of such a choice: repeat it with "confirmed": true.';
    return { refused: 'confirmation_required', detail };
  }
  return null;
}

function asRefusal(refusal: ActionRefusal, action: Action, round: Round): Refusal {
  switch (refusal.code) {
    case 'hand_not_found':
      return {
        refused: refusal.code,
        detail: `The round has no hand ${'hand' in action ? action.hand : ''}.`,
      };
    case 'box_not_found':
      return { refused: refusal.code, detail: `The round has no box ${'box' in action ? action.box : ''}.` };
    case 'amount_out_of_bounds': {
      const { min, max, step } = refusal.bounds;
      const detail = `The insurance may be ${min} to ${max} in multiples of ${step}.`;
      return { refused: refusal.code, detail, bounds: refusal.bounds };
    }
    case 'action_not_allowed':
      return { refused: refusal.code, detail: `${action.type} is not legal now. ${legalNow(round)}` };
  }
}

function legalNow(round: Round): string {
  const names = legalActions(round, SOLO).map((action: LegalAction) => {
    if ('hand' in action) return `${action.type} ${action.hand}`;
    return 'box' in action ? `${action.type} ${action.box}` : action.type;
  });
  return names.length === 0 ? 'Nothing is: the round is settled.' : `Legal: ${names.join(', ')}.`;
}
