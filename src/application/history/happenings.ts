import type { Action, HandActionType } from '../../domain/action';
import { type BoxBet, boxBetsOf } from '../../domain/bets';
import { type Card, cardText, FACE_DOWN } from '../../domain/card';
import type { RoundEvent } from '../../domain/journal';
import type { Round } from '../../domain/round';
import type { SideBetType } from '../../domain/rule-set';
import type { Step } from '../../domain/step';
import type { DecidedBy } from '../../domain/table/at-table';
import type { RoundTransfer } from '../../persistence/rounds/history-transfers';

type EventOf<Type extends RoundEvent['type']> = Extract<RoundEvent, { readonly type: Type }>;

/** Something that happened in a round, as its player may know of it. Amounts are minor units. */
export type Happening =
  | { readonly type: 'placedBets'; readonly boxes: readonly BoxBet[] }
  | ({ readonly type: 'chose'; readonly action: Action } & Partial<TableChoice>)
  | { readonly type: 'automatic' }
  | { readonly type: 'insuranceClosed' }
  | { readonly type: 'betsAtTable'; readonly bets: readonly BetAtTable[] }
  | {
      readonly type: 'cancelled';
      readonly statusBefore: string;
      readonly reason: string;
      readonly note: string | null;
      readonly actorName: string | null;
    }
  | { readonly type: 'cardDealt'; readonly hand: string; readonly card: string }
  | { readonly type: 'dealerDealt'; readonly card: string; readonly faceDown: boolean }
  | { readonly type: 'holeCardShown'; readonly card: string }
  | Omit<EventOf<'answered'>, 'bettor'>
  | Omit<EventOf<'decided'>, 'bettor'>
  | EventOf<'offered' | 'ownCardsShown' | 'dealerChecked' | 'turn' | 'switched' | 'splitInto' | 'handEnded'>
  | EventOf<'roundSettled'>
  | ({ readonly type: 'transfer' } & Omit<RoundTransfer, 'version'>);

/** How a hand of a shared table came to its action. */
export interface TableChoice {
  /** By its player in his turn, by him ahead of it, or by the automatic rule (DX-14, DX-21). */
  readonly by: DecidedBy;
  /** What had been chosen where the money no longer allowed it (DX-16, DX-19). */
  readonly chosen?: HandActionType;
}

/** One bet that a round of a shared table began with. */
export interface BetAtTable {
  readonly seat: number;
  readonly kind: 'seat' | 'behind' | SideBetType;
  /** Null where it is somebody else's. */
  readonly stake: number | null;
}

/** Which cards the reader may not know yet, because the round as it stands hides them. */
export interface Hidden {
  readonly ownCards: boolean;
  readonly holeCard: boolean;
}

export const NOTHING_HIDDEN: Hidden = { ownCards: false, holeCard: false };

/** What a round hides: the same that its view shows face down. */
export function hiddenIn({ ownCardsShown, dealer }: Round): Hidden {
  return { ownCards: !ownCardsShown, holeCard: dealer.holeIndex !== null };
}

/** What was decided in a step, before anything came of it. */
export function decisionOf(step: Step): Happening {
  switch (step.type) {
    case 'deal':
      return { type: 'placedBets', boxes: boxBetsOf(step.bets) };
    case 'action':
      return { type: 'chose', action: step.action };
    case 'automatic':
      return { type: 'automatic' };
    case 'insurances':
      return { type: 'insuranceClosed' };
  }
}

/** What came of a step, in order, the money that moved included. Throws when journal and ledger contradict each other. */
export function consequencesOf(
  events: readonly RoundEvent[],
  transfers: readonly RoundTransfer[],
  hidden: Hidden,
): Happening[] {
  const left = [...transfers];
  const happenings = events.flatMap((event) => happeningsOf(event, left, hidden));
  if (left.length > 0) throw contradiction();
  return happenings;
}

/** What came of one event; the money that it moved is taken from the front of `left`. */
export function happeningsOf(event: RoundEvent, left: RoundTransfer[], hidden: Hidden): Happening[] {
  switch (event.type) {
    case 'cardDealt':
      return [{ type: 'cardDealt', hand: event.to, card: textOf(event.card, hidden.ownCards) }];
    case 'dealerDealt': {
      const { card, faceDown } = event;
      return [{ type: 'dealerDealt', card: textOf(card, faceDown && hidden.holeCard), faceDown }];
    }
    case 'holeCardShown':
      return [{ type: 'holeCardShown', card: cardText(event.card) }];
    case 'charged':
      return [nextTransfer(left, 'stake', event.bet, event.amount)];
    case 'decided': {
      const { type, bet, reason, outcome, returned } = event;
      const decided: Happening = { type, bet, reason, outcome, returned };
      return returned === 0 ? [decided] : [decided, nextTransfer(left, 'payout', bet, returned)];
    }
    case 'answered': {
      const { type, offer, hand, accepted } = event;
      return [{ type, offer, hand, accepted }];
    }
    case 'offered':
    case 'ownCardsShown':
    case 'dealerChecked':
    case 'turn':
    case 'switched':
    case 'splitInto':
    case 'handEnded':
    case 'roundSettled':
      return [event];
  }
}

function textOf(card: Card, hidden: boolean): string {
  return hidden ? FACE_DOWN : cardText(card);
}

function nextTransfer(
  left: RoundTransfer[],
  kind: 'stake' | 'payout',
  bet: string,
  amount: number,
): Happening {
  const transfer = left.shift();
  if (transfer?.kind !== kind || transfer.bet !== bet || transfer.amount !== amount) throw contradiction();
  return transferred(transfer);
}

export function transferred({ kind, reason, bet, amount, balanceAfter }: RoundTransfer): Happening {
  return { type: 'transfer', kind, reason, bet, amount, balanceAfter };
}

export function contradiction(): Error {
  return new Error('Broken invariant: the ledger holds what the journal tells');
}
