import type { EntityManager } from 'typeorm';
import { invariant } from '../../domain/assert';
import { classicRuleSet } from '../../domain/classic-settings';
import { preset, publishedPreset } from '../../domain/presets';
import { type RuleSet, ruleSetRef } from '../../domain/rule-set';
import type { RuleSetRow } from '../../persistence/entities/games';
import { findRuleSetRow } from '../../persistence/rule-sets';
import type { TheoreticalReturn } from '../../returns/theoretical-return';
import { presetReturn } from './catalogue-returns';
import { notFound, type Refusal } from '../refusal';

/** One version of a game that the operator may offer: a preset, or a rule set of his own. */
export interface Game {
  readonly ruleSet: RuleSet;
  readonly theoreticalReturn: TheoreticalReturn;
}

/**
 * The game of that id as the operator sees it, of the house or his own: in that version, the latest one when none is named.
 * Null when he has none; that of another operator does not exist for him.
 */
export async function findGame(
  db: EntityManager,
  operatorId: string,
  gameId: string,
  version: number | null = null,
): Promise<Game | null> {
  const latest = preset(gameId);
  if (latest !== undefined) {
    const ruleSet = version === null ? latest : publishedPreset(gameId, version);
    return ruleSet === undefined ? null : presetGame(ruleSet);
  }
  const row = await findRuleSetRow(db, operatorId, gameId, version);
  return row === null ? null : ownGame(row);
}

/** The version of a game that a session or a table is played under, which exists for as long as they are on record. */
export async function playedGame(
  db: EntityManager,
  operatorId: string,
  gameId: string,
  version: number,
): Promise<Game> {
  const game = await findGame(db, operatorId, gameId, version);
  invariant(game !== null, `${gameId}@${version} is played and so exists`);
  return game;
}

/** Why there is no such game, or no such version of it: versions count from 1, without a gap. */
export async function noSuchGame(
  db: EntityManager,
  operatorId: string,
  gameId: string,
  version: number | null,
): Promise<Refusal> {
  const latest = version === null ? null : await findGame(db, operatorId, gameId);
  return latest === null ? notFound('game') : noSuchVersion(latest.ruleSet, version);
}

/** @param latest of the versions that there are. */
export function noSuchVersion(
  latest: { readonly id: string; readonly version: number },
  asked: number | null,
): Refusal {
  const { id, version } = latest;
  const those = version === 1 ? 'the only one is 1' : `there are 1 to ${version}`;
  return { refused: 'not_found', detail: `${id} has no version ${asked}: ${those}.` };
}

export function presetGame(ruleSet: RuleSet): Game {
  const theoreticalReturn = presetReturn(ruleSet);
  invariant(theoreticalReturn !== undefined, `the figures of the preset ${ruleSetRef(ruleSet)} are kept`);
  return { ruleSet, theoreticalReturn };
}

/** The game that a stored version says, which is complete and was valid when it was saved. */
export function ownGame(
  row: Pick<RuleSetRow, 'ruleSetId' | 'version' | 'name' | 'settings' | 'theoreticalReturn'>,
): Game {
  const made = classicRuleSet({ id: row.ruleSetId, version: row.version, name: row.name }, row.settings);
  invariant('ruleSet' in made, `the stored rule set ${row.ruleSetId}@${row.version} is valid`);
  return { ruleSet: made.ruleSet, theoreticalReturn: row.theoreticalReturn };
}
