import type { DecisionValues } from './decision-values';

/** One cell of a strategy chart: what it says, and what it comes to for a hand that has been hit before. */
export interface Cell {
  readonly text: string;
  readonly later: 'hit' | 'stand';
}

interface Weighed {
  readonly values: DecisionValues;
  readonly weight: number;
}

/** The values of a decision for several hands together; null where it is not allowed on all of them. */
export function sumOf(hands: readonly Weighed[]): DecisionValues {
  const sum = (valueOf: (values: DecisionValues) => number | null): number | null =>
    hands.reduce<number | null>((total, { values, weight }) => {
      const value = valueOf(values);
      return total === null || value === null ? null : total + weight * value;
    }, 0);
  return {
    stand: sum(({ stand }) => stand) ?? 0,
    hit: sum(({ hit }) => hit) ?? 0,
    double: sum(({ double }) => double),
    split: sum(({ split }) => split),
    surrender: sum(({ surrender }) => surrender),
  };
}

/** The best decision; a double and a surrender name what is best in their place when they are not allowed. */
export function bestCell({ stand, hit, double, split, surrender }: DecisionValues): Cell {
  const later = hit > stand ? 'hit' : 'stand';
  const letter = later === 'hit' ? 'h' : 's';
  const drawing = Math.max(stand, hit);
  const doubling = double ?? -Infinity;
  const splitting = split ?? -Infinity;
  const surrendering = surrender ?? -Infinity;
  const splits = splitting > Math.max(drawing, doubling);
  if (surrendering > Math.max(drawing, doubling, splitting))
    return { text: `R${splits ? 'p' : letter}`, later };
  if (splits) return { text: 'P', later };
  if (doubling > drawing) return { text: `D${letter}`, later };
  return { text: letter.toUpperCase(), later };
}
