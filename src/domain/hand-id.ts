import type { HandId } from './hand';

/** Boxes that a table can have. */
export const MOST_BOXES = 7;
/** Two dealt hands of at most four each is more than any box can hold. */
const HANDS = 8;

/** All ids there can be, made once, so that a deal concatenates nothing. */
const IDS: readonly (readonly HandId[])[] = Array.from({ length: MOST_BOXES + 1 }, (_, box) =>
  Array.from({ length: HANDS + 1 }, (__, hand) => `${box}.${hand}`),
);

/** `2.1`: the id of a hand of a box, both counted from 1 (C-16). */
export function handId(box: number, hand: number): HandId {
  return IDS[box][hand];
}
