import { replay } from '../../domain/step';
import type { DecidedBy } from '../../domain/table/at-table';
import { listBettorTransfers } from '../../persistence/rounds/history-transfers';
import type { StepRecord } from '../../persistence/rounds/round-record';
import { findBettorNames } from '../../persistence/rounds/shared-round';
import type { Reading } from '../../persistence/transaction';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import { gameSteps } from '../rounds/game-steps';
import { loadSharedRound, partsShown, type SharedRound } from '../rounds/shared-round';
import { aliasesOf } from '../tables/aliases';
import { contradiction, hiddenIn, NOTHING_HIDDEN } from './happenings';
import { cancellationOf, eventsOf, numbered, type Occasion, type RoundHappening } from './occasions';
import { type Teller, toldOf } from './table-happenings';

/** Who reads: an operator's key is told sessions and requests of everybody. */
interface Reader extends Teller {
  readonly isOperator: boolean;
}

/**
 * Everything that happened in the round of a shared table: everybody's cards and choices under their aliases, and the
 * money of those whom the caller may see.
 */
export async function sharedEvents(
  reading: Reading,
  request: Request,
  roundId: string,
): Promise<{ items: readonly RoundHappening[]; nextCursor: null } | Refusal> {
  const shared = await loadSharedRound(reading, request, roundId);
  if (isRefusal(shared)) return shared;
  return { items: await eventsOfShared(reading, request, shared), nextCursor: null };
}

/** The same for a round that is loaded. */
export async function eventsOfShared(
  reading: Reading,
  request: Request,
  shared: SharedRound,
): Promise<RoundHappening[]> {
  const { round, ruleSet } = shared;
  const reader = await readerOf(reading, request, shared);
  const told = round.steps.flatMap((step) => {
    const happenings = toldOf(step.step, reader, () => eventsOf(round, ruleSet, step.version));
    return happenings.map((happening) => ({ ...occasionOf(step, reader), ...happening }));
  });
  if ([...reader.ledgers.values()].some((left) => left.length > 0)) throw contradiction();
  return numbered(told);
}

async function readerOf(
  reading: Reading,
  request: Request,
  { round, ruleSet, whose }: SharedRound,
): Promise<Reader> {
  const { manager } = reading;
  const parts = partsShown(whose);
  const names = await findBettorNames(manager, round);
  if (names === null) throw new Error('Broken invariant: a round of a table has a table');
  const isOperator = request.caller.sessionId === null;
  const aliasOf = aliasesOf(names);
  const people = new Map(names.bettors.map(({ bettor, ...who }) => [bettor, who]));
  const transfers = await listBettorTransfers(manager, parts, round.roundId, round.version);
  return {
    whom: (bettor) => {
      const who = people.get(bettor);
      if (who === undefined) throw new Error('Broken invariant: every bettor of a round has a row');
      const playerAlias = aliasOf(String(who.playerKey));
      return isOperator ? { playerAlias, playerId: who.playerId } : { playerAlias };
    },
    ledgers: new Map(
      parts.map(({ bettor, playerKey }) => [
        bettor,
        transfers.filter((transfer) => transfer.playerKey === playerKey),
      ]),
    ),
    isOperator,
    hidden:
      round.status === 'cancelled'
        ? NOTHING_HIDDEN
        : hiddenIn(replay(ruleSet, round.limits, gameSteps(round))),
    cancelled:
      round.status === 'cancelled'
        ? await cancellationOf(reading, request, { ...round, playerKey: names.bettors[0].playerKey })
        : null,
  };
}

/** Sessions and requests of other players are not for a player. */
function occasionOf({ version, at, actor, requestId, step }: StepRecord, reader: Reader): Occasion {
  const occasion = { version, at: new Date(at).toISOString() };
  if (reader.isOperator) return { ...occasion, actor, requestId };
  const { by, bettor } = step as { readonly by?: DecidedBy; readonly bettor?: number };
  if (by !== 'player' || bettor === undefined) return { ...occasion, actor, requestId: null };
  if (reader.ledgers.has(bettor)) return { ...occasion, actor, requestId };
  return { ...occasion, actor: `player:${reader.whom(bettor).playerAlias}`, requestId: null };
}
