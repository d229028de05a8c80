import type { EntityManager } from 'typeorm';
import { addApiKey, makeApiKey } from '../application/operators/api-keys';
import { findGame } from '../application/games/catalogue-games';
import { changeOperator, createOperator, type OperatorSettings } from '../application/operators/operators';
import type { ApiKeyRow, OperatorRow } from '../persistence/entities/operators';
import { listApiKeys, revokeApiKey } from '../persistence/operators/api-keys';
import { findOperatorByName, listOperators } from '../persistence/operators/operators';
import { CommandError, type OperatorCommand } from './operator-command';
import { runSuspensionCommand } from './run-suspension-command';

/**
 * Does what the command asks for and says what became of it.
 *
 * @throws CommandError when there is no such operator, key or suspension, or the name is taken.
 */
export async function runOperatorCommand(
  db: EntityManager,
  command: OperatorCommand,
  now: Date,
): Promise<string[]> {
  switch (command.type) {
    case 'list':
      return (await listOperators(db)).map(describeOperator);
    case 'create': {
      const operator = await createOperator(db, command.name, command.settings, now);
      if (operator === null) throw new CommandError(`There is an operator ${command.name} already.`);
      return [describeOperator(await withKnownGames(db, operator, command.settings))];
    }
    case 'set': {
      const operator = found(await changeOperator(db, command.name, command.settings), command.name);
      return [describeOperator(await withKnownGames(db, operator, command.settings))];
    }
    case 'key create': {
      const { operatorId } = found(await findOperatorByName(db, command.name), command.name);
      const key = makeApiKey();
      const keyId = await addApiKey(db, key, { ...command, operatorId }, now);
      return [`key id   ${keyId}`, `API key  ${key}`, 'The key cannot be shown again.'];
    }
    case 'key list': {
      const { operatorId } = found(await findOperatorByName(db, command.name), command.name);
      return (await listApiKeys(db, operatorId)).map(describeKey);
    }
    case 'suspend':
    case 'lift':
    case 'suspensions': {
      const said = await runSuspensionCommand(db, command, now);
      if ('fault' in said) throw new CommandError(said.fault);
      return [...said];
    }
    case 'key revoke': {
      const revokedAt = await revokeApiKey(db, command.keyId, now);
      if (revokedAt === null) throw new CommandError(`There is no key ${command.keyId}.`);
      return [`${command.keyId}  revoked at ${revokedAt.toISOString()}`];
    }
  }
}

function found(operator: OperatorRow | null, name: string): OperatorRow {
  if (operator === null) throw new CommandError(`There is no operator ${name}.`);
  return operator;
}

/**
 * The operator, all of whose games there are that were just accepted for him. Looked up when he is written already, for
 * who is made has no id before; whoever throws here undoes that.
 */
async function withKnownGames(
  db: EntityManager,
  operator: OperatorRow,
  { playerEdgeGames = [] }: OperatorSettings,
): Promise<OperatorRow> {
  for (const gameId of playerEdgeGames) {
    if ((await findGame(db, operator.operatorId, gameId)) === null) {
      throw new CommandError(`${operator.name} has no game ${gameId}.`);
    }
  }
  return operator;
}

function describeOperator(operator: OperatorRow): string {
  return [
    operator.name,
    operator.operatorId,
    operator.requiresSignature ? 'signs requests' : 'does not sign',
    `returns up to ${operator.maxReturnPpm / 10_000} %`,
    `and accepts ${operator.playerEdgeGames.join(', ') || 'none'}`,
    ...(operator.minRoundIntervalMs > 0 ? [`rounds ${operator.minRoundIntervalMs / 1000} s apart`] : []),
    ...(operator.reminderSeconds === null ? [] : [`reminders every ${operator.reminderSeconds} s`]),
  ].join('  ');
}

function describeKey({ keyId, label, scopes, createdAt, revokedAt }: ApiKeyRow): string {
  const state = revokedAt === null ? 'live' : `revoked at ${revokedAt.toISOString()}`;
  return [keyId, label, scopes.join(','), `made at ${createdAt.toISOString()}`, state].join('  ');
}
