/**
 * Cards. A card is a number 0–51 (rank index × 4 + suit index), so that the engine can look its value up in an array;
 * the text form (`As`, `Td`) exists at the edges only.
 */
export const RANKS = ['A', '2', '3', '4', '5', '6', '7', '8', '9', 'T', 'J', 'Q', 'K'] as const;
export const SUITS = ['s', 'h', 'd', 'c'] as const;

export type Rank = (typeof RANKS)[number];
export type Suit = (typeof SUITS)[number];
export type CardText = `${Rank}${Suit}`;

declare const cardBrand: unique symbol;
export type Card = number & { readonly [cardBrand]: true };

/** The text of a card that the reader may not see. */
export const FACE_DOWN = '??';

export const CARDS_PER_DECK = 52;

const TEXTS = RANKS.flatMap((rank) => SUITS.map((suit): CardText => `${rank}${suit}`));
const CODES = new Map<string, Card>(TEXTS.map((text, code) => [text, code as Card]));

/** Value of each card, an ace as 1 (C-01). */
const VALUES = Uint8Array.from({ length: CARDS_PER_DECK }, (_, code) => Math.min(10, (code >> 2) + 1));

/** All 52 cards once, ordered by rank, then suit. */
export const DECK: readonly Card[] = TEXTS.map((_, code) => code as Card);

export function cardText(card: Card): CardText {
  return TEXTS[card];
}

/** The card written as rank and suit, or null when the text is none. */
export function parseCard(text: string): Card | null {
  return CODES.get(text) ?? null;
}

/** 1 for an ace, 2–10 for the others (C-01). */
export function cardValue(card: Card): number {
  return VALUES[card];
}

/** 0 for an ace to 12 for a king: equal exactly when the ranks are. */
export function rankIndex(card: Card): number {
  return card >> 2;
}

/** 0 spades, 1 hearts, 2 diamonds, 3 clubs. */
export function suitIndex(card: Card): number {
  return card & 3;
}

export function isAce(card: Card): boolean {
  return card < 4;
}

export function isTenValued(card: Card): boolean {
  return VALUES[card] === 10;
}

/** Hearts and diamonds are red. */
export function isRed(card: Card): boolean {
  const suit = suitIndex(card);
  return suit === 1 || suit === 2;
}
