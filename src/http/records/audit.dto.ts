import { ApiProperty } from '@nestjs/swagger';
import type { AuditHead } from '../../application/records/audit-head';
import type { PublicJwk, Signed } from '../../application/records/signing';

export const KEY_ID = {
  type: String,
  description: 'The key that made the signature: its `kid` in `GET /.well-known/jwks.json`.',
  example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
} as const;

export const SIGNATURE = {
  type: String,
  description:
    'Ed25519, in base64url, over the canonical JSON of everything else in this document: the members of every object in ' +
    'the order of their names, no white space.',
  example: 'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAA',
} as const;

/** Where the operator's chain of seals ends. */
export class AuditHeadBody implements Signed<AuditHead> {
  @ApiProperty({ type: String, description: "The operator's name.", example: 'sandbox' })
  operator: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    description: "The operator's id.",
    example: '019b0000-0000-7000-8000-000000000001',
  })
  operatorId: string;

  @ApiProperty({ type: 'integer', description: 'The last seal; 0 before the first one.', example: 42 })
  sealNo: number;

  @ApiProperty({
    type: String,
    description: 'Its hash, SHA-256 in hexadecimal; zeros before the first seal.',
    example: '6f1c0c5c1a2b3d4e5f60718293a4b5c6d7e8f90123456789abcdef0123456789',
  })
  hash: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was made; null before the first seal.',
    example: '2026-01-01T12:00:00.000Z',
  })
  at: string | null;

  @ApiProperty({ type: 'integer', description: 'Rows under all seals up to this one.', example: 1234 })
  rows: number;

  @ApiProperty(KEY_ID)
  keyId: string;

  @ApiProperty(SIGNATURE)
  signature: string;
}

/** A public key as RFC 8037 writes it. */
export class JwkBody implements PublicJwk {
  @ApiProperty({ enum: ['OKP'], description: 'The type of the key.', example: 'OKP' })
  kty: 'OKP';

  @ApiProperty({ enum: ['Ed25519'], description: 'The curve.', example: 'Ed25519' })
  crv: 'Ed25519';

  @ApiProperty({
    type: String,
    description: 'The public key: 32 bytes in base64url.',
    example: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  })
  x: string;

  @ApiProperty({
    type: String,
    description: 'Its id: the thumbprint by RFC 7638, a SHA-256 of the key, in base64url.',
    example: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
  })
  kid: string;

  @ApiProperty({ enum: ['sig'], description: 'What it is for: signatures.', example: 'sig' })
  use: 'sig';

  @ApiProperty({ enum: ['EdDSA'], description: 'The algorithm.', example: 'EdDSA' })
  alg: 'EdDSA';
}

export class KeySetBody {
  @ApiProperty({ type: [JwkBody], description: 'Every key that was ever signed with, the newest first.' })
  keys: readonly JwkBody[];
}
