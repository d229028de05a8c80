import { cardText } from '../../domain/card';
import type { Round } from '../../domain/round';

/** All cards of a round, also those that lie face down: for a supervisor's record. */
export interface CardsFaceUp {
  readonly dealerCards: readonly string[];
  /** By the ids of the hands. */
  readonly handCards: Readonly<Record<string, readonly string[]>>;
}

export function facedUp({ dealer, boxes }: Round): CardsFaceUp {
  const hands = boxes.flatMap((box) => box.hands);
  return {
    dealerCards: dealer.cards.map(cardText),
    handCards: Object.fromEntries(hands.map(({ id, cards }) => [id, cards.map(cardText)])),
  };
}
