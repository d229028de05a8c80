import type { DataSource, EntityManager } from 'typeorm';
import { CURRENCIES } from '../../domain/currency';
import { deleteAnswersToErased } from '../../persistence/retention/answers-to-erased';
import { erasePlayer, type ErasureOutcome } from '../../persistence/retention/erase-player';
import type { ErasureReason } from '../../persistence/retention/entities';
import { Moved } from '../../persistence/transaction';
import { erasedName, NO_PLAYER, playerKeyCandidates } from '../ids';
import { findPlayer } from '../players';
import { notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { runOnce } from '../run-once';

/** Why a player is erased. Nothing in it may name him: it is on record for ever. */
export interface EraseCommand {
  readonly reason: ErasureReason;
  /** The operator's own number of the case. */
  readonly reference: string | null;
}

/** That somebody was erased, by whom and why. */
export interface Erasure {
  /** What the records call him from now on. */
  readonly erasedAs: string;
  readonly reason: ErasureReason;
  readonly reference: string | null;
  readonly by: { readonly keyId: string | null; readonly name: string | null };
  readonly requestId: string;
  readonly at: string;
}

const PLAY_CURRENCIES = CURRENCIES.filter(({ play }) => play).map(({ code }) => code);

/**
 * Takes the person out of everything that the operator's player has left behind. Rounds and transfers stay, under a
 * name that nobody can have; his sessions are closed and know nothing of him; his id is free for a new player, who
 * begins with nothing. Refused while he has a round open or money in a wallet. The record of the answer belongs to no
 * player: his own records are gone by then.
 */
export async function eraseOperatorsPlayer(
  dataSource: DataSource,
  request: Request,
  playerId: string,
  command: EraseCommand,
): Promise<Answer<Erasure> | Refusal> {
  return runOnce<Erasure>(dataSource, request, NO_PLAYER, (tx) => erase(tx, request, playerId, command));
}

async function erase(
  tx: EntityManager,
  request: Request,
  playerId: string,
  { reason, reference }: EraseCommand,
): Promise<Answer<Erasure> | Refusal> {
  const { caller, requestId } = request;
  const player = await findPlayer(tx, request, playerId);
  if (player === null) return notFound('player');
  const { operatorId, playerKey } = player;
  if (playerKey === playerKeyCandidates(operatorId, playerId).at(-1)) {
    const detail = 'So many players of this id were erased that there could never be one of that id again.';
    return { refused: 'erased_too_often', detail };
  }
  const at = request.now.toISOString();
  const outcome = await erasePlayer(tx, {
    playerKey,
    operatorId,
    playerId,
    reason,
    reference,
    actorKeyId: caller.keyId,
    actorName: caller.actorName,
    requestId,
    at,
    playCurrencies: PLAY_CURRENCIES,
  });
  if (outcome !== 'erased') return refusalOf(outcome);
  // What the database function leaves: answers that name him and are kept for no player.
  await deleteAnswersToErased(tx, request.now);
  const by = { keyId: caller.keyId, name: caller.actorName };
  return ok({ erasedAs: erasedName(playerKey), reason, reference, by, requestId, at });
}

/** @throws Moved when the player was erased by somebody else meanwhile. */
function refusalOf(outcome: Exclude<ErasureOutcome, 'erased'>): Refusal {
  switch (outcome) {
    case 'moved':
      throw new Moved('the player was erased meanwhile');
    case 'round_open':
      return {
        refused: 'round_open',
        detail:
          'The player has an open round, or a seat or a bet at a table: finish, cancel or leave it first.',
      };
    case 'wallet_not_empty':
      return {
        refused: 'wallet_not_empty',
        detail: 'A wallet of the player holds money: withdraw it for him first.',
      };
    case 'suspended':
      return {
        refused: 'suspension_in_force',
        detail:
          'The player is suspended. Erased, he could come back as a new one: lift the suspension first.',
      };
  }
}
