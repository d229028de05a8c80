import type { EntityManager } from 'typeorm';
import { findOpenRound } from '../../persistence/rounds/open-round';
import { roundBody, type RoundBody } from './round-body';
import { ruleSetOf } from './rule-set-of';

/** The round that a player who opens this session can finish: the session's own, or one he left in this game before. */
export async function openRoundOf(
  db: EntityManager,
  playerKey: number,
  sessionId: string,
): Promise<RoundBody | null> {
  const open = await findOpenRound(db, playerKey, sessionId);
  if (open === null) return null;
  const { record, ownRuleSet, balance, warnings } = open;
  const ruleSet = ruleSetOf(record.gameId, record.ruleSetVersion, ownRuleSet);
  return roundBody(record, ruleSet, { balance, advice: warnings });
}
