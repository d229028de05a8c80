import type { Components } from './open-api';

/** The headers of answers, described once and referred to from every operation. */
export const HEADERS = {
  RequestId: {
    description:
      'The X-Request-Id of the request, or one made for it. It is in every log line and every error.',
    schema: { type: 'string', maxLength: 128, example: '6f1c2a3e-4b5d-4e6f-8a9b-0c1d2e3f4a5b' },
  },
  RateLimitLimit: {
    description: 'Requests that these credentials may make at once.',
    schema: { type: 'integer', example: 1000 },
  },
  RateLimitRemaining: {
    description: 'Requests that may follow this one at once.',
    schema: { type: 'integer', example: 999 },
  },
  RateLimitReset: {
    description: 'Seconds until RateLimit-Limit requests may be made at once again.',
    schema: { type: 'integer', example: 1 },
  },
  RetryAfter: {
    description: 'Seconds after which the same request may be sent again.',
    schema: { type: 'integer', example: 1 },
  },
  FileDigest: {
    description: 'The SHA-256 of the file, in hexadecimal as `sha256sum` prints it, between quotes.',
    schema: { type: 'string', example: `"${'0'.repeat(63)}1"` },
  },
  ReprDigest: {
    description: 'The same digest as RFC 9530 writes it.',
    schema: { type: 'string', example: 'sha-256=:AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAE=:' },
  },
  IdempotencyReplayed: {
    description: '`true` when this is the first answer to the Idempotency-Key given again; absent otherwise.',
    schema: { type: 'string', enum: ['true'], example: 'true' },
  },
} as const satisfies NonNullable<Components['headers']>;

export function headerRef(name: keyof typeof HEADERS): { $ref: string } {
  return { $ref: `#/components/headers/${name}` };
}

export const RATE_LIMIT_HEADERS = {
  'RateLimit-Limit': headerRef('RateLimitLimit'),
  'RateLimit-Remaining': headerRef('RateLimitRemaining'),
  'RateLimit-Reset': headerRef('RateLimitReset'),
};
