import type { Round } from '../../domain/round';
import { ruleSetRef } from '../../domain/rule-set';
import { replay } from '../../domain/step';
import {
  type BettorPart,
  findRoundToCome,
  type FoundRoundToCome,
} from '../../persistence/rounds/shared-round';
import type { Reading } from '../../persistence/transaction';
import { playerKeyOf } from '../ids';
import { isRefusal, notFound, type Refusal } from '../refusal';
import type { Request } from '../request';
import { betsOf } from './moves';
import { playMoneyOf, pursesOf } from './purses';
import { gameSteps } from './game-steps';
import { type BettorBody, bodyOf, bodyTogether, type RoundBody } from './round-body';
import { ruleSetOf } from './rule-set-of';
import { loadSharedRound, type SharedRound, sharedAskingOf, sharedToShow } from './shared-round';
import { REVOKED } from './standing';

/** The round of a shared table as the caller may see it, or the one that bets are placed for. */
export async function readSharedRound(
  reading: Reading,
  request: Request,
  roundId: string,
): Promise<RoundBody | Refusal> {
  const dealt = await readDealt(reading, request, roundId);
  if (!isRefusal(dealt) || dealt.refused !== 'not_found') return dealt;
  const toCome = await readRoundToCome(reading, request, roundId);
  if (!isRefusal(toCome) || toCome.refused !== 'not_found') return toCome;
  // It may have been dealt between the two looks.
  return readDealt(reading, request, roundId);
}

async function readDealt(reading: Reading, request: Request, roundId: string): Promise<RoundBody | Refusal> {
  const shared = await loadSharedRound(reading, request, roundId);
  return isRefusal(shared) ? shared : sharedBody(shared);
}

/** The body of a round of a table with the money that the caller may see, as of a version; the latest when none is named. */
export function sharedBody(shared: SharedRound, version = shared.round.version): RoundBody {
  const { round: table, ruleSet, whose } = shared;
  const record = sharedToShow(shared);
  const round = replay(ruleSet, table.limits, gameSteps(table, version));
  const last = table.steps[version - 1];
  switch (whose.kind) {
    case 'bettor':
      return bodyOf(record, round, last, { balance: whose.part.balance, advice: whose.part.warnings });
    case 'watcher':
      return bodyOf(record, round, last, { balance: whose.balance, advice: false });
    case 'everybody': {
      const bettors = whose.parts.map((part) =>
        bettorBody(version === table.version ? part : partIn(round, part)),
      );
      const { own, demo } = pursesOf(table.mode, bettors);
      const numbers = new Set(own.map(({ bettor }) => bettor));
      return {
        ...bodyTogether(record, round, last, numbers),
        playMoney: playMoneyOf(demo),
        bettors,
      };
    }
  }
}

/** The round as it was before its last step, the time of its table aside: that has gone on since. */
export function sharedBodyBefore(shared: SharedRound): RoundBody {
  const { round } = shared;
  return sharedBody({ ...shared, round: { ...round, clock: null } }, round.version - 1);
}

/** What a bettor had in the round as it was earlier. */
function partIn(round: Round, part: BettorPart): BettorPart {
  return { ...part, ...round.bettors[part.bettor], bets: betsOf(round, part.bettor) };
}

function bettorBody({ playerId, sessionId, bettor, mode, staked, returned, bets }: BettorPart): BettorBody {
  return { playerId, sessionId, bettor, mode, staked, returned, net: returned - staked, bets };
}

/** The round that bets are placed for: it has no cards yet, and no money of it has moved. */
async function readRoundToCome(
  { manager }: Reading,
  request: Request,
  roundId: string,
): Promise<RoundBody | Refusal> {
  const found = await findRoundToCome(manager, playerKeyOf(roundId), roundId, sharedAskingOf(request));
  if (found === null) return notFound('round');
  if (!found.keyLive) return REVOKED;
  const mayWatch = request.caller.sessionId === null || found.session?.tableId === found.round.tableId;
  return mayWatch ? bodyToCome(found, roundId) : notFound('round');
}

function bodyToCome({ round, session }: FoundRoundToCome, roundId: string): RoundBody {
  const { gameId, ruleSetVersion, mode, currency, tableId, phase, dueAt } = round;
  return {
    id: roundId,
    sessionId: null,
    playerId: null,
    gameId,
    ruleSet: ruleSetRef(ruleSetOf(gameId, ruleSetVersion, null)),
    mode,
    currency,
    tableId,
    version: 0,
    status: phase === 'paused' ? 'paused' : 'betting',
    dealer: { cards: [], total: null, soft: null, blackjack: null },
    boxes: [],
    insurance: null,
    allowed: [],
    advice: null,
    deadline: dueAt === null ? null : new Date(dueAt).toISOString(),
    dealtAt: null,
    endedAt: null,
    staked: 0,
    returned: 0,
    net: 0,
    balance: session?.balance ?? null,
  };
}
