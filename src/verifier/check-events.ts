import {
  consequencesOf,
  decisionOf,
  type Happening,
  hiddenIn,
  NOTHING_HIDDEN,
  transferred,
} from '../application/history/happenings';
import type { Whom } from '../application/history/occasions';
import { type Teller, toldOf } from '../application/history/table-happenings';
import type { RoundTransfer } from '../persistence/rounds/history-transfers';
import { difference } from './check';
import type { Purse } from './check-ledgers';
import type { PlayedAgain } from './played-again';
import type { PlacedProof } from './read-proof';
import { isObject } from './shape';
import type { SignedRecord, Transfer } from './signed-record';

/**
 * What a record says that happened, against what the steps of its proof come to, told by the same functions as the server's:
 * every bet, choice, card and amount, and what wallets held. The transfers have been compared before. Times, actors,
 * requests and who chose at a table are no part of a proof.
 */
export function eventsFault(
  { events, cancellation }: SignedRecord,
  proof: PlacedProof,
  played: PlayedAgain,
  purses: readonly Purse[],
): string | null {
  const cancelled = cancellation === null ? null : cancelledAs(cancellation);
  const isShared = proof.bettors !== undefined;
  const made = isShared ? sharedEvents : privateEvents;
  const due = numbered(made(proof, played, purses, cancelled), isShared);
  if (events === undefined) return 'events is missing';
  if (events.length !== due.length)
    return `events: there are ${events.length}; the steps come to ${due.length}`;
  return (
    difference(
      events.map((event) => essence(event, isShared)),
      due,
      'events',
    ) ?? aliasFault(events, isShared)
  );
}

type Told = Whom & Happening;

/** What happened in each version of the round, as it has to stand in the record but for what proofs do not know. */
function numbered(byVersion: readonly (readonly Told[])[], isShared: boolean): object[] {
  const all = byVersion.flatMap((told, index) =>
    told.map((one) => ({ version: index + 1, ...essence(one, isShared) })),
  );
  return all.map((one, index) => ({ no: index + 1, ...one }));
}

type Made = (
  proof: PlacedProof,
  played: PlayedAgain,
  purses: readonly Purse[],
  cancelled: Happening | null,
) => Told[][];

const privateEvents: Made = ({ steps }, played, [{ transfers }], cancelled) => {
  const movedIn = (version: number): RoundTransfer[] =>
    transfers.filter((transfer) => transfer.version === version).map(asBooked);
  const told = steps.map((step, index) => {
    return [
      decisionOf(step),
      ...consequencesOf(played.events[index], movedIn(index + 1), hiddenAfter(played)),
    ];
  });
  return cancelled === null
    ? told
    : [...told, [cancelled, ...movedIn(played.version).map((moved) => transferred(moved))]];
};

const sharedEvents: Made = ({ steps }, played, purses, cancelled) => {
  const nameOf = (bettor: number): string => String(purses.find((one) => one.bettor === bettor)?.playerId);
  const teller: Teller = {
    whom: (bettor) => ({ playerId: nameOf(bettor) }),
    ledgers: new Map(purses.map(({ bettor, transfers }) => [bettor, transfers.map(asBooked)])),
    hidden: hiddenAfter(played),
    cancelled,
  };
  const told = steps.map((step, index) => toldOf(step, teller, () => played.events[index]));
  const ended = cancelled === null ? [] : [toldOf({ type: 'cancel' }, teller, () => [])];
  return [...told, ...ended];
};

/** A cancelled round decides nothing any more, so nothing in it is hidden any more. */
function hiddenAfter({ isCancelled, round }: PlayedAgain): Teller['hidden'] {
  return isCancelled ? NOTHING_HIDDEN : hiddenIn(round);
}

function asBooked({ version, kind, reason, bet, amount, balanceAfter }: Transfer): RoundTransfer {
  return { version, kind: kind as RoundTransfer['kind'], reason, bet, amount, balanceAfter };
}

function cancelledAs(cancellation: Readonly<Record<string, unknown>>): Happening {
  const { statusBefore, reason, note, by } = cancellation;
  const actorName = isObject(by) ? by['name'] : undefined;
  return { type: 'cancelled', statusBefore, reason, note, actorName } as Happening;
}

const OCCASION = new Set(['at', 'actor', 'requestId']);
/** Who chose, and under which name others see him: tables have that, and proofs have not. */
const OCCASION_AT_TABLE = new Set([...OCCASION, 'playerAlias', 'by', 'chosen']);

function essence(event: object, isShared: boolean): Readonly<Record<string, unknown>> {
  const left = isShared ? OCCASION_AT_TABLE : OCCASION;
  return Object.fromEntries(Object.entries(event).filter(([name]) => !left.has(name)));
}

/** Whoever is named is named with the one alias that he has at the table. */
function aliasFault(events: NonNullable<SignedRecord['events']>, isShared: boolean): string | null {
  const aliases = new Map<unknown, unknown>();
  for (const [index, { playerId, playerAlias }] of events.entries()) {
    if (playerId === undefined) {
      if (playerAlias !== undefined) return `events[${index}].playerAlias is of nobody`;
      continue;
    }
    const known = aliases.get(playerId);
    if (isShared && typeof playerAlias !== 'string') return `events[${index}].playerAlias is missing`;
    if (known !== undefined && known !== playerAlias) return `events[${index}].playerAlias is another one`;
    aliases.set(playerId, playerAlias);
  }
  return null;
}
