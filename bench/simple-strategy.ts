import type { Action } from '../src/domain/action';
import { present } from '../src/domain/assert';
import { cardValue } from '../src/domain/card';
import { type Hand, isSoft, totalOf } from '../src/domain/hand';
import { DOUBLE, handOptions, HIT, SPLIT, STAND, SURRENDER } from '../src/domain/legal';
import { handInTurn, type Round, upcardOf } from '../src/domain/round';

const DECLINE: Action = { type: 'insurance', accept: false };

/** What a fixed strategy near the basic one does next; it asks the gate's bits, as a simulation would. */
export function chooseSimply(round: Round): Action {
  if (round.status === 'insurance') {
    const [offer] = round.offers;
    return offer.kind === 'evenMoney' ? { type: 'even-money', hand: offer.hand, accept: false } : DECLINE;
  }
  const { box, hand } = present(handInTurn(round), 'a hand in turn');
  const upcard = cardValue(upcardOf(round));
  const options = handOptions(round, box, hand);
  const chosen = bestOf(hand, options, upcard);
  switch (chosen) {
    case SPLIT:
      return { type: 'split', hand: hand.id };
    case DOUBLE:
      return { type: 'double', hand: hand.id };
    case SURRENDER:
      return { type: 'surrender', hand: hand.id };
    case HIT:
      return { type: 'hit', hand: hand.id };
    default:
      return { type: 'stand', hand: hand.id };
  }
}

function bestOf(hand: Hand, options: number, upcard: number): number {
  const total = totalOf(hand);
  const strong = upcard === 1 || upcard >= 7;
  if (options & SPLIT && splits(cardValue(hand.cards[0]), strong)) return SPLIT;
  if (options & SURRENDER && total === 16 && (upcard === 1 || upcard >= 9)) return SURRENDER;
  if (options & DOUBLE && (total === 11 || (total === 10 && upcard > 1 && upcard < 10))) return DOUBLE;
  if ((options & HIT) === 0) return STAND;
  if (isSoft(hand)) return total < 18 ? HIT : STAND;
  return total < (strong ? 17 : 12) ? HIT : STAND;
}

/** Aces and eights always, fives and tens never, the others against a weak upcard. */
function splits(value: number, strong: boolean): boolean {
  return value === 1 || value === 8 || (!strong && value !== 5 && value !== 10);
}
