import { createHash, createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from '../application/canonical-json';
import { type Check, checked, open } from './check';
import { isObject } from './shape';
import type { SignedRecord } from './signed-record';

/** That a record is as the holder of one of these keys signed it; null when no keys were given. */
export function signatureCheck(record: SignedRecord, keys: readonly unknown[] | null): Check {
  const what = 'the signature';
  const { keyId } = record;
  if (keys === null)
    return open(
      what,
      `by the key ${keyId}: give the key set of the server, GET /.well-known/jwks.json (--keys)`,
    );
  const detail =
    `by the key ${keyId}: the record is as the holder of the key made it; ` +
    'times, people, requests, notes, seals and software stand by that alone';
  return checked(what, detail, () => signatureFault(record, keys));
}

function signatureFault(record: SignedRecord, keys: readonly unknown[]): string | null {
  const { signature, ...signable } = record;
  const jwk = keys.filter(isObject).find(({ kid }) => kid === record.keyId);
  if (jwk === undefined) return `keyId: none of the keys has the id ${record.keyId}`;
  const { kty, crv, x } = jwk;
  const thumbprint = createHash('sha256').update(canonicalJson({ crv, kty, x })).digest('base64url');
  if (thumbprint !== record.keyId) return `keyId: the key of that id is another one, ${thumbprint}`;
  const key = createPublicKey({ key: { kty: String(kty), crv: String(crv), x: String(x) }, format: 'jwk' });
  const bytes = Buffer.from(canonicalJson(signable));
  return verify(null, bytes, key, Buffer.from(signature, 'base64url'))
    ? null
    : 'signature: it is not one of this record: something in it was changed';
}
