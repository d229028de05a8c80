import type { DataSource } from 'typeorm';

export interface OverdueRound {
  readonly playerKey: number;
  readonly roundId: string;
  readonly operatorId: string;
  readonly deadline: Date;
}

/** Open private rounds whose decision time was over at that time, the longest waiting first. A table keeps its own time. */
export async function listOverdueRounds(
  dataSource: DataSource,
  at: Date,
  limit: number,
): Promise<OverdueRound[]> {
  return dataSource.query<OverdueRound[]>(
    `SELECT player_key AS "playerKey", round_id AS "roundId", operator_id AS "operatorId", deadline FROM rounds
     WHERE status IN ('insurance', 'playing') AND deadline <= $1 AND table_id IS NULL
     ORDER BY deadline LIMIT $2`,
    [at, limit],
  );
}
