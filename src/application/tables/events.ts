import { cardText, FACE_DOWN } from '../../domain/card';
import type { AtTable, TableHappening } from '../../domain/table/at-table';
import type { PlayerRef, Table } from '../../domain/table/table';
import { seatOf } from '../../domain/table/view';
import { findHand, type Round } from '../../domain/round';
import type { EventToCommit } from '../../persistence/tables/commit-table';

/** Public events of a command, in order. */
export type PublicEvent = Pick<EventToCommit, 'type' | 'roundId' | 'body'>;

/**
 * What the stream tells everybody of what happened: cards as far as they are shown, seats, choices that were executed; no
 * money, no choice that waits, and none that could not be paid for. Not even that something happened is told where that
 * would say that somebody bets beside his own hands, or insures them. What comes in crowds is one event.
 */
export function publicEvents(
  { table, round, happened }: Pick<AtTable, 'table' | 'round' | 'happened'>,
  roundId: string,
  aliasOf: (player: PlayerRef) => string,
): PublicEvent[] {
  const events: PublicEvent[] = [];
  for (const happening of happened) {
    const told = eventOf(happening, table, round, aliasOf);
    if (told === null) continue;
    const last = events.at(-1);
    if (last?.type === told.type && CROWDS.includes(told.type)) {
      events[events.length - 1] = { ...last, body: merged(last.body, told.body) };
    } else events.push({ ...told, roundId });
  }
  return events;
}

/** Events of which several in a row are told as one. */
const CROWDS: readonly string[] = ['stakesTaken', 'betsDecided', 'insuranceOffered', 'bets', 'choices'];

function merged(one: object, other: object): object {
  const hands = [...handsIn(one), ...handsIn(other)];
  const distinct = [...new Map(hands.map((hand) => [JSON.stringify(hand), hand])).values()];
  return distinct.length === 0 ? {} : { hands: distinct };
}

function handsIn(body: object): unknown[] {
  return 'hands' in body && Array.isArray(body.hands) ? (body.hands as unknown[]) : [];
}

type Told = Pick<PublicEvent, 'type' | 'body'>;

function eventOf(
  happening: TableHappening,
  table: Table,
  round: Round | null,
  aliasOf: (player: PlayerRef) => string,
): Told | null {
  switch (happening.type) {
    case 'phase':
      return {
        type: 'phase',
        body: { status: happening.phase, phaseEndsAt: timeText(happening.endsAt) },
      };
    case 'terms':
      return { type: 'terms', body: { limits: happening.limits, seconds: happening.seconds } };
    case 'seat':
      return { type: 'seat', body: seatOf(table, happening.seat, aliasOf) };
    case 'bets':
    case 'choices':
    case 'cutCard':
    case 'roundSettled':
    case 'ownCardsShown':
      return { type: happening.type, body: {} };
    case 'shoe':
      return {
        type: 'shoe',
        body: { number: happening.number, exposed: happening.exposed, burned: happening.burned },
      };
    case 'executed': {
      // What had been chosen instead would tell what its player's wallet does not hold.
      const { hand, action, by } = happening;
      return { type: 'executed', body: { hand, action, by } };
    }
    case 'cardDealt':
      return { type: 'cardDealt', body: { hand: happening.to, card: cardText(happening.card) } };
    case 'dealerDealt': {
      const card = happening.faceDown ? FACE_DOWN : cardText(happening.card);
      return { type: 'dealerDealt', body: { card } };
    }
    case 'holeCardShown':
      return { type: 'holeCardShown', body: { card: cardText(happening.card) } };
    case 'dealerChecked':
      return { type: 'dealerChecked', body: { blackjack: happening.blackjack } };
    case 'turn':
      return { type: 'turn', body: { hand: happening.hand } };
    case 'splitInto':
      return { type: 'splitInto', body: { hand: happening.hand, newHand: happening.newHand } };
    case 'handEnded':
      return { type: 'handEnded', body: { hand: happening.hand, state: happening.state } };
    case 'offered':
      return { type: 'insuranceOffered', body: { hands: [happening.hand] } };
    case 'charged':
      return isOwnHand(happening, round) ? { type: 'stakesTaken', body: {} } : null;
    case 'decided':
      return decided(happening, round);
    case 'answered':
    case 'switched':
      return null;
  }
}

/** What a hand came to for its own player. */
function decided(happening: Extract<TableHappening, { type: 'decided' }>, round: Round | null): Told | null {
  const { bet: hand, outcome } = happening;
  return isOwnHand(happening, round) ? { type: 'betsDecided', body: { hands: [{ hand, outcome }] } } : null;
}

/** Whether it is the stake of a hand's own player; bets behind it, side bets and insurances are their owners' business. */
function isOwnHand(
  { bet, bettor }: { readonly bet: string; readonly bettor: number },
  round: Round | null,
): boolean {
  return round !== null && findHand(round, bet)?.box.bettor === bettor;
}

/** RFC 3339, or null. */
export function timeText(milliseconds: number | null): string | null {
  return milliseconds === null ? null : new Date(milliseconds).toISOString();
}
