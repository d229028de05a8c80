import type { DataSource, EntityManager } from 'typeorm';
import type { PlayerRow, StoredPlayerSettings } from '../persistence/entities/players';
import {
  ensurePlayer,
  findPlayerSlot,
  mergePlayerSettings,
  type PlayerIdentity,
} from '../persistence/players';
import { Moved } from '../persistence/transaction';
import { playerKeyCandidates, playerKeyOf } from './ids';
import { notFound, type Refusal } from './refusal';
import { type Answer, created, ok, type Request } from './request';
import { runOnce } from './run-once';

/** What a player has chosen for himself, and the defaults of what he has not (C-22). */
export interface PlayerSettings {
  /** Whether the game client shows the warning about a very bad decision. */
  readonly warnings: boolean;
  /** Whether a very bad decision is refused until it is repeated with `confirmed`. */
  readonly confirm: boolean;
  readonly sound: boolean;
  /** What the game client does for him; the server only keeps it. */
  readonly autoActions: { readonly declineInsurance: boolean };
}

const DEFAULT_SETTINGS: PlayerSettings = {
  warnings: true,
  confirm: false,
  sound: true,
  autoActions: { declineInsurance: false },
};

export interface Player {
  readonly playerId: string;
  readonly settings: PlayerSettings;
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** Creates the player when he is new, and lays the settings over those he has. */
export async function putPlayer(
  dataSource: DataSource,
  request: Request,
  playerId: string,
  settings: StoredPlayerSettings,
): Promise<Answer<Player> | Refusal> {
  const { operatorId } = request.caller;
  return runOnce<Player>(dataSource, request, slotOf(operatorId, playerId), async (tx, playerKey) => {
    const made = await playerAt(tx, operatorId, playerId, playerKey, request.now);
    const named = Object.keys(settings).length > 0;
    const player = named ? await mergePlayerSettings(tx, playerKey, settings, request.now) : made.player;
    if (player === null) throw new Moved('the player was erased meanwhile');
    return made.created ? created(playerBody(player)) : ok(playerBody(player));
  });
}

export async function readPlayer(
  dataSource: DataSource,
  request: Request,
  playerId: string,
): Promise<Answer<Player> | Refusal> {
  const player = await findPlayer(dataSource.manager, request, playerId);
  return player === null ? notFound('player') : ok(playerBody(player));
}

export async function changePlayerSettings(
  dataSource: DataSource,
  request: Request,
  playerId: string,
  settings: StoredPlayerSettings,
): Promise<Answer<Player> | Refusal> {
  const player = await findPlayer(dataSource.manager, request, playerId);
  if (player === null) return notFound('player');
  return runOnce<Player>(dataSource, request, player.playerKey, async (tx, playerKey) => {
    const changed = await mergePlayerSettings(tx, playerKey, settings, request.now);
    return changed === null ? notFound('player') : ok(playerBody(changed));
  });
}

/** The player of the caller's operator; a session's token reaches its own player only. */
export async function findPlayer(
  db: EntityManager,
  { caller }: Request,
  playerId: string,
): Promise<PlayerRow | null> {
  const { player } = await findPlayerSlot(db, identityOf(caller.operatorId, playerId));
  if (player === null) return null;
  const strange = caller.sessionId !== null && playerKeyOf(caller.sessionId) !== player.playerKey;
  return strange ? null : player;
}

/** For `runOnce`: the key that the player has, or will have once he is made. */
export function slotOf(operatorId: string, playerId: string): (tx: EntityManager) => Promise<number> {
  return async (tx) => (await findPlayerSlot(tx, identityOf(operatorId, playerId))).playerKey;
}

/**
 * The player at the key that the work was promised, made when he is new.
 *
 * @throws Moved when that key was given to somebody else meanwhile: the records of the work belong elsewhere then.
 */
export async function playerAt(
  tx: EntityManager,
  operatorId: string,
  playerId: string,
  playerKey: number,
  now: Date,
): Promise<{ readonly player: PlayerRow; readonly created: boolean }> {
  const made = await ensurePlayer(tx, identityOf(operatorId, playerId), {}, now);
  if (made.player.playerKey !== playerKey) throw new Moved('the key was taken by another player');
  return made;
}

function settingsOf(stored: StoredPlayerSettings): PlayerSettings {
  const autoActions = { ...DEFAULT_SETTINGS.autoActions, ...stored.autoActions };
  return { ...DEFAULT_SETTINGS, ...stored, autoActions };
}

function identityOf(operatorId: string, playerId: string): PlayerIdentity {
  return { operatorId, playerId, candidates: playerKeyCandidates(operatorId, playerId) };
}

function playerBody({ playerId, settings, createdAt, updatedAt }: PlayerRow): Player {
  return {
    playerId,
    settings: settingsOf(settings),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
