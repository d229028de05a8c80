import type { Dealing } from './account';
import type { Action } from './action';
import { invariant, present } from './assert';
import { type Hand, totalOf } from './hand';
import { HIT, handOptions } from './legal';
import { play } from './play';
import { type Box, handInTurn, type Round } from './round';

/**
 * DX-21, for every game (C-19): hits while the total is 11 or less and stands above, an ace counting 11 unless that
 * busts; declines every offer. Never doubles, splits, surrenders, insures or switches for a player.
 */
export function finishAutomatically(d: Dealing): void {
  while (d.round.status !== 'settled') {
    const { bettor, action } = automaticAction(d.round);
    invariant(play(d, bettor, action) === null, 'the automatic rule chooses legal actions only');
  }
}

/** What the automatic rule chooses next in an unfinished round, and for whom. */
export function automaticAction(round: Round): { bettor: number; action: Action } {
  if (round.status === 'insurance') {
    const [offer] = round.offers;
    const action: Action =
      offer.kind === 'evenMoney'
        ? { type: 'even-money', hand: offer.hand, accept: false }
        : { type: 'insurance', accept: false };
    return { bettor: offer.bettor, action };
  }
  const { box, hand } = present(handInTurn(round), 'a hand in turn in an unfinished round');
  return { bettor: box.bettor, action: { type: hits(round, box, hand) ? 'hit' : 'stand', hand: hand.id } };
}

function hits(round: Round, box: Box, hand: Hand): boolean {
  if ((handOptions(round, box, hand) & HIT) === 0) return false;
  return totalOf(hand) <= round.ruleSet.automaticHitUpTo;
}

/**
 * What is executed in the place of a queued action that can no longer be paid: a double becomes a hit (DX-16), a split
 * a hit on 11 or less and a stand above (DX-19).
 */
export function degraded(action: Action & { type: 'double' | 'split' }, hand: Hand): Action {
  if (action.type === 'split' && totalOf(hand) > 11) return { type: 'stand', hand: action.hand };
  return { type: 'hit', hand: action.hand };
}
