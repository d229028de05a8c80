import type { Card } from './card';
import type { HandId, HandState } from './hand';
import type { Minor } from './money';
import type { HandOutcome, SideBetOutcome } from './outcome';
import type { SideBetType } from './rule-set';

/** What a bet is for, as ledger and history name it. */
export type BetReason = 'main' | 'double' | 'split' | 'insurance' | SideBetType;

/**
 * Everything that happens in a round, in order, money included: `charged` is what the round needs from a bettor,
 * `decided` what it owes him (`returned`, may be nothing). Who pays is decided outside. `bet` names the bet within the round: `1.1` a hand,
 * `1.1:insurance`, `insurance` the one for the table, `1:pairs` a side bet.
 */
export type RoundEvent =
  | { readonly type: 'cardDealt'; readonly to: HandId; readonly card: Card }
  | { readonly type: 'dealerDealt'; readonly card: Card; readonly faceDown: boolean }
  | { readonly type: 'offered'; readonly offer: 'insurance' | 'evenMoney'; readonly hand: HandId | null }
  | {
      readonly type: 'answered';
      readonly offer: 'insurance' | 'evenMoney';
      readonly bettor: number;
      readonly hand: HandId | null;
      readonly accepted: boolean;
    }
  | { readonly type: 'ownCardsShown' }
  | { readonly type: 'dealerChecked'; readonly blackjack: boolean }
  | { readonly type: 'holeCardShown'; readonly card: Card }
  | { readonly type: 'turn'; readonly hand: HandId }
  | { readonly type: 'switched'; readonly box: number }
  | { readonly type: 'splitInto'; readonly hand: HandId; readonly newHand: HandId }
  | { readonly type: 'handEnded'; readonly hand: HandId; readonly state: HandState }
  | {
      readonly type: 'charged';
      readonly bettor: number;
      readonly reason: BetReason;
      readonly bet: string;
      readonly amount: Minor;
    }
  | {
      readonly type: 'decided';
      readonly bettor: number;
      readonly reason: BetReason;
      readonly bet: string;
      readonly outcome: HandOutcome | SideBetOutcome;
      readonly returned: Minor;
    }
  | { readonly type: 'roundSettled' };

/** Hears of everything that happens in a round. A simulation that needs no record has none. */
export interface Journal {
  record(event: RoundEvent): void;
}

/** A journal that keeps what it heard. */
export class RecordingJournal implements Journal {
  readonly events: RoundEvent[] = [];

  record(event: RoundEvent): void {
    this.events.push(event);
  }
}
