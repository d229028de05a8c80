import { type EntityManager, In } from 'typeorm';
import { PlayerRow, type StoredPlayerSettings } from './entities/players';

/** Who the player is, and the keys he may be stored under, in order of preference. */
export interface PlayerIdentity {
  readonly operatorId: string;
  readonly playerId: string;
  readonly candidates: readonly number[];
}

/** The key that a player has, or would get now. */
export interface PlayerSlot {
  readonly playerKey: number;
  readonly player: PlayerRow | null;
}

/**
 * Open addressing: a key that somebody else's hash has taken is passed over for the next. Players are never deleted,
 * so the first key that is free or his own is the right one. One who was erased keeps his key and has no name any more:
 * a new player of the old id gets the next key, and nothing of what the old one left.
 */
export async function findPlayerSlot(db: EntityManager, identity: PlayerIdentity): Promise<PlayerSlot> {
  const { operatorId, playerId, candidates } = identity;
  const rows = await db.findBy(PlayerRow, { playerKey: In([...candidates]) });
  for (const playerKey of candidates) {
    const player = rows.find((row) => row.playerKey === playerKey);
    if (player === undefined) return { playerKey, player: null };
    if (player.operatorId === operatorId && player.playerId === playerId) return { playerKey, player };
  }
  throw new Error('Broken invariant: all hashes of one player are taken by others');
}

/** The player, made with these settings when he is new. Whoever comes second finds what the first has made. */
export async function ensurePlayer(
  db: EntityManager,
  identity: PlayerIdentity,
  settings: StoredPlayerSettings,
  now: Date,
): Promise<{ readonly player: PlayerRow; readonly created: boolean }> {
  for (;;) {
    const { playerKey, player } = await findPlayerSlot(db, identity);
    if (player !== null) return { player, created: false };
    const { operatorId, playerId } = identity;
    const row = { playerKey, operatorId, playerId, settings, createdAt: now, updatedAt: now, erasedAt: null };
    if (await insertPlayer(db, row)) return { player: row, created: true };
  }
}

/** False when the key was taken, by himself or by somebody else. */
async function insertPlayer(db: EntityManager, row: PlayerRow): Promise<boolean> {
  const inserted = await db.query<unknown[]>(
    `INSERT INTO players (player_key, operator_id, player_id, settings, created_at, updated_at)
     VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT DO NOTHING RETURNING player_key`,
    [row.playerKey, row.operatorId, row.playerId, row.settings, row.createdAt, row.updatedAt],
  );
  return inserted.length > 0;
}

/**
 * Lays the given settings over those that are stored, in one statement: two changes at once lose nothing. Null when the
 * player was erased meanwhile.
 */
export async function mergePlayerSettings(
  db: EntityManager,
  playerKey: number,
  { autoActions, ...settings }: StoredPlayerSettings,
  now: Date,
): Promise<PlayerRow | null> {
  const [, changed] = await db.query<[unknown, number]>(
    `UPDATE players SET updated_at = $2, settings = settings || $3::jsonb || CASE WHEN $4::jsonb = '{}' THEN '{}' ELSE
       jsonb_build_object('autoActions', coalesce(settings -> 'autoActions', '{}') || $4::jsonb) END
     WHERE player_key = $1 AND erased_at IS NULL`,
    [playerKey, now, settings, autoActions ?? {}],
  );
  return changed === 0 ? null : db.findOneByOrFail(PlayerRow, { playerKey });
}
