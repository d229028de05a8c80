import { createHash, randomBytes } from 'node:crypto';
import type { Mode } from '../persistence/entities/sessions';

/**
 * Ids of sessions and rounds are UUID version 7 whose last 50 bits are the player's key: an id leads to the shard of its
 * player without a look-up. The other 24 random bits tell apart what one player does within one millisecond.
 *
 *   48 bits milliseconds | 4 version | 12 random | 2 variant | 12 random | 50 player key
 */
const KEY_BITS = 50n;
const KEY_MASK = (1n << KEY_BITS) - 1n;

/** Stands for "no player": records about the operator himself. */
export const NO_PLAYER = 0;

/** The session id of a player's own wallet, as against the balance of one demo session. */
export const NIL_ID = '00000000-0000-0000-0000-000000000000';

/**
 * The session id of the wallet that pays for what a session bets: real money is in the player's own wallet, play money in
 * that of the session. `walletSessionSql` in `persistence/wallets.ts` says the same.
 */
export function walletSessionId({
  mode,
  sessionId,
}: {
  readonly mode: Mode;
  readonly sessionId: string;
}): string {
  return mode === 'real' ? NIL_ID : sessionId;
}

/** Whether a text has the form of our ids; whether there is such a thing is another question. */
export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(text);
}

/** A fresh id at that time, leading to that player. */
export function newId(playerKey: number, now: Date): string {
  const random = randomBytes(3);
  const high = (BigInt(now.getTime()) << 16n) | 0x7000n | (BigInt(random[0]) << 4n) | BigInt(random[1] >> 4);
  const low = (2n << 62n) | (BigInt(((random[1] & 15) << 8) | random[2]) << KEY_BITS) | BigInt(playerKey);
  const hex = high.toString(16).padStart(16, '0') + low.toString(16).padStart(16, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** The highest id that can have been made up to that time. */
export function lastIdAt(at: Date): string {
  const hex = at.getTime().toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-ffff-ffff-ffffffffffff`;
}

/** The key of the player that an id leads to; of an id that is not ours, some number that leads nowhere. */
export function playerKeyOf(id: string): number {
  return Number(BigInt(`0x${id.replaceAll('-', '').slice(16)}`) & KEY_MASK);
}

/**
 * The keys under which an operator's player may be stored, in order of preference. They are a hash of who he is, so
 * that no unique index over all players is needed; the later ones serve when a hash is taken by somebody else, or by
 * a player of that id who was erased.
 */
export function playerKeyCandidates(operatorId: string, playerId: string): number[] {
  return SUFFIXES.flatMap((suffix) => {
    const digest = createHash('sha256').update(`${operatorId}\n${playerId}${suffix}`).digest();
    return [0, 8, 16, 24].map((offset) => Number(digest.readBigUInt64BE(offset) & KEY_MASK) || 1);
  });
}

/**
 * What stands for the name of a player who was erased, as the database writes it. The dot is no ASCII, of which ids of
 * players are made: nobody can be given this name.
 */
export function erasedName(playerKey: number): string {
  return `erased·${playerKey}`;
}

/** No id of a player contains a line feed. */
const SUFFIXES = ['', '\n1', '\n2', '\n3'];
