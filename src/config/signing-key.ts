import { createPrivateKey, type KeyObject } from 'node:crypto';

/** What precedes the 32 bytes of an Ed25519 key in PKCS8. */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Reads PKCS8 in PEM, or the base64 of the 32 bytes. Null when the text is neither, or a key of another kind. */
export function parseSigningKey(text: string): KeyObject | null {
  try {
    const key = text.includes('-----BEGIN')
      ? createPrivateKey(text.replaceAll('\\n', '\n'))
      : keyOfText(text);
    return key?.asymmetricKeyType === 'ed25519' ? key : null;
  } catch {
    return null;
  }
}

function keyOfText(text: string): KeyObject | null {
  const bytes = Buffer.from(text, 'base64');
  return bytes.length === 32 ? keyOfBytes(bytes) : null;
}

/** The private key of those 32 bytes. */
export function keyOfBytes(bytes: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, bytes]), format: 'der', type: 'pkcs8' });
}
