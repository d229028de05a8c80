import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { AuditHead } from '../../src/application/records/audit-head';
import { type PublicJwk, type Signed, signatureFault } from '../../src/application/records/signing';
import { readConfig } from '../../src/config/config';
import { Casino } from '../support/casino';

const seed = Buffer.alloc(32, 7).toString('base64');
const pem = generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string;

test.each([seed, pem, pem.replaceAll('\n', '\\n')])('a configured key is taken in form %#', (text) => {
  expect(readConfig({ AUDIT_SIGNING_KEY: text }).auditSigningKey).toBe(text);
});

test.each([
  'x',
  randomBytes(31).toString('base64'),
  generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    format: 'pem',
    type: 'pkcs8',
  }) as string,
])('anything else stops the start without being repeated (%#)', (text) => {
  expect(() => readConfig({ AUDIT_SIGNING_KEY: text })).toThrow(
    /AUDIT_SIGNING_KEY must be an Ed25519 private key[^\n]*$/,
  );
});

async function signedBy(casino: Casino): Promise<{ head: Signed<AuditHead>; keys: PublicJwk[] }> {
  const { body: head } = await casino.get<Signed<AuditHead>>('/v1/audit/head');
  const { body } = await casino.get<{ keys: PublicJwk[] }>('/.well-known/jwks.json', { key: 'none' });
  return { head, keys: body.keys };
}

test('the configured key signs, and its id is the thumbprint that RFC 7638 gives it', async () => {
  // The key pair of RFC 8037, appendix A, whose thumbprint appendix A.3 tells.
  const d = Buffer.from('nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A', 'base64url').toString('base64');
  const casino = await Casino.open({ auditSigningKey: d });
  const { head, keys } = await signedBy(casino);
  expect(keys).toEqual([
    {
      kty: 'OKP',
      crv: 'Ed25519',
      x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
      kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
      use: 'sig',
      alg: 'EdDSA',
    },
  ]);
  expect(head.keyId).toBe(keys[0].kid);
  expect(signatureFault(head, keys)).toBeNull();
  expect(signatureFault({ ...head, rows: 1 } as Signed<AuditHead>, keys)).toBe('notByKey');
  const forged = [{ ...keys[0], x: randomBytes(32).toString('base64url') }];
  expect(signatureFault(head, forged)).toBe('unknownKey');
  await casino.close();
});

test('without one the processes of a database share one that was made up', async () => {
  const casino = await Casino.open();
  const { head, keys } = await signedBy(casino);
  expect([keys.length, signatureFault(head, keys)]).toEqual([1, null]);
  const rows = await casino.app.dataSource.query<unknown[]>(
    `SELECT FROM server_secrets WHERE name = 'audit-signing-key'`,
  );
  expect(rows).toHaveLength(1);
  await casino.close();
});
