import type { DataSource } from 'typeorm';
import type { Bets } from '../../domain/bets';
import type { RoundEvent } from '../../domain/journal';
import { replay, type Step } from '../../domain/step';
import type { DecidedBy } from '../../domain/table/at-table';
import type { HandActionType } from '../../domain/action';
import { listBettorTransfers, type RoundTransfer } from '../../persistence/rounds/history-transfers';
import type { StepRecord } from '../../persistence/rounds/round-record';
import { findBettorNames } from '../../persistence/rounds/shared-round';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import { gameSteps } from '../rounds/round-body';
import { loadSharedRound, partsShown, type SharedRound } from '../rounds/shared-round';
import { aliasesOf } from '../tables/aliases';
import {
  type BetAtTable,
  contradiction,
  decisionOf,
  type Happening,
  happeningsOf,
  type Hidden,
  hiddenIn,
  NOTHING_HIDDEN,
  transferred,
} from './happenings';
import {
  cancellationOf,
  eventsOf,
  numbered,
  type Occasion,
  type RoundHappening,
  type Whom,
} from './occasions';

/** How a step of a table is kept: with what made it happen. */
type TableStep = Step & { readonly by?: DecidedBy; readonly chosen?: HandActionType };

type Told = Whom & Happening;

/** What the reader may see, and what of the money is not told yet. */
interface Reader {
  /** How each bettor is named to the reader. */
  readonly whom: (bettor: number) => Whom;
  /** Of those whose money is shown, by their numbers: what their ledgers hold and was not told yet. */
  readonly ledgers: ReadonlyMap<number, RoundTransfer[]>;
  readonly isOperator: boolean;
  readonly hidden: Hidden;
  readonly cancelled: Happening | null;
}

/**
 * Everything that happened in the round of a shared table: everybody's cards and choices under their aliases, and the
 * money of those whom the caller may see.
 */
export async function sharedEvents(
  dataSource: DataSource,
  request: Request,
  roundId: string,
): Promise<{ items: readonly RoundHappening[]; nextCursor: null } | Refusal> {
  const shared = await loadSharedRound(dataSource, request, roundId);
  if (isRefusal(shared)) return shared;
  return { items: await eventsOfShared(dataSource, request, shared), nextCursor: null };
}

/** The same for a round that is loaded. */
export async function eventsOfShared(
  dataSource: DataSource,
  request: Request,
  shared: SharedRound,
): Promise<RoundHappening[]> {
  const { round, ruleSet } = shared;
  const reader = await readerOf(dataSource, request, shared);
  const told = round.steps.flatMap((step) => {
    const happenings = toldOf(step, reader, () => eventsOf(round, ruleSet, step.version));
    return happenings.map((happening) => ({ ...occasionOf(step, reader), ...happening }));
  });
  if ([...reader.ledgers.values()].some((left) => left.length > 0)) throw contradiction();
  return numbered(told);
}

async function readerOf(
  dataSource: DataSource,
  request: Request,
  { round, ruleSet, whose }: SharedRound,
): Promise<Reader> {
  const { manager } = dataSource;
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
        ? await cancellationOf(dataSource, request, { ...round, playerKey: names.bettors[0].playerKey })
        : null,
  };
}

function toldOf({ step }: StepRecord, reader: Reader, events: () => RoundEvent[]): Told[] {
  if (step.type === 'cancel')
    return [...(reader.cancelled === null ? [] : [reader.cancelled]), ...rest(reader)];
  const decided = step.type === 'deal' ? betsTold(step.bets, reader) : choiceTold(step, reader);
  return [...decided, ...consequencesTold(events(), reader)];
}

/** What a cancellation moved: all that the ledgers hold beside what the steps before have told. */
function rest({ ledgers, whom }: Reader): Told[] {
  return [...ledgers].flatMap(([bettor, left]) =>
    left.splice(0).map((transfer): Told => ({ ...whom(bettor), ...transferred(transfer) })),
  );
}

/** The bets of those whose money is shown; of the others, where they sit. */
function betsTold(bets: Bets, { ledgers, whom }: Reader): Told[] {
  return Array.from({ length: bets.bettors }, (_, bettor) => bettor).flatMap((bettor): Told[] => {
    const shown = ledgers.has(bettor);
    const own = (of: { readonly bettor: number }): boolean => of.bettor === bettor;
    const seats = bets.seats.filter(own).map(({ box, stake }): BetAtTable => {
      return { seat: box, kind: 'seat', stake: shown ? stake : null };
    });
    const others = [
      ...bets.behind.filter(own).map(({ box, stake }): BetAtTable => ({ seat: box, kind: 'behind', stake })),
      ...bets.sideBets.filter(own).map(({ box, type, stake }): BetAtTable => {
        return { seat: box, kind: type, stake };
      }),
    ];
    const told = shown ? [...seats, ...others] : seats;
    return told.length === 0 ? [] : [{ ...whom(bettor), type: 'betsAtTable', bets: told }];
  });
}

/**
 * A choice and whose it was. Who followed it is told by the money that moved; what had been chosen where it could not be
 * paid, only to those who may know of that player's money.
 */
function choiceTold(step: Exclude<TableStep, { type: 'deal' }>, { whom, ledgers }: Reader): Told[] {
  if (step.type !== 'action') return [decisionOf(step)];
  const { action, bettor, by = 'player', chosen } = step;
  const bare = action.type === 'double' || action.type === 'split' ? withoutFollowers(action) : action;
  const told: Told = { ...whom(bettor), type: 'chose', action: bare, by };
  return [chosen === undefined || !ledgers.has(bettor) ? told : { ...told, chosen }];
}

function withoutFollowers({ type, hand }: { readonly type: 'double' | 'split'; readonly hand: string }): {
  type: 'double' | 'split';
  hand: string;
} {
  return { type, hand };
}

/** What came of a step. An offer that is made to several bettors on a hand is told once. */
function consequencesTold(events: readonly RoundEvent[], { ledgers, whom, hidden }: Reader): Told[] {
  const offered = new Set<string | null>();
  return events.flatMap((event): Told[] => {
    if (event.type === 'offered') {
      if (offered.has(event.hand)) return [];
      offered.add(event.hand);
    }
    if (!('bettor' in event)) return happeningsOf(event, [], hidden);
    const left = ledgers.get(event.bettor);
    if (left === undefined) return [];
    return happeningsOf(event, left, hidden).map((told) => ({ ...whom(event.bettor), ...told }));
  });
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
