/** Who calls: an operator's key, or one session's token (then `sessionId` is set and nothing else may be touched). */
export interface Caller {
  readonly operatorId: string;
  readonly keyId: string | null;
  readonly sessionId: string | null;
  readonly scopes: readonly Scope[];
  /** The person behind the call, when the operator's back office names him. */
  readonly actorName: string | null;
}

export const SCOPES = ['play', 'wallet', 'history', 'tables', 'admin'] as const;
export type Scope = (typeof SCOPES)[number];

/** What every use case is told about the call it serves. */
export interface Request {
  readonly caller: Caller;
  readonly requestId: string;
  readonly now: Date;
  /** Null when the caller gave no Idempotency-Key, which only calls that move no money permit. */
  readonly idempotency: { readonly key: string; readonly requestHash: Buffer } | null;
  /** The hash of a good signature that the use case has to use up in its own read; null where there is none to use up. */
  readonly signatureHash?: Buffer | null;
}

/** What a use case answers; `replayed` marks the first answer given again. */
export interface Answer<Body> {
  readonly status: 200 | 201;
  readonly body: Body;
  readonly replayed: boolean;
}

export function ok<Body>(body: Body): Answer<Body> {
  return { status: 200, body, replayed: false };
}

export function created<Body>(body: Body): Answer<Body> {
  return { status: 201, body, replayed: false };
}
