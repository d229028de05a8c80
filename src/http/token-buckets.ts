import { RecentMap } from '../application/recent-map';

/** What is left after a request took its token. Whole tokens and seconds, as the headers say them. */
export interface Allowance {
  readonly allowed: boolean;
  readonly remaining: number;
  /** Seconds until the bucket is full again. */
  readonly resetSeconds: number;
  /** Seconds until the next token is there; 0 when one is. */
  readonly retrySeconds: number;
}

interface Bucket {
  tokens: number;
  at: number;
}

const BUCKETS = 100_000;

/**
 * One bucket of tokens per key, in the memory of this process: each of several processes grants the full rate. A
 * bucket that was forgotten, because too many others were used since, starts full.
 */
export class TokenBuckets {
  private readonly buckets = new RecentMap<string, Bucket>(BUCKETS);

  constructor(
    private readonly perSecond: number,
    readonly burst: number,
  ) {}

  take(key: string, now: Date): Allowance {
    const bucket = this.refilled(key, now);
    const allowed = bucket.tokens >= 1;
    if (allowed) bucket.tokens -= 1;
    this.buckets.set(key, bucket);
    return this.allowanceOf(bucket, allowed);
  }

  /** What `take` would say, without taking anything. */
  look(key: string, now: Date): Allowance {
    const bucket = this.refilled(key, now);
    return this.allowanceOf(bucket, bucket.tokens >= 1);
  }

  /**
   * Takes a token for something that has been done already, even where none is left: the debt is waited for. What is only
   * known afterwards could otherwise be done as often as anybody likes, all at once.
   */
  owe(key: string, now: Date): void {
    const bucket = this.refilled(key, now);
    bucket.tokens -= 1;
    this.buckets.set(key, bucket);
  }

  private refilled(key: string, now: Date): Bucket {
    const at = now.getTime();
    const bucket = this.buckets.get(key) ?? { tokens: this.burst, at };
    const grown = (Math.max(at - bucket.at, 0) / 1000) * this.perSecond;
    return { tokens: Math.min(bucket.tokens + grown, this.burst), at };
  }

  private allowanceOf({ tokens }: Bucket, allowed: boolean): Allowance {
    return {
      allowed,
      remaining: Math.floor(tokens),
      resetSeconds: Math.ceil((this.burst - tokens) / this.perSecond),
      retrySeconds: tokens >= 1 ? 0 : Math.max(1, Math.ceil((1 - tokens) / this.perSecond)),
    };
  }
}
