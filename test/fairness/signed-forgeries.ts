import { createHash, generateKeyPairSync } from 'node:crypto';
import { canonicalJson } from '../../src/application/canonical-json';
import type { Proof } from '../../src/application/fairness/make-proof';
import { type PublicJwk, signed } from '../../src/application/records/signing';
import type { Check } from '../../src/verifier/check';
import { verifyRecord } from '../../src/verifier/check-record';
import { recordOf } from '../../src/verifier/signed-record';
import { noted } from './findings';
import { rehashed } from './forger';

export type Path = readonly (string | number)[];
/** A record as it comes, every part of it open to a forger. */
export type Node = Record<string | number, unknown>;

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const { x = '' } = publicKey.export({ format: 'jwk' });
const keyId = createHash('sha256')
  .update(canonicalJson({ crv: 'Ed25519', kty: 'OKP', x }))
  .digest('base64url');

/** The key of a forger whom somebody trusts. */
export const FORGERS_KEYS: readonly PublicJwk[] = [
  { kty: 'OKP', crv: 'Ed25519', x, kid: keyId, use: 'sig', alg: 'EdDSA' },
];

/** A record with lies in it, as whoever holds a key can make it: the hash of its proof and its signature fit. */
export function forged(record: object, lie: (copy: Node) => void): Node {
  const copy = structuredClone(record) as Node;
  lie(copy);
  delete copy['signature'];
  const proof = copy['proof'] as Proof | null | undefined;
  return signed({ keyId, privateKey }, { ...copy, ...(proof ? { proof: rehashed(proof) } : {}) });
}

/** What is said of it to somebody who trusts that key, and had noted all that the proof says. */
export function judged(record: object): Check[] {
  const taken = recordOf(structuredClone(record));
  const proof = taken.proof as Proof | null | undefined;
  return verifyRecord(taken, FORGERS_KEYS, proof ? noted(proof) : {});
}

/** Every place in a value that holds one. */
export function places(value: unknown, path: Path = []): Path[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => places(item, [...path, index]));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([name, member]) => places(member, [...path, name]));
  }
  return [path];
}

/** Puts another value of the same kind into a place. */
export function exchange(record: Node, path: Path): void {
  const parent = path.slice(0, -1).reduce<Node>((at, key) => at[key] as Node, record);
  const last = path[path.length - 1];
  parent[last] = anotherThan(parent[last]);
}

const OTHER: Readonly<Record<string, string>> = {
  real: 'demo',
  demo: 'real',
  settled: 'cancelled',
  EUR: 'USD',
};

function anotherThan(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'As';
  if (/^[A2-9TJQK][shdc]$/.test(value)) return value === 'As' ? 'Ah' : 'As';
  return OTHER[value] ?? `${value}x`;
}
