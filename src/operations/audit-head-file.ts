import { readFileSync } from 'node:fs';
import type { EntityManager } from 'typeorm';
import type { AuditHead } from '../application/records/audit-head';
import { type PublicJwk, publicKeys, signatureFault, type Signed } from '../application/records/signing';
import { CommandError } from './operator-command';

/**
 * The head of that file, whose signature is by a key of the other file, or without one by a key of the database.
 *
 * @throws CommandError that says what is wrong with the head and what to do; nothing is known of the records then.
 */
export async function readHead(
  db: EntityManager,
  headPath: string,
  keysPath: string | null,
): Promise<AuditHead> {
  const head = readJson(headPath);
  if (!isHead(head)) {
    throw new CommandError(`${headPath} is no head: save the whole answer of GET /v1/audit/head.`);
  }
  const keys = keysPath === null ? await publicKeys(db) : keysIn(keysPath);
  switch (signatureFault(head, keys)) {
    case null:
      return head;
    case 'unknownKey':
      throw new CommandError(
        `${headPath} was signed with key ${head.keyId}, which ${keysPath ?? 'this database'} does not have. ` +
          'Is it a head of this installation, with the keyId it was saved with? Then name the keys that were saved ' +
          'from GET /.well-known/jwks.json of that time with --keys. The records were not looked at.',
      );
    case 'notByKey':
      throw new CommandError(
        `${headPath} was changed after it was signed: key ${head.keyId} did not sign what it says now. ` +
          'Take the copy that was saved first, from where nobody could write. The records were not looked at.',
      );
  }
}

/** Whether it has the form of a head; whoever has signed it stands for what it says. */
function isHead(value: unknown): value is Signed<AuditHead> {
  const { operator, operatorId, sealNo, hash, keyId, signature } = (value ?? {}) as Record<string, unknown>;
  const texts = [operator, operatorId, hash, keyId, signature];
  return texts.every((text) => typeof text === 'string') && Number.isSafeInteger(sealNo);
}

function keysIn(path: string): readonly PublicJwk[] {
  const { keys } = (readJson(path) ?? {}) as { keys?: unknown };
  if (Array.isArray(keys) && keys.every((key) => typeof key === 'object' && key !== null)) {
    return keys as PublicJwk[];
  }
  throw new CommandError(`${path} is no set of keys: save the whole answer of GET /.well-known/jwks.json.`);
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new CommandError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
