import type { EntityManager } from 'typeorm';
import { isBadChoice } from '../../domain/advice';
import { handInTurn } from '../../domain/round';
import { choose, type Choice } from '../../domain/table/choosing';
import { allAnswered } from '../../domain/table/playing';
import type { FollowAnswer } from '../../domain/table/table';
import { playerKeyOf } from '../ids';
import { isRefusal, type Refusal } from '../refusal';
import type { Answer, Request } from '../request';
import { readSharedRound } from '../rounds/read-shared';
import {
  type AskingPlayer,
  commandTable,
  conflictOfModes,
  onlookerAt,
  type Seated,
  seatedSession,
  seedsAfter,
} from './command';
import type { TableContext } from './context';
import { type LoadedTable, loadAllSheets, lockWallets } from './loaded-table';
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
  const asker = { playerKey: playerKeyOf(sessionId), sessionId };
  // Whether an answer is the last one depends on everybody's.
  const sheets = choice.type === 'insurance' ? 'all' : 'own';
  return commandTable(context, request, {
    tableId,
    keeper: asker.playerKey,
    asking: () => ({ sheets, asker, forBets: false }),
    run: async (loaded, tx) => {
      const seated = seatedSession(request, loaded, false);
      if (isRefusal(seated)) return seated;
      const refusal = await refusalFor(tx, loaded, seated, { choice, expectedVersion, confirmed });
      return refusal && withRound(tx, request, loaded, sessionId, refusal);
    },
    answer: (seen, loaded) => tableBody(seen, seedsAfter(loaded), onlookerAt(loaded)),
  });
}

/** Makes the choice; or says why not. */
async function refusalFor(
  tx: EntityManager,
  loaded: LoadedTable,
  seated: AskingPlayer,
  { choice, expectedVersion, confirmed }: Omit<TableChoice, 'sessionId'>,
): Promise<Refusal | null> {
  const inTheWay = conflictOfModes(loaded, seated) ?? staleVersion(loaded, expectedVersion);
  if (inTheWay !== null) return inTheWay;
  if (!confirmed && seated.session.settings.confirm === true && isBad(loaded, seated, choice)) return CONFIRM;
  if (isCarriedOutNow(loaded, seated, choice)) await reachEverybody(tx, loaded, choice);
  const refusal = choose(loaded.t, seated.player, choice);
  return refusal && refusalOf(refusal);
}

/**
 * Whether the choice goes on with the round, in which anybody's money may move then: the player's hand is in turn, or
 * nobody else's answer is waited for. What is said in advance only changes his own sheet.
 */
function isCarriedOutNow({ t }: LoadedTable, { player }: Seated, choice: Choice): boolean {
  const { round } = t;
  const bettor = t.sheets.get(player)?.bettor ?? null;
  if (round === null || bettor === null || isFollowAnswer(choice)) return false;
  if (choice.type !== 'insurance') return handInTurn(round)?.box.bettor === bettor;
  const ofOthers = round.offers.filter((offer) => offer.bettor !== bettor);
  return allAnswered({ ...t, round: { ...round, offers: ofOthers } });
}

/** Loads the sheets of all where that was not done, and locks their wallets. */
async function reachEverybody(tx: EntityManager, loaded: LoadedTable, choice: Choice): Promise<void> {
  if (choice.type !== 'insurance') await loadAllSheets(tx, loaded);
  await lockWallets(tx, loaded);
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
