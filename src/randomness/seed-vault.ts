import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const IV_BYTES = 12;
const TAG_BYTES = 16;
export const VAULT_KEY_BYTES = 32;

/** Whose seed it is: binds the encrypted seed to its place, so that seeds cannot be exchanged in the database. */
export interface SeedPlace {
  readonly sessionId: string;
  readonly seedNo: number;
}

/**
 * Encrypts server seeds at rest with AES-256-GCM: initialization vector, tag and ciphertext in one. The first key
 * encrypts; the others, of earlier days, still decrypt.
 */
export class SeedVault {
  constructor(private readonly keys: readonly Buffer[]) {
    if (keys.length === 0 || keys.some((key) => key.length !== VAULT_KEY_BYTES)) {
      throw new Error(`a vault needs keys of ${VAULT_KEY_BYTES} bytes`);
    }
  }

  /** Names of the keys, in their order: see `keyName`. */
  get keyNames(): readonly string[] {
    return this.keys.map(keyName);
  }

  seal(seed: Buffer, place: SeedPlace): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv('aes-256-gcm', this.keys[0], iv).setAAD(labelOf(place));
    const sealed = Buffer.concat([cipher.update(seed), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), sealed]);
  }

  /** Throws when none of the keys fits, or the seed is not the one of that place. */
  open(sealed: Buffer, place: SeedPlace): Buffer {
    for (const key of this.keys) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, IV_BYTES)).setAAD(
        labelOf(place),
      );
      decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
      const seed = decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES));
      try {
        return Buffer.concat([seed, decipher.final()]);
      } catch {
        continue;
      }
    }
    throw new Error(`No SEED_KEY opens seed ${place.seedNo} of session ${place.sessionId}.`);
  }
}

/** What a key may be called by in public: 16 hexadecimal digits that tell nothing of it. */
export function keyName(key: Buffer): string {
  return createHmac('sha256', key).update('holecard seed key').digest('hex').slice(0, 16);
}

function labelOf({ sessionId, seedNo }: SeedPlace): Buffer {
  return Buffer.from(`${sessionId}:${seedNo}`);
}

/** What is published of a seed before it is used: its SHA-256. */
export function commitmentOf(seed: Buffer): Buffer {
  return createHash('sha256').update(seed).digest();
}
