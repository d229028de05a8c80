import { type Dealing, reportDecision } from './account';
import { present } from './assert';
import { type Card, cardText, isRed, rankIndex } from './card';
import { isAceWithTen } from './hand';
import { type Minor, winnings, ZERO } from './money';
import type { SideBetOutcome } from './outcome';
import { type Box, type Round, type SideBet, upcardOf } from './round';
import type { SideBetType } from './rule-set';

const SEVEN = 6;

/** Decides every side bet whose cards are complete; `roundOver` completes all of them. */
export function settleSideBets(d: Dealing, roundOver = false): void {
  for (const sideBet of d.round.sideBets) {
    if (sideBet.outcome !== null) continue;
    const box = d.round.boxes.find((candidate) => candidate.box === sideBet.box);
    const outcome = outcomeOf(sideBet.type, present(box, 'a box under a side bet'), d.round, roundOver);
    if (outcome !== null) decide(d, sideBet, outcome);
  }
}

function decide(d: Dealing, sideBet: SideBet, outcome: SideBetOutcome): void {
  const rule = d.round.ruleSet.sideBets.find((candidate) => candidate.type === sideBet.type);
  const pays = outcome === 'lose' ? undefined : present(rule, 'a rule for every side bet').pays[outcome];
  sideBet.outcome = pays === undefined ? 'lose' : outcome;
  sideBet.returned =
    pays === undefined ? ZERO : ((sideBet.stake + winnings(sideBet.stake, { num: pays, den: 1 })) as Minor);
  const name = `${sideBet.box}:${sideBet.type}`;
  reportDecision(d, sideBet.bettor, sideBet.type, name, sideBet.outcome, sideBet.returned);
}

/** What a side bet has come to, or null while a card may still decide it. */
function outcomeOf(type: SideBetType, box: Box, round: Round, roundOver: boolean): SideBetOutcome | null {
  switch (type) {
    case 'pairs':
      return pairsOutcome(box.hands[0].cards, upcardOf(round));
    case 'blackjack':
      return isAceWithTen(box.hands[0]) ? 'blackjack' : 'lose';
    case 'sevens':
      return sevensOutcome(box, roundOver);
    case 'superMatch':
      return superMatchOutcome([...box.hands[0].cards, ...box.hands[1].cards]);
  }
}

/** The highest pair only (DX-27): rank and suit of both cards against each other and the dealer's first card. */
export function pairsOutcome([one, other]: readonly Card[], upcard: Card): SideBetOutcome {
  if (rankIndex(one) !== rankIndex(other)) return 'lose';
  if (one === other) return one === upcard ? 'suitedTrips' : 'perfectPair';
  return isRed(one) === isRed(other) ? 'colouredPair' : 'mixedPair';
}

/**
 * AM-13: sevens among the first three cards of one hand. Two sevens wait for the third card that the unsplit hand
 * draws; a split, or an end without a draw, leaves them two.
 */
function sevensOutcome(box: Box, roundOver: boolean): SideBetOutcome | null {
  const [hand] = box.hands;
  if (rankIndex(hand.cards[0]) !== SEVEN) return 'lose';
  if (hand.fromSplit) return 'twoSevens';
  if (rankIndex(hand.cards[1]) !== SEVEN) return 'seven';
  if (hand.cards.length > 2) return rankIndex(hand.cards[2]) === SEVEN ? 'threeSevens' : 'twoSevens';
  return roundOver || (hand.state !== 'waiting' && hand.state !== 'acting') ? 'twoSevens' : null;
}

/** SW-04: equal ranks among the first four cards of the box, the best combination only. */
export function superMatchOutcome(cards: readonly Card[]): SideBetOutcome {
  const counts = new Uint8Array(13);
  for (const card of cards) counts[rankIndex(card)] += 1;
  const pairs = counts.filter((count) => count === 2).length;
  if (counts.includes(4)) return 'fourOfAKind';
  if (counts.includes(3)) return 'threeOfAKind';
  if (pairs === 2) return 'twoPairs';
  return pairs === 1 ? 'pair' : 'lose';
}

/** Whether this blackjack is one that pays otherwise: exactly these two cards, in any order (AM-04). */
export function isOfCards(cards: readonly Card[], texts: readonly string[]): boolean {
  return cards.length === texts.length && cards.every((card) => texts.includes(cardText(card)));
}
