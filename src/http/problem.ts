import type { Refusal, RefusalCode } from '../application/refusal';

export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /**
   * Whether the very same request may succeed later without anybody changing it; under a new Idempotency-Key where the
   * refusal was kept under its key.
   */
  readonly retryable: boolean;
}

/** The one table of all error codes. A code that is missing here does not compile. */
export const PROBLEMS: Readonly<Record<RefusalCode, ProblemKind>> = {
  invalid_request: kind(400, 'The request is malformed'),
  idempotency_key_required: kind(400, 'The call needs an Idempotency-Key'),
  amount_out_of_bounds: kind(400, 'The amount is out of its bounds or off its step'),
  unauthorized: kind(401, 'The credentials are missing or wrong'),
  signature_required: kind(401, 'The operator demands signed requests'),
  signature_invalid: kind(401, 'The signature is wrong, too old or was used before'),
  insufficient_funds: kind(402, 'The wallet does not hold enough'),
  forbidden: kind(403, 'The credentials do not permit this'),
  test_mode_off: kind(403, 'Test mode is switched off on this installation'),
  return_too_high: kind(403, 'The game returns more than the operator has accepted'),
  not_found: kind(404, 'There is no such thing'),
  hand_not_found: kind(404, 'The round has no such hand'),
  box_not_found: kind(404, 'The round has no such box'),
  method_not_allowed: kind(405, 'The path does not know this method'),
  not_acceptable: kind(406, 'The answer is not available in that media type'),
  idempotency_in_progress: retryable(409, 'The first request with this Idempotency-Key is still running'),
  action_not_allowed: kind(409, 'The action is not legal now'),
  confirmation_required: kind(409, 'The action has to be confirmed'),
  stale_version: kind(409, 'The round has moved on'),
  round_open: kind(409, 'The session has an open round'),
  round_already_cancelled: kind(409, 'The round is cancelled already'),
  reversal_exceeds_balance: kind(409, 'The wallet no longer holds what would be taken back'),
  session_closed: kind(409, 'The session is closed'),
  session_expired: kind(409, 'The session has expired'),
  session_conflict: kind(409, 'Another session of the player, or of this external id, stands against it'),
  transaction_conflict: kind(409, 'The transaction id was used for something else'),
  balance_limit_exceeded: kind(409, 'The wallet cannot hold that much'),
  wallet_not_empty: kind(409, 'A wallet of the player still holds money'),
  player_erased: kind(409, 'The player was erased'),
  suspension_in_force: kind(409, 'The player is suspended'),
  erased_too_often: kind(409, 'The player id was erased too often'),
  table_required: kind(409, 'The game is played at a shared table'),
  betting_closed: retryable(409, 'The table takes no bets now'),
  table_paused: retryable(409, 'The table is paused'),
  table_closed: kind(409, 'The table is closed'),
  seat_taken: kind(409, 'The seat is taken'),
  seat_empty: kind(409, 'Nobody sits there'),
  too_many_seats: kind(409, 'The player has as many seats as he may'),
  own_seat: kind(409, 'Nobody bets behind himself'),
  not_your_seat: kind(409, 'Somebody else sits there, or nobody'),
  seat_needs_real_money: kind(409, 'Seats are for real money'),
  unequal_seat_bets: kind(409, 'All seats of a player carry the same bet'),
  nothing_to_take_back: kind(409, 'There is no such bet to take back'),
  phase_conflict: kind(409, 'The table is not in the state that this changes'),
  shared_shoe: kind(409, 'The cards come from the shoe of a shared table'),
  nothing_to_rebet: kind(409, 'There are no earlier bets to repeat'),
  suspended: kind(409, 'No new rounds are dealt here'),
  reminder_due: kind(409, 'The player has to acknowledge a reminder first'),
  round_too_soon: retryable(409, 'The last round of the player began too short a time ago'),
  body_too_large: kind(413, 'The body is too large'),
  unsupported_media_type: kind(415, 'The body is not JSON'),
  idempotency_key_reused: kind(422, 'The Idempotency-Key was used for a different request'),
  rate_limited: retryable(429, 'Too many requests'),
  internal_error: kind(500, 'The server made a mistake'),
  unavailable: retryable(503, 'The service is unavailable for the moment'),
  too_many_conflicts: retryable(503, 'Too many requests about the same thing at once'),
};

export interface ProblemBody {
  readonly type: string;
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly code: RefusalCode;
  readonly retryable: boolean;
  readonly requestId: string;
}

/**
 * RFC 9457. What a refusal brings along (`balance`, `price`, `bounds`, `scope`, `reminder`, `availableAt`,
 * `round`, `errors`) stands beside the standard members.
 */
export function problemBody(refusal: Refusal, requestId: string): ProblemBody {
  const { refused: code, detail, replayOf, ...rest } = refusal;
  const { status, title, retryable } = PROBLEMS[code];
  return {
    type: `/docs/errors#${code}`,
    title,
    status,
    detail,
    code,
    retryable,
    requestId: replayOf ?? requestId,
    ...rest,
  };
}

/** Carries a refusal out of a guard, a pipe or a decorator, where there is no return value to carry it. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly refusal: Refusal,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(refusal.detail);
  }
}

function kind(status: number, title: string): ProblemKind {
  return { status, title, retryable: false };
}

function retryable(status: number, title: string): ProblemKind {
  return { status, title, retryable: true };
}
