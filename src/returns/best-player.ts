import type { Action } from '../domain/action';
import { present } from '../domain/assert';
import { type Card, cardValue } from '../domain/card';
import { type Hand, isAceWithTen } from '../domain/hand';
import { handId, MOST_BOXES } from '../domain/hand-id';
import { DOUBLE, handOptions, HIT, maySwitch, SPLIT, STAND, SURRENDER } from '../domain/legal';
import { type Box, findHand, type Offer, type Round, upcardOf } from '../domain/round';
import type { RuleSet } from '../domain/rule-set';
import { isOfCards } from '../domain/side-bets';
import { type BestStrategy, DEALT, pairIndex, playIndex } from './best-strategy';
import { EMPTY_HAND, HAND_TREE } from './hand-tree';
import { switchIndex } from './switch-choices';
import { TEN } from './value-counts';

const STRIDE = TEN + 1;

/** Two dealt hands of at most four each. */
const MOST_HANDS = 8;
const HAND_NAMES = Array.from({ length: MOST_BOXES * MOST_HANDS }, (_, place) =>
  handId(1 + Math.floor(place / MOST_HANDS), 1 + (place % MOST_HANDS)),
);

/** Every action that the tables can name, made once: a simulation chooses a million times a second. */
const ACTIONS: ReadonlyMap<number, ReadonlyMap<string, Action>> = new Map([
  [HIT, actionsOf((hand) => ({ type: 'hit', hand }))],
  [STAND, actionsOf((hand) => ({ type: 'stand', hand }))],
  [DOUBLE, actionsOf((hand) => ({ type: 'double', hand }))],
  [SPLIT, actionsOf((hand) => ({ type: 'split', hand }))],
  [SURRENDER, actionsOf((hand) => ({ type: 'surrender', hand }))],
]);
const SWITCHES = Array.from({ length: MOST_BOXES + 1 }, (_, box): Action => ({ type: 'switch', box }));

function actionsOf(make: (hand: string) => Action): ReadonlyMap<string, Action> {
  return new Map(HAND_NAMES.map((hand) => [hand, make(hand)]));
}

/** What the best strategy does next in an unfinished round of one box. */
export function chooseBest(strategy: BestStrategy, round: Round): Action {
  if (round.status === 'insurance') return answerTo(strategy, round, round.offers[0]);
  // Read from the round's own fields: the pair of box and hand that `handInTurn` makes would cost a tenth.
  const box = round.boxes[round.turnBox];
  const hand = box.hands[round.turnHand];
  const upcard = cardValue(upcardOf(round));
  if (strategy.switches.length > 0 && maySwitch(round, box) && isSwitched(strategy, box, upcard)) {
    return SWITCHES[box.box];
  }
  const options = handOptions(round, box, hand);
  return actionOn(hand, bestOption(strategy, upcard, hand, options));
}

/** The best of the options of a hand, as its bit. */
function bestOption(strategy: BestStrategy, upcard: number, hand: Hand, options: number): number {
  const value = cardValue(hand.cards[0]);
  if ((options & SPLIT) !== 0 && strategy.splits[pairIndex(upcard, value)] === 1) return SPLIT;
  const splitFrom = hand.fromSplit ? value : DEALT;
  return strategy.plays[playIndex(splitFrom, upcard, numberOf(hand.cards))];
}

function actionOn(hand: Hand, option: number): Action {
  return present(ACTIONS.get(option)?.get(hand.id), 'an action for every option');
}

/** The number of a hand in the tree, whatever the order of its cards. */
export function numberOf(cards: readonly Card[]): number {
  let hand = EMPTY_HAND;
  for (const card of cards) hand = HAND_TREE.next[hand * STRIDE + cardValue(card)];
  return hand;
}

function isSwitched({ switches }: BestStrategy, { hands }: Box, upcard: number): boolean {
  const [one, other] = hands;
  const at = switchIndex(
    upcard,
    cardValue(one.cards[0]),
    cardValue(one.cards[1]),
    cardValue(other.cards[0]),
    cardValue(other.cards[1]),
  );
  return switches[at] === 1;
}

function answerTo(strategy: BestStrategy, round: Round, offer: Offer): Action {
  switch (offer.kind) {
    case 'evenMoney': {
      const { hand } = present(findHand(round, offer.hand), 'a hand for every offer');
      const accept = blackjackPays(round.ruleSet, hand) < strategy.evenMoneyBelow;
      return { type: 'even-money', hand: offer.hand, accept };
    }
    case 'insurance':
      return { type: 'insurance', accept: insures(strategy, round) };
    case 'insuranceAmount':
      return insures(strategy, round)
        ? { type: 'insurance', accept: true, amount: offer.max }
        : { type: 'insurance', accept: false };
  }
}

function insures({ insuresBelowTens }: BestStrategy, { boxes, ownCardsShown }: Round): boolean {
  if (!ownCardsShown) return insuresBelowTens > 0;
  let tens = 0;
  for (const { hands } of boxes) {
    for (const { cards } of hands) for (const card of cards) if (cardValue(card) === TEN) tens += 1;
  }
  return tens < insuresBelowTens;
}

export function blackjackPays({ blackjackPays: usual, specialBlackjacks }: RuleSet, hand: Hand): number {
  const special = specialBlackjacks.find(({ cards }) => isAceWithTen(hand) && isOfCards(hand.cards, cards));
  const { num, den } = special?.pays ?? usual;
  return num / den;
}
