import type { EntityManager } from 'typeorm';
import { RuleSetRow, type StoredReturn } from './entities/games';

const COLUMNS = `operator_id AS "operatorId", rule_set_id AS "ruleSetId", version, name, settings,
  theoretical_return AS "theoreticalReturn", created_at AS "createdAt"`;

/** What a round is dealt by that was dealt under an operator's own rule set. */
export interface OwnRuleSet {
  readonly name: string;
  readonly settings: unknown;
}

export interface OwnRuleSetWithReturn extends OwnRuleSet {
  readonly theoreticalReturn: StoredReturn;
}

/**
 * SQL for the operator's own rule set that a row with that alias names, as `OwnRuleSet`: null where it names one that
 * everybody has. The row has `game_id`, `rule_set_version` and, unless SQL for the operator is given, `operator_id`.
 */
export function ownRuleSetSql(alias: string, operator = `${alias}.operator_id`): string {
  return partsOfOwn(`'name', own.name, 'settings', own.settings`, alias, operator);
}

/** The same as `OwnRuleSetWithReturn`. */
export function ownRuleSetWithReturnSql(alias: string, operator = `${alias}.operator_id`): string {
  const parts = `'name', own.name, 'settings', own.settings, 'theoreticalReturn', own.theoretical_return`;
  return partsOfOwn(parts, alias, operator);
}

function partsOfOwn(parts: string, alias: string, operator: string): string {
  return `(
    SELECT json_build_object(${parts}) FROM rule_sets own
    WHERE own.operator_id = ${operator} AND own.rule_set_id = ${alias}.game_id
      AND own.version = ${alias}.rule_set_version)`;
}

/** That version of an operator's own rule set, the latest one when none is named; null when there is none. */
export async function findRuleSetRow(
  db: EntityManager,
  operatorId: string,
  ruleSetId: string,
  version: number | null,
): Promise<RuleSetRow | null> {
  return db.findOne(RuleSetRow, {
    where: { operatorId, ruleSetId, ...(version === null ? {} : { version }) },
    order: { version: 'DESC' },
  });
}

/** The latest version of every rule set of the operator whose id comes after the given one, by id. */
export async function listLatestById(
  db: EntityManager,
  operatorId: string,
  after: string,
  limit: number,
): Promise<RuleSetRow[]> {
  return db.query<RuleSetRow[]>(
    `SELECT DISTINCT ON (rule_set_id) ${COLUMNS} FROM rule_sets WHERE operator_id = $1 AND rule_set_id > $2
     ORDER BY rule_set_id, version DESC LIMIT $3`,
    [operatorId, after, limit],
  );
}

/** A place in the list of rule sets by age. */
export interface RuleSetPlace {
  readonly createdAt: Date;
  readonly ruleSetId: string;
}

/** The latest version of every rule set of the operator, the newest first; only those after the place, if one is given. */
export async function listLatestByAge(
  db: EntityManager,
  operatorId: string,
  after: RuleSetPlace | null,
  limit: number,
): Promise<RuleSetRow[]> {
  return db.query<RuleSetRow[]>(
    `SELECT * FROM (
       SELECT DISTINCT ON (rule_set_id) ${COLUMNS} FROM rule_sets WHERE operator_id = $1
       ORDER BY rule_set_id, version DESC
     ) AS latest
     WHERE $2::timestamptz IS NULL OR ("createdAt", "ruleSetId") < ($2, $3)
     ORDER BY "createdAt" DESC, "ruleSetId" DESC LIMIT $4`,
    [operatorId, after?.createdAt ?? null, after?.ruleSetId ?? null, limit],
  );
}

/** The version that comes after all there are. Only for whoever has the turn of this operator and id. */
export async function nextVersion(tx: EntityManager, operatorId: string, ruleSetId: string): Promise<number> {
  const latest = await tx.maximum(RuleSetRow, 'version', { operatorId, ruleSetId });
  return (latest ?? 0) + 1;
}

export async function insertRuleSet(tx: EntityManager, row: RuleSetRow): Promise<void> {
  await tx.insert(RuleSetRow, row);
}
