import { REFUSAL_CODES } from '../../application/refusal';
import { SUSPENSION_SCOPES } from '../../persistence/entities/compliance';
import type { Schema } from './open-api';

const minor = { type: 'integer', format: 'int64', example: 900 } as const;

/** The body of every error, RFC 9457. */
export const PROBLEM_SCHEMA: Schema = {
  type: 'object',
  description: 'An error. Decide by `code`; `detail` is for the engineer who reads it.',
  required: ['type', 'title', 'status', 'detail', 'code', 'retryable', 'requestId'],
  properties: {
    type: {
      type: 'string',
      description: 'Where the code is explained.',
      example: '/docs/errors#insufficient_funds',
    },
    title: { type: 'string', description: 'The code in words.', example: 'The wallet does not hold enough' },
    status: { type: 'integer', description: 'The HTTP status.', example: 402 },
    detail: {
      type: 'string',
      description: 'What was wrong this time.',
      example: 'The stake is 1000, the balance 900.',
    },
    code: { type: 'string', description: 'Stable.', enum: [...REFUSAL_CODES], example: 'insufficient_funds' },
    retryable: {
      type: 'boolean',
      description:
        'Whether the same request may succeed later; under a new Idempotency-Key, where this answer is kept under its key.',
      example: false,
    },
    requestId: {
      type: 'string',
      description: 'The X-Request-Id.',
      example: '6f1c2a3e-4b5d-4e6f-8a9b-0c1d2e3f4a5b',
    },
    balance: { ...minor, description: 'What the wallet holds, in minor units.' },
    price: { ...minor, description: 'What was asked of it, in minor units.', example: 1000 },
    bounds: {
      type: 'object',
      description: 'What the amount may be, in minor units.',
      required: ['min', 'max', 'step'],
      properties: {
        min: { ...minor, description: 'The least.', example: 50 },
        max: { ...minor, description: 'The most.', example: 3000 },
        step: { ...minor, description: 'It has to be a multiple of this.', example: 50 },
      },
    },
    scope: {
      type: 'string',
      enum: [...SUSPENSION_SCOPES],
      description: 'What takes no new rounds: the widest thing that is suspended.',
      example: 'game',
    },
    reminder: {
      allOf: [{ $ref: '#/components/schemas/ReminderBody' }],
      description: 'What the player is told before he bets again.',
    },
    availableAt: {
      type: 'string',
      format: 'date-time',
      description: 'From when on the bet is taken.',
      example: '2026-01-01T12:00:05.000Z',
    },
    round: {
      allOf: [{ $ref: '#/components/schemas/RoundResponse' }],
      description: 'The round as it stands, unchanged by the refusal.',
    },
    errors: {
      type: 'array',
      description: 'Every wrong field.',
      items: {
        type: 'object',
        required: ['path', 'detail'],
        properties: {
          path: {
            type: 'string',
            description:
              'The field; `query.…`, `path.…` and `header.…` outside of the body, empty for all of it.',
            example: 'boxes[0].stake',
          },
          detail: { type: 'string', description: 'What is wrong with it.', example: 'unknown field' },
        },
      },
    },
  },
};
