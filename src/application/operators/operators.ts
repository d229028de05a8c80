import type { EntityManager } from 'typeorm';
import type { OperatorRow } from '../../persistence/entities/operators';
import { findOperatorByName, insertOperator, updateOperator } from '../../persistence/operators/operators';
import { addApiKey } from './api-keys';
import { newId, NO_PLAYER } from '../ids';
import { SCOPES } from '../request';

/** What an operator is set up with. Whatever is left out stays as it is, or takes its default in a new operator. */
export type OperatorSettings = Partial<
  Pick<
    OperatorRow,
    'requiresSignature' | 'maxReturnPpm' | 'playerEdgeGames' | 'minRoundIntervalMs' | 'reminderSeconds'
  >
>;

const DEFAULTS = {
  requiresSignature: false,
  maxReturnPpm: 1_005_000,
  playerEdgeGames: [],
  minRoundIntervalMs: 0,
  reminderSeconds: null,
};

/** Null when the name is taken. */
export async function createOperator(
  db: EntityManager,
  name: string,
  settings: OperatorSettings,
  now: Date,
): Promise<OperatorRow | null> {
  const operator = { ...DEFAULTS, ...settings, operatorId: newId(NO_PLAYER, now), name, createdAt: now };
  return (await insertOperator(db, operator)) ? operator : null;
}

/** Null when there is no such operator. */
export async function changeOperator(
  db: EntityManager,
  name: string,
  settings: OperatorSettings,
): Promise<OperatorRow | null> {
  const operator = await findOperatorByName(db, name);
  if (operator === null) return null;
  await updateOperator(db, operator.operatorId, settings);
  return Object.assign(operator, settings);
}

const SANDBOX = 'sandbox';

/**
 * The operator that a fresh installation is tried out with, and this key among his keys. Starting again with the same
 * key changes nothing; with another one that one is added, and the earlier ones stay good until they are revoked.
 */
export async function ensureSandbox(db: EntityManager, key: string, now: Date): Promise<void> {
  const sandbox = (await createOperator(db, SANDBOX, {}, now)) ?? (await findOperatorByName(db, SANDBOX));
  if (sandbox === null) throw new Error('the sandbox operator was neither made nor found');
  await addApiKey(db, key, { operatorId: sandbox.operatorId, label: 'sandbox', scopes: SCOPES }, now);
}
