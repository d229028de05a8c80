import { cardText, CARDS_PER_DECK, cardValue } from '../card';
import { invariant } from '../assert';
import type { RuleSet } from '../rule-set';
import { cutPosition } from '../rule-set-check';
import type { CardSource } from '../shoe';
import type { TableShoe } from './table';

/**
 * Opens a freshly shuffled shoe: the first card is exposed, and as many are burned, face down, as it is worth: one for
 * an ace, ten for a ten-valued card (DX-03). The cut card lies where the rule set says (DX-02).
 */
export function openShoe(ruleSet: RuleSet, cards: CardSource, number: number): TableShoe {
  const { decks, shuffle, burn } = ruleSet;
  invariant(
    decks !== 'infinite' && shuffle.kind === 'cutCard',
    'a shared table deals from a shoe with a cut card',
  );
  const cut = cutPosition(decks * CARDS_PER_DECK, shuffle.cut);
  if (burn === 'none') return { number, cut, exposed: null, burned: 0, dealt: 0 };
  const exposed = cards.draw();
  const burned = cardValue(exposed);
  for (let card = 0; card < burned; card++) cards.draw();
  return { number, cut, exposed: cardText(exposed), burned, dealt: 1 + burned };
}
