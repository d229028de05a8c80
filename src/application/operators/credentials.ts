import type { EntityManager } from 'typeorm';
import { findLiveKey, type LiveKey } from '../../persistence/operators/api-keys';
import { hashApiKey } from './api-keys';
import { RecentMap } from '../recent-map';
import { type Caller, SCOPES } from '../request';
import { readSessionToken } from '../sessions/session-token';

/** Who the credentials belong to, and whether he demands that requests are signed. */
export interface Identity {
  readonly caller: Caller;
  readonly requiresSignature: boolean;
}

/** What this process knows of credentials before it asks the database. */
export type Reputation = 'good' | 'bad' | 'unknown';

const REFRESH_AFTER_MS = 5000;
/** A key that was not used for so long is looked up before it is believed again, on hot routes, too. */
const FORGET_AFTER_MS = 60_000;
/** What was no key is asked for again after so long: it may have become one. */
const BAD_FOR_MS = 5000;
const CACHED_KEYS = 10_000;

/**
 * Tells whose credentials they are. An operator's key is looked up every time, except where the use case reads its
 * state again in its own query: there what is known will do, and is refreshed behind the request. A session's token
 * tells by itself.
 */
export class Credentials {
  private readonly keys = new RecentMap<string, { readonly key: LiveKey; readonly readAt: number }>(
    CACHED_KEYS,
  );
  /** When what is no key was last looked up, by its hash. */
  private readonly badSince = new RecentMap<string, number>(CACHED_KEYS);

  constructor(
    private readonly db: EntityManager,
    private readonly tokenSecret: Buffer,
  ) {}

  /** Whether the credentials have been seen to be good or bad: only what is unknown can be a guess. */
  reputationOf(token: string, now: Date): Reputation {
    if (token.startsWith('hs_')) return readSessionToken(this.tokenSecret, token) === null ? 'bad' : 'good';
    if (!token.startsWith('hc_')) return 'bad';
    if (this.keys.get(cacheKey(token)) !== undefined) return 'good';
    return this.isBad(token, now) ? 'bad' : 'unknown';
  }

  /** Null when the credentials are no good. */
  async identify(token: string, mayBeCached: boolean, now: Date): Promise<Identity | null> {
    if (token.startsWith('hs_')) return this.identifySession(token);
    return token.startsWith('hc_') ? this.identifyKey(token, mayBeCached, now) : null;
  }

  private isBad(token: string, now: Date): boolean {
    const age = now.getTime() - (this.badSince.get(cacheKey(token)) ?? -Infinity);
    // A clock that was set back must not make it last.
    return age >= 0 && age < BAD_FOR_MS;
  }

  private async identifyKey(token: string, mayBeCached: boolean, now: Date): Promise<Identity | null> {
    const cached = this.keys.get(cacheKey(token));
    const age = cached === undefined ? Infinity : now.getTime() - cached.readAt;
    if (mayBeCached && cached !== undefined && age < FORGET_AFTER_MS) {
      // A failure shows where the request itself asks the database.
      if (age >= REFRESH_AFTER_MS) this.lookUp(token, now).catch(() => null);
      return identityOf(cached.key);
    }
    if (this.isBad(token, now)) return null;
    const key = await this.lookUp(token, now);
    return key === null ? null : identityOf(key);
  }

  private async lookUp(token: string, now: Date): Promise<LiveKey | null> {
    const key = await findLiveKey(this.db, hashApiKey(token));
    if (key === null) {
      this.keys.delete(cacheKey(token));
      this.badSince.set(cacheKey(token), now.getTime());
    } else {
      this.keys.set(cacheKey(token), { key, readAt: now.getTime() });
    }
    return key;
  }

  private identifySession(token: string): Identity | null {
    const session = readSessionToken(this.tokenSecret, token);
    if (session === null) return null;
    const caller: Caller = { ...session, keyId: null, scopes: ['play'], actorName: null };
    return { caller, requiresSignature: false };
  }
}

/** The hash, so that no key lies about in memory longer than its request takes. */
function cacheKey(token: string): string {
  return hashApiKey(token).toString('base64url');
}

function identityOf({ operatorId, keyId, scopes, requiresSignature }: LiveKey): Identity {
  const known = SCOPES.filter((scope) => scopes.includes(scope));
  return {
    caller: { operatorId, keyId, sessionId: null, scopes: known, actorName: null },
    requiresSignature,
  };
}
