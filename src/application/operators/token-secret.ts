import { randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import { keepSecret } from '../../persistence/operators/server-secrets';

/** What session tokens are derived under: the configured text, or one that all processes of the database share. */
export async function loadTokenSecret(db: EntityManager, configured: string | undefined): Promise<Buffer> {
  return configured === undefined
    ? keepSecret(db, 'session-token', randomBytes(32))
    : Buffer.from(configured, 'utf8');
}
