import type { Refusal, RefusalCode } from '../application/refusal';

export interface ProblemKind {
  readonly status: number;
  readonly title: string;
  /** Whether the very same request may succeed later without anybody changing it. */
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
  session_conflict: kind(409, 'The external session id belongs to a different session'),
  transaction_conflict: kind(409, 'The transaction id was used for something else'),
  balance_limit_exceeded: kind(409, 'The wallet cannot hold that much'),
  table_required: kind(409, 'The game is played at a shared table'),
  nothing_to_rebet: kind(409, 'There are no earlier bets to repeat'),
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
 * RFC 9457. What a refusal brings along (`balance`, `price`, `bounds`, `round`, `errors`) stands beside the standard members. */
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
