import type { EntityManager } from 'typeorm';

/** Steps of a round, from one version to another, and the program that was on record when they were written. */
export interface ServedSteps {
  readonly fromVersion: number;
  readonly toVersion: number;
  /** This and the next are null where none was on record yet. */
  readonly software: {
    readonly name: string;
    readonly version: string;
    readonly digest: string;
    readonly node: string;
  } | null;
  readonly since: Date | null;
}

/** Which programs dealt a private round up to a version, in the order of its steps. */
export async function listServingSoftware(
  db: EntityManager,
  round: { readonly operatorId: string; readonly playerKey: number; readonly roundId: string },
  version: number,
): Promise<ServedSteps[]> {
  const steps = 'round_steps WHERE player_key = $2 AND round_id = $3 AND version <= $4';
  return db.query<ServedSteps[]>(served(steps), [round.operatorId, round.playerKey, round.roundId, version]);
}

/** The same of a table's round. */
export async function listSharedServingSoftware(
  db: EntityManager,
  round: { readonly operatorId: string; readonly tableKey: number; readonly roundId: string },
  version: number,
): Promise<ServedSteps[]> {
  const steps = 'table_steps WHERE table_key = $2 AND round_id = $3 AND version <= $4';
  return db.query<ServedSteps[]>(served(steps), [round.operatorId, round.tableKey, round.roundId, version]);
}

/**
 * One program serves the whole installation. An operator who was added while it ran has no row of his own until the next
 * check of the files; what is on record for the others by then served him as well.
 */
function served(steps: string): string {
  return `
    SELECT min(step.version) AS "fromVersion", max(step.version) AS "toVersion", program.at AS since,
      CASE WHEN program.position IS NOT NULL THEN json_build_object('name', program.name, 'version', program.version,
        'digest', program.digest, 'node', program.node) END AS software
    FROM (SELECT version, position FROM ${steps}) AS step LEFT JOIN software_changes AS program
      ON program.position = coalesce(
        (SELECT max(position) FROM software_changes own WHERE own.operator_id = $1 AND own.position < step.position),
        (SELECT max(position) FROM software_changes one WHERE one.position < step.position))
    GROUP BY program.position, program.name, program.version, program.digest, program.node, program.at
    ORDER BY 1`;
}
