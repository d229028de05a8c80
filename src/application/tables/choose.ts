import type { EntityManager } from 'typeorm';
import { isBadChoice } from '../../domain/advice';
import { choose, type Choice } from '../../domain/table/choosing';
import type { FollowAnswer } from '../../domain/table/table';
import { readPlayerSettings } from '../../persistence/players';
import { playerKeyOf } from '../ids';
import { isRefusal, type Refusal } from '../refusal';
import type { Answer, Request } from '../request';
import { readSharedRound } from '../rounds/read-shared';
import { commandTable, conflictOfModes, onlookerAt, type Seated, seatedSession, seedsAfter } from './command';
import type { TableContext } from './context';
import type { LoadedTable } from './loaded-table';
import { refusalOf } from './refusals';
import { type TableBody, tableBody } from './table-body';

/** What a bettor sends while a round is played. */
export interface TableChoice {
  readonly sessionId: string;
  readonly choice: Choice;
  /** The version of the round that the caller saw, or null. */
  readonly expectedVersion: number | null;
  /** Whether a bad choice is meant (C-22). */
  readonly confirmed: boolean;
}

/** Plays the hand in turn, or keeps a choice or an answer until its time has come (DX-14, DX-20, DX-25). */
export function chooseAtTable(
  context: TableContext,
  request: Request,
  tableId: string,
  { sessionId, choice, expectedVersion, confirmed }: TableChoice,
): Promise<Answer<TableBody> | Refusal> {
  let seated: Seated;
  return commandTable(context, request, {
    tableId,
    keeper: playerKeyOf(sessionId),
    whose: 'all',
    run: async (loaded, tx) => {
      const found = await seatedSession(tx, request, loaded, sessionId, false);
      if (isRefusal(found)) return found;
      seated = found;
      const refusal = await refusalFor(tx, loaded, seated, { choice, expectedVersion, confirmed });
      return refusal && withRound(tx, request, loaded, sessionId, refusal);
    },
    answer: async (seen, loaded, tx) =>
      tableBody(seen, await seedsAfter(tx, loaded), await onlookerAt(tx, loaded, seated)),
  });
}

/** Makes the choice; or says why not. */
async function refusalFor(
  tx: EntityManager,
  loaded: LoadedTable,
  seated: Seated,
  { choice, expectedVersion, confirmed }: Omit<TableChoice, 'sessionId'>,
): Promise<Refusal | null> {
  const inTheWay = conflictOfModes(loaded, seated) ?? staleVersion(loaded, expectedVersion);
  if (inTheWay !== null) return inTheWay;
  if (!confirmed && isBad(loaded, seated, choice)) {
    const settings = await readPlayerSettings(tx, seated.playerKey);
    if (settings.confirm === true) return CONFIRM;
  }
  const refusal = choose(loaded.t, seated.player, choice);
  return refusal && refusalOf(refusal);
}

/** The round comes along with a refusal, unchanged and as the session may see it. */
async function withRound(
  tx: EntityManager,
  request: Request,
  { record }: LoadedTable,
  sessionId: string,
  refusal: Refusal,
): Promise<Refusal> {
  const asSession = { ...request, caller: { ...request.caller, keyId: null, sessionId } };
  const round = await readSharedRound({ manager: tx }, asSession, record.roundId);
  return isRefusal(round) ? refusal : { ...refusal, round };
}

const CONFIRM: Refusal = {
  refused: 'confirmation_required',
  detail: 'The player asked to be warned of such a choice: send it again with "confirmed": true.',
};

function staleVersion({ round }: LoadedTable, expected: number | null): Refusal | null {
  const version = round?.version ?? 0;
  if (expected === null || expected === version) return null;
  return { refused: 'stale_version', detail: `The round is at version ${version}, not ${expected}.` };
}

/** C-22, for the hand in turn. */
function isBad({ t }: LoadedTable, { player }: Seated, choice: Choice): boolean {
  const bettor = t.sheets.get(player)?.bettor ?? null;
  if (t.round === null || bettor === null) return false;
  return !isFollowAnswer(choice) && isBadChoice(t.round, bettor, choice);
}

function isFollowAnswer(choice: Choice): choice is FollowAnswer {
  return choice.type === 'follow-double' || choice.type === 'follow-split';
}
