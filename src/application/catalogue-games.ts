import type { EntityManager } from 'typeorm';
import { invariant } from '../domain/assert';
import { classicRuleSet } from '../domain/classic-settings';
import { preset } from '../domain/presets';
import type { RuleSet } from '../domain/rule-set';
import type { RuleSetRow } from '../persistence/entities/games';
import { findRuleSetRow } from '../persistence/rule-sets';
import type { TheoreticalReturn } from '../returns/theoretical-return';
import { presetReturn } from './catalogue-returns';

/** One version of a game that the operator may offer: a preset, or a rule set of his own. */
export interface Game {
  readonly ruleSet: RuleSet;
  readonly theoreticalReturn: TheoreticalReturn;
}

/**
 * The game of that id as the operator sees it: his own rule set in that version, the latest one when none is named.
 * Null when he has none; that of another operator does not exist for him.
 */
export async function findGame(
  db: EntityManager,
  operatorId: string,
  gameId: string,
  version: number | null = null,
): Promise<Game | null> {
  const ruleSet = preset(gameId);
  if (ruleSet !== undefined)
    return version === null || version === ruleSet.version ? presetGame(ruleSet) : null;
  const row = await findRuleSetRow(db, operatorId, gameId, version);
  return row === null ? null : ownGame(row);
}

export function presetGame(ruleSet: RuleSet): Game {
  const theoreticalReturn = presetReturn(ruleSet.id);
  invariant(theoreticalReturn !== undefined, `the figures of the preset ${ruleSet.id} are kept`);
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
