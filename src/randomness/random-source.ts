import { randomBytes } from 'node:crypto';

export const SEED_BYTES = 32;

/** Among 32 random bytes some value comes ten times or more about once in 10^14 seeds. */
const SUSPICIOUS_REPEATS = 10;
/** So many sound seeds in a series heal a source that failed. */
const SOUND_AGAIN = 100;

/** Thrown when the source of randomness gives what no sound source would; nothing may be dealt then. */
export class RandomnessUnhealthy extends Error {
  override readonly name = 'RandomnessUnhealthy';
}

/** Gives so many bytes; the system's cryptographic source, unless a test says otherwise. */
export type Bytes = (count: number) => Buffer;

/**
 * Makes secret seeds, and watches what they are made of. A sound source repeats a seed, or gives one that is
 * mostly one byte, less than once in ten thousand years of dealing; a broken one does so at once. A source that failed
 * gives nothing until a whole series of seeds was sound.
 */
export class RandomSource {
  private last: Buffer | null = null;
  private soundInSeries = SOUND_AGAIN;
  private timesFailed = 0;

  constructor(private readonly bytes: Bytes = randomBytes) {}

  /** How often it gave what no sound source would, since the process started. */
  get failures(): number {
    return this.timesFailed;
  }

  /** 32 secret bytes. Throws `RandomnessUnhealthy` rather than give bytes that may be known. */
  newSeed(): Buffer {
    const seed = this.draw();
    while (this.soundInSeries < SOUND_AGAIN) this.draw();
    return seed;
  }

  /** Looks at the source without giving anything away. Throws `RandomnessUnhealthy`. */
  assertHealthy(): void {
    this.newSeed();
  }

  private draw(): Buffer {
    let seed: Buffer;
    try {
      seed = this.bytes(SEED_BYTES);
    } catch (cause) {
      throw this.failed('it gives no bytes', cause);
    }
    if (seed.length !== SEED_BYTES) throw this.failed('it gives too few bytes');
    if (this.last?.equals(seed)) throw this.failed('it repeats itself');
    if (mostOfOneByte(seed) >= SUSPICIOUS_REPEATS) throw this.failed('its bytes are not random');
    this.last = seed;
    this.soundInSeries += 1;
    return seed;
  }

  private failed(what: string, cause?: unknown): RandomnessUnhealthy {
    this.soundInSeries = 0;
    this.timesFailed += 1;
    return new RandomnessUnhealthy(`The source of randomness is not healthy: ${what}.`, { cause });
  }
}

function mostOfOneByte(bytes: Buffer): number {
  const counts = new Uint8Array(256);
  for (const byte of bytes) counts[byte] += 1;
  return Math.max(...counts);
}
