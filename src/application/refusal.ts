import type { SuspensionScope } from '../persistence/entities/compliance';

/** The request itself is wrong, or its sender may not make it, or the first one under its key is still running. */
const DECIDED_BY_REQUEST = [
  'invalid_request',
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_in_progress',
  'unauthorized',
  'signature_required',
  'signature_invalid',
  'forbidden',
  'not_found',
  'hand_not_found',
  'box_not_found',
  'amount_out_of_bounds',
  'test_mode_off',
  'return_too_high',
] as const;

/**
 * Refusals that the state of things decided. They are given again under their key as answers are: a late duplicate
 * must not move money after the caller was told that it did not move.
 */
const DECIDED_BY_STATE = [
  'insufficient_funds',
  'action_not_allowed',
  'confirmation_required',
  'stale_version',
  'round_open',
  'round_already_cancelled',
  'reversal_exceeds_balance',
  'session_closed',
  'session_expired',
  'session_conflict',
  'transaction_conflict',
  'balance_limit_exceeded',
  'wallet_not_empty',
  'player_erased',
  'suspension_in_force',
  'erased_too_often',
  'table_required',
  'betting_closed',
  'table_paused',
  'table_closed',
  'seat_taken',
  'seat_empty',
  'too_many_seats',
  'own_seat',
  'not_your_seat',
  'seat_needs_real_money',
  'unequal_seat_bets',
  'nothing_to_take_back',
  'phase_conflict',
  'shared_shoe',
  'nothing_to_rebet',
  'suspended',
  'reminder_due',
  'round_too_soon',
] as const;

const OTHERS = [
  'rate_limited',
  'too_many_conflicts',
  'method_not_allowed',
  'not_acceptable',
  'body_too_large',
  'unsupported_media_type',
  'internal_error',
  'unavailable',
] as const;

/**
 * Expected refusals are values. Every code is stable, published, and mapped to HTTP in one exhaustive table of the
 * HTTP layer; nothing here knows HTTP.
 */
export const REFUSAL_CODES = [...DECIDED_BY_REQUEST, ...DECIDED_BY_STATE, ...OTHERS] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** One wrong field: `path` as in `boxes[0].stake`, empty for the body as a whole. */
export interface FieldError {
  readonly path: string;
  readonly detail: string;
}

export interface Refusal {
  readonly refused: RefusalCode;
  /** One sentence for the engineer who reads it at three in the morning. */
  readonly detail: string;
  readonly errors?: readonly FieldError[];
  /** Minor units: what the wallet holds, and what was asked of it. */
  readonly balance?: number;
  readonly price?: number;
  readonly bounds?: { readonly min: number; readonly max: number; readonly step: number };
  /** What takes no new rounds. */
  readonly scope?: SuspensionScope;
  /** What the player is told before he goes on. */
  readonly reminder?: object;
  /** From when on the same may be tried again, RFC 3339. */
  readonly availableAt?: string;
  /** The round as the caller may see it, unchanged by the refusal. */
  readonly round?: object;
  /** Set when this is the answer to an earlier request given again: the id of that request. */
  readonly replayOf?: string;
}

const REPEATED: ReadonlySet<RefusalCode> = new Set(DECIDED_BY_STATE);

/** Whether the refusal is kept and given again when the same request comes under the same key. */
export function isRepeated({ refused }: Refusal): boolean {
  return REPEATED.has(refused);
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refused' in value;
}

/** Bad input, with the path of every wrong field. */
export function invalid(errors: readonly FieldError[]): Refusal {
  const detail = errors.map((error) => `${error.path || 'body'}: ${error.detail}`).join('; ');
  return { refused: 'invalid_request', detail, errors };
}

export function notFound(what: string): Refusal {
  return { refused: 'not_found', detail: `There is no such ${what}.` };
}
