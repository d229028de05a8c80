import { erasedName, playerKeyCandidates, playerKeyOf } from '../application/ids';
import { firstOf } from './check';
import type { PlacedProof } from './read-proof';
import { isObject } from './shape';
import type { SignedRecord } from './signed-record';

/**
 * Whose round a record says it was. The ids of a player's rounds and sessions end in a number that is made of his operator
 * and his name, or stand for somebody who was erased; a bettor at a table is bound to his session in the same way.
 */
export function namesFault({ operator, round }: SignedRecord, proof: PlacedProof): string | null {
  const operatorId = isObject(operator) ? operator['id'] : undefined;
  if (typeof operatorId !== 'string') return 'operator.id is missing';
  const faultOf = (playerId: unknown, id: unknown, path: string): string | null => {
    if (typeof id !== 'string' || !/^[0-9a-f-]{36}$/.test(id)) return `${path}.sessionId is not an id`;
    const key = playerKeyOf(id);
    const isHis =
      typeof playerId === 'string' &&
      (playerId === erasedName(key) || playerKeyCandidates(operatorId, playerId).includes(key));
    return isHis ? null : `${path}.playerId is ${String(playerId)}, whose ids do not end as ${id}`;
  };
  if (proof.bettors === undefined) return faultOf(round['playerId'], proof.sessionId, 'round');
  const bettors = Array.isArray(round['bettors']) ? (round['bettors'] as unknown[]) : [];
  return firstOf(
    bettors.map((bettor, index) => {
      const { playerId, sessionId } = isObject(bettor) ? bettor : {};
      return faultOf(playerId, sessionId, `round.bettors[${index}]`);
    }),
  );
}
