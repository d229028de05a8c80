import { isDeepStrictEqual } from 'node:util';

import { type Card, cardText, CARDS_PER_DECK, cardValue } from '../../src/domain/card';
import { Shoe } from '../../src/domain/shoe';
import type { Step } from '../../src/domain/step';
import { check } from './check';
import { seeded } from './random';

const DECKS = 8;
const ALL = DECKS * CARDS_PER_DECK;
/** Cards before the cut card of the game as it comes (DX-02). */
const CUT = (ALL * 75) / 100;

/** Looks at one shoe of a table: DX-02, DX-03. */
export class ShoeAudit {
  /** Cards of its rounds, in order, and where each round began. */
  private readonly dealt: string[] = [];
  private readonly starts: number[] = [];

  /** A round was played from it, to its end or not. */
  played(steps: readonly Step[]): void {
    this.starts.push(this.dealt.length);
    this.dealt.push(...steps.flatMap(({ cards }) => cards));
  }

  /** The shoe is over: eight decks in the order of its seed, burned as the first card says, dealt to the cut card. */
  check({ seed, drawn }: { readonly seed: number; readonly drawn: readonly number[] }): void {
    const whole = new Shoe(DECKS, seeded(seed));
    const order = Array.from({ length: ALL }, () => whole.draw());
    const copies = new Map<number, number>();
    for (const card of order) copies.set(card, (copies.get(card) ?? 0) + 1);
    check(
      copies.size === CARDS_PER_DECK && [...copies.values()].every((count) => count === DECKS),
      'eight decks',
    );
    check(isDeepStrictEqual(drawn, order.slice(0, drawn.length)), 'the shoe is dealt in its order');
    const burned = 1 + cardValue(drawn[0] as Card);
    const played = drawn.slice(burned).map((card) => cardText(card as Card));
    check(isDeepStrictEqual(this.dealt, played), 'every card that left the shoe was burned or played');
    this.starts.forEach((start, round) => {
      const last = round === this.starts.length - 1;
      const end = burned + (last ? played.length : this.starts[round + 1]);
      check(burned + start < CUT && end >= CUT === last, 'the round in which the cut card comes is the last');
    });
  }
}
