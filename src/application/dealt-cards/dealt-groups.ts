import { type Card, CARDS_PER_DECK, parseCard } from '../../domain/card';
import type { RuleSet } from '../../domain/rule-set';
import type { DealtRound } from '../../persistence/rounds/dealt-rounds';
import { DealtTally } from '../../randomness/statistics/dealt-tally';
import { UnseenCards } from '../../randomness/statistics/unseen-cards';

/** Shoes that are followed at once. One that is pushed out by others is not counted on: that has nothing to do with its cards. */
const MOST_SHOES = 50_000;

/** The cards that a game dealt from shoes of so many decks. */
export interface DealtGroup {
  readonly gameId: string;
  /** Null for an infinite deck. */
  readonly decks: number | null;
  rounds: number;
  /** Rounds of kept shoes whose earlier rounds were not seen: what was left in them is not known. */
  leftOut: number;
  /** Rounds whose cards no shoe can have given: one came too often, or one was missing. */
  impossible: string[];
  readonly tallies: Readonly<Record<DealtPosition, DealtTally>>;
}

/** All of a round's first cards, the first and the second of every hand, and the dealer's. */
export const DEALT_POSITIONS = ['all', 'first', 'second', 'dealer'] as const;
export type DealtPosition = (typeof DEALT_POSITIONS)[number];

interface FollowedShoe {
  readonly unseen: UnseenCards;
  dealt: number;
}

/** Counts the first cards of rounds by game and number of decks; follows shoes that are kept from round to round. */
export class DealtCards {
  private readonly byName = new Map<string, DealtGroup>();
  private readonly shoes = new Map<string, FollowedShoe>();

  constructor(private readonly mostShoes: number = MOST_SHOES) {}

  /** Sorted by game and number of decks. */
  get groups(): DealtGroup[] {
    return [...this.byName].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, group]) => group);
  }

  /** Rounds of one shoe have to come in the order in which they were dealt. */
  count(round: DealtRound, ruleSet: RuleSet): void {
    const group = this.groupOf(round);
    const shoe = this.shoeOf(round);
    if (shoe === null) {
      group.leftOut += 1;
      return;
    }
    group.rounds += 1;
    if (countRound(group.tallies, shoe.unseen, round, ruleSet)) {
      shoe.dealt += round.dealt.length + (round.later ?? []).length;
    } else {
      group.impossible.push(round.roundId);
      this.shoes.delete(nameOfShoe(round));
    }
    // Cards that were shuffled back (DX-02) are seen twice: such a shoe has ended with this round.
    if (round.decks !== null && shoe.dealt > round.decks * CARDS_PER_DECK)
      this.shoes.delete(nameOfShoe(round));
  }

  private groupOf({ gameId, decks }: DealtRound): DealtGroup {
    const name = `${gameId}\n${decks ?? 'infinite'}`;
    const known = this.byName.get(name);
    if (known !== undefined) return known;
    const tallies = {
      all: new DealtTally(),
      first: new DealtTally(),
      second: new DealtTally(),
      dealer: new DealtTally(),
    };
    const group = { gameId, decks, rounds: 0, leftOut: 0, impossible: [], tallies };
    this.byName.set(name, group);
    return group;
  }

  /** The shoe as the round found it; null where that is not known. */
  private shoeOf(round: DealtRound): FollowedShoe | null {
    const { decks, start, keptNo, burned, exposed } = round;
    if (keptNo === null) return { unseen: new UnseenCards(decks), dealt: 0 };
    const name = nameOfShoe(round);
    const known = this.shoes.get(name);
    this.shoes.delete(name);
    const first = exposed === null ? 0 : 1 + burned;
    if (known === undefined ? start !== first : start !== known.dealt) return null;
    const shoe = known ?? openedShoe(decks, exposed, first);
    this.shoes.set(name, shoe);
    if (this.shoes.size > this.mostShoes) this.shoes.delete(this.shoes.keys().next().value ?? '');
    return shoe;
  }
}

/** What was burned lay face down: nobody knows which of the unseen cards they are. */
function openedShoe(decks: number | null, exposed: string | null, dealt: number): FollowedShoe {
  const unseen = new UnseenCards(decks);
  const card = exposed === null ? null : parseCard(exposed);
  if (card !== null) unseen.see(card);
  return { unseen, dealt };
}

function nameOfShoe({ ownerId, keptNo }: DealtRound): string {
  return `${ownerId}:${keptNo}`;
}

/**
 * Counts the cards that every round of these bets is dealt: two a hand and the dealer's one or two. What comes after
 * them in the same step depends on them, so that it is only seen. False when no shoe can have given the cards.
 */
function countRound(
  tallies: DealtGroup['tallies'],
  unseen: UnseenCards,
  { boxes, dealt, later, decks, start }: DealtRound,
  { handsPerBox, dealerCards }: RuleSet,
): boolean {
  const hands = boxes * handsPerBox;
  const fixed = 2 * hands + (dealerCards === 'upOnly' ? 1 : 2);
  if (dealt.length < fixed) return false;
  let left = decks === null ? Infinity : decks * CARDS_PER_DECK - start;
  for (const [place, text] of [...dealt, ...(later ?? [])].entries()) {
    const card = parseCard(text);
    if (card === null) return false;
    if (left-- <= 0) return true;
    if (!countCard(place < fixed ? [tallies.all, tallies[positionOf(place, hands)]] : [], card, unseen))
      return false;
  }
  return true;
}

function countCard(tallies: readonly DealtTally[], card: Card, unseen: UnseenCards): boolean {
  if (unseen.chanceOf(card) === 0) return false;
  for (const tally of tallies) tally.add(card, unseen);
  return unseen.see(card);
}

/** One card to each hand, the dealer's first, a second one to each hand, the dealer's second (DX-12, IN-02, SW-03). */
function positionOf(place: number, hands: number): Exclude<DealtPosition, 'all'> {
  if (place < hands) return 'first';
  if (place === hands || place > 2 * hands) return 'dealer';
  return 'second';
}
