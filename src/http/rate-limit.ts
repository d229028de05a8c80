import { Inject, Injectable } from '@nestjs/common';
import type { Config } from '../config/config';
import type { Reputation } from '../application/operators/credentials';
import type { Caller } from '../application/request';
import type { Exchange } from './express-adapter';
import { Refused } from './problem';
import { TokenBuckets, type Allowance } from './token-buckets';
import { CLOCK, type Clock, CONFIG } from './tokens';

/** Wrong credentials that one address may try: enough for a client that is being set up, too few to guess with. */
const FAILURES_PER_SECOND = 10;
const FAILURES_AT_ONCE = 100;

/** Limits each key, each session token, and the failures of each address. */
@Injectable()
export class RateLimit {
  private readonly callers: TokenBuckets;
  private readonly failures = new TokenBuckets(FAILURES_PER_SECOND, FAILURES_AT_ONCE);

  constructor(
    @Inject(CONFIG) config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.callers = new TokenBuckets(config.rateLimitPerSecond, config.rateLimitBurst);
  }

  /** Counts one request of the caller, and tells him in the headers where he stands. */
  count(exchange: Exchange, caller: Caller): void {
    const allowance = this.callers.take(`${caller.keyId ?? caller.sessionId}`, this.clock());
    exchange.setHeader('RateLimit-Limit', String(this.callers.burst));
    exchange.setHeader('RateLimit-Remaining', String(allowance.remaining));
    exchange.setHeader('RateLimit-Reset', String(allowance.resetSeconds));
    if (!allowance.allowed) throw tooMany(allowance, 'This key has made too many requests.');
  }

  /** Whether the address has failed so often that it is not listened to for credentials like these. */
  refuseTooManyFailures(exchange: Exchange, reputation: Reputation): void {
    const allowance = this.failures.look(failuresOf(exchange, reputation), this.clock());
    if (allowance.allowed) return;
    throw tooMany(allowance, 'This address has sent wrong credentials too often.');
  }

  countFailure(exchange: Exchange, reputation: Reputation): void {
    this.failures.owe(failuresOf(exchange, reputation), this.clock());
  }
}

/**
 * Who sends one wrong key again and again, as a client does that was set up wrongly, is counted apart from who guesses:
 * he must not keep away the good keys that come from the same address and are new to this process.
 */
function failuresOf({ clientAddress }: Exchange, reputation: Reputation): string {
  return `${reputation === 'unknown' ? 'guessed' : 'repeated'} ${clientAddress}`;
}

function tooMany({ retrySeconds }: Allowance, detail: string): Refused {
  return new Refused(
    { refused: 'rate_limited', detail },
    { 'Retry-After': String(Math.max(1, retrySeconds)) },
  );
}
