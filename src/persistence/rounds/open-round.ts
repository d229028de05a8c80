import type { EntityManager } from 'typeorm';
import { type OwnRuleSet, ownRuleSetSql } from '../rule-sets';
import { walletSessionSql } from '../wallets';
import { type RoundRecord, roundJson } from './round-record';

export interface OpenRound {
  readonly record: RoundRecord;
  readonly ownRuleSet: OwnRuleSet | null;
  readonly balance: number;
  readonly warnings: boolean;
}

/**
 * The open round of a session; where it has none, the newest that the player left open in the same game, mode and
 * currency, so that a player who comes back in a new session finds it. Null when there is none.
 */
export async function findOpenRound(
  db: EntityManager,
  playerKey: number,
  sessionId: string,
): Promise<OpenRound | null> {
  const rows = await db.query<OpenRound[]>(
    `SELECT ${roundJson('r')} AS record,
       ${ownRuleSetSql('r')} AS "ownRuleSet",
       (SELECT balance FROM wallets WHERE wallets.player_key = $1 AND wallets.currency = r.currency
          AND wallets.session_id = ${walletSessionSql('r')}) AS balance,
       (SELECT settings->'warnings' IS DISTINCT FROM 'false' FROM players WHERE players.player_key = $1) AS warnings
     FROM sessions s JOIN rounds r USING (player_key, game_id, mode, currency)
     WHERE s.player_key = $1 AND s.session_id = $2 AND r.status IN ('insurance', 'playing')
     ORDER BY r.session_id = s.session_id DESC, r.round_id DESC LIMIT 1`,
    [playerKey, sessionId],
  );
  return rows.at(0) ?? null;
}
