import { createHash, createPublicKey, type KeyObject, randomBytes, sign, verify } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { keyOfBytes, parseSigningKey } from '../../config/signing-key';
import { keepSecret } from '../../persistence/operators/server-secrets';
import { keepSigningKey, listSigningKeys } from '../../persistence/records/signing-keys';
import { canonicalJson } from '../canonical-json';

/** The key that heads and records are signed with. */
export interface SigningKey {
  /** The thumbprint of the public key by RFC 7638. */
  readonly keyId: string;
  readonly privateKey: KeyObject;
}

/** A public key as RFC 8037 writes it. */
export interface PublicJwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly kid: string;
  readonly use: 'sig';
  readonly alg: 'EdDSA';
}

export type Signed<Body extends object> = Body & { readonly keyId: string; readonly signature: string };

/** The configured key, or one that all processes of the database share; its public half is kept for ever. */
export async function loadSigningKey(
  db: EntityManager,
  configured: string | undefined,
  now: Date,
): Promise<SigningKey> {
  const privateKey =
    configured === undefined
      ? keyOfBytes(await keepSecret(db, 'audit-signing-key', randomBytes(32)))
      : parseSigningKey(configured);
  if (privateKey === null) throw new Error('Broken invariant: the configuration has refused a wrong key');
  const { x = '' } = createPublicKey(privateKey).export({ format: 'jwk' });
  const keyId = thumbprintOf(x);
  await keepSigningKey(db, keyId, Buffer.from(x, 'base64url'), now);
  return { keyId, privateKey };
}

function thumbprintOf(x: string): string {
  return createHash('sha256').update(`{"crv":"Ed25519","kty":"OKP","x":"${x}"}`).digest('base64url');
}

/** Every public key that this installation has signed with, the newest first. */
export async function publicKeys(db: EntityManager): Promise<PublicJwk[]> {
  const keys = await listSigningKeys(db);
  return keys.map(({ publicKey }) => {
    const x = publicKey.toString('base64url');
    return { kty: 'OKP', crv: 'Ed25519', x, kid: thumbprintOf(x), use: 'sig', alg: 'EdDSA' };
  });
}

/** The body with a signature over the canonical JSON of all the rest, the key's id included. */
export function signed<Body extends object>({ keyId, privateKey }: SigningKey, body: Body): Signed<Body> {
  const signable = { ...body, keyId };
  const signature = sign(null, Buffer.from(canonicalJson(signable)), privateKey).toString('base64url');
  return { ...signable, signature };
}

/** The document names a key that is not among those, or one that did not sign what it says. */
export type SignatureFault = 'unknownKey' | 'notByKey';

/** Why the signature does not hold; null when the key that the document names made it, and is one of these. */
export function signatureFault(document: Signed<object>, keys: readonly PublicJwk[]): SignatureFault | null {
  const { signature, ...signable } = document;
  const jwk = keys.find(({ kid, x }) => kid === document.keyId && kid === thumbprintOf(x));
  if (jwk === undefined) return 'unknownKey';
  const key = createPublicKey({ key: { kty: jwk.kty, crv: jwk.crv, x: jwk.x }, format: 'jwk' });
  const isBy = verify(null, Buffer.from(canonicalJson(signable)), key, Buffer.from(signature, 'base64url'));
  return isBy ? null : 'notByKey';
}
