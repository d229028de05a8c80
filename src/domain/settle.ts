import { type Dealing, decideBet, reportDecision } from './account';
import { addCard, type Hand, type Insurance, isAceWithTen, isSoft, mayBeBlackjack, totalOf } from './hand';
import { type Minor, type Ratio, winnings, ZERO } from './money';
import { type Round, upcardOf } from './round';
import type { RuleSet } from './rule-set';
import { isOfCards, settleSideBets } from './side-bets';

const INSURANCE_PAYS: Ratio = { num: 2, den: 1 };

/** Pays the blackjacks that the dealer can no longer match, where they are paid at once (AM-04, CL-04). */
export function paySafeBlackjacks(d: Dealing): void {
  const { round } = d;
  if (round.dealer.blackjack !== false || round.ruleSet.blackjackPaid !== 'whenSafe') return;
  for (const box of round.boxes) {
    for (const hand of box.hands) if (isNatural(hand)) payBlackjack(d, hand);
  }
}

/** A blackjack on the table, even if its holder took even money and only those behind him still wait. */
function isNatural(hand: Hand): boolean {
  return hand.state === 'blackjack' || hand.state === 'evenMoney';
}

function payBlackjack(d: Dealing, hand: Hand): void {
  const pays = blackjackPays(d.round.ruleSet, hand);
  for (const bet of hand.bets) {
    if (bet.outcome === null) {
      decideBet(d, hand, bet, 'blackjack', (bet.stake + winnings(bet.stake, pays)) as Minor);
    }
  }
}

/** AM-04: a blackjack of particular cards may pay otherwise. */
function blackjackPays(ruleSet: RuleSet, hand: Hand): Ratio {
  for (const special of ruleSet.specialBlackjacks)
    if (isOfCards(hand.cards, special.cards)) return special.pays;
  return ruleSet.blackjackPays;
}

/** Insurance pays 2:1 when the dealer has a blackjack, whatever became of the hand (C-11, C-12). */
export function settleInsurance(d: Dealing, blackjack: boolean): void {
  for (const box of d.round.boxes) {
    for (const hand of box.hands) {
      for (const bet of hand.bets) {
        if (bet.insurance !== null)
          decideInsurance(d, bet.bettor, bet.insurance, `${hand.id}:insurance`, blackjack);
      }
    }
  }
  for (const bet of d.round.insurances) decideInsurance(d, bet.bettor, bet, 'insurance', blackjack);
}

function decideInsurance(d: Dealing, bettor: number, bet: Insurance, name: string, blackjack: boolean): void {
  if (bet.outcome !== null) return;
  bet.outcome = blackjack ? 'win' : 'lose';
  bet.returned = blackjack ? ((bet.stake + winnings(bet.stake, INSURANCE_PAYS)) as Minor) : ZERO;
  reportDecision(d, bettor, 'insurance', name, bet.outcome, bet.returned);
}

/** No hand has a decision left: the dealer plays as far as anything depends on it, and everything is decided (C-12). */
export function finishRound(d: Dealing): void {
  const { round } = d;
  settleSideBets(d, true);
  showHoleCard(d);
  const open = openHands(round);
  if (round.dealer.cards.length === 1 && needsSecondCard(round, open)) dealerDraws(d);
  const blackjack = isAceWithTen(round.dealer);
  round.dealer.blackjack = blackjack;
  settleInsurance(d, blackjack);
  if (open.compared > 0) dealerPlays(d);
  for (const box of round.boxes) for (const hand of box.hands) settleHand(d, hand, blackjack);
  round.status = 'settled';
  d.journal?.record({ type: 'roundSettled' });
}

/** How many hands are undecided: to be compared with the dealer's total, and blackjacks. */
interface OpenHands {
  compared: number;
  blackjacks: number;
}

function openHands(round: Round): OpenHands {
  const open: OpenHands = { compared: 0, blackjacks: 0 };
  for (const box of round.boxes) {
    for (const hand of box.hands) {
      if (hand.bets.every((bet) => bet.outcome !== null)) continue;
      if (isNatural(hand)) open.blackjacks += 1;
      else open.compared += 1;
    }
  }
  return open;
}

/** C-12: a dealer with one card draws the second for a comparison, an open insurance, or a blackjack he may match. */
function needsSecondCard(round: Round, open: OpenHands): boolean {
  if (open.compared > 0) return true;
  if (open.blackjacks > 0 && mayBeBlackjack(upcardOf(round))) return true;
  return round.insurances.length > 0 || hasHandInsurance(round);
}

function hasHandInsurance(round: Round): boolean {
  return round.boxes.some(({ hands }) =>
    hands.some(({ bets }) => bets.some(({ insurance }) => insurance !== null)),
  );
}

export function showHoleCard(d: Dealing): void {
  const { dealer } = d.round;
  if (dealer.holeIndex === null) return;
  const card = dealer.cards[dealer.holeIndex];
  dealer.holeIndex = null;
  d.journal?.record({ type: 'holeCardShown', card });
}

function dealerDraws(d: Dealing): void {
  const card = d.cards.draw();
  addCard(d.round.dealer, card);
  d.journal?.record({ type: 'dealerDealt', card, faceDown: false });
}

/** Draws to 17, and on a soft 17 where the rule set says so (AM-11, SW-11). */
function dealerPlays(d: Dealing): void {
  const { dealer, ruleSet } = d.round;
  for (;;) {
    const total = totalOf(dealer);
    if (total > 17 || (total === 17 && !(isSoft(dealer) && ruleSet.softSeventeen === 'hit'))) return;
    dealerDraws(d);
  }
}

function settleHand(d: Dealing, hand: Hand, dealerBlackjack: boolean): void {
  if (hand.state === 'waiting' || hand.state === 'acting') {
    hand.state = 'stood';
    d.journal?.record({ type: 'handEnded', hand: hand.id, state: 'stood' });
  }
  for (const bet of hand.bets) {
    if (bet.outcome !== null) continue;
    if (isNatural(hand)) {
      if (dealerBlackjack) decideBet(d, hand, bet, 'push', bet.stake);
      else payBlackjack(d, hand);
    } else if (dealerBlackjack) decideBet(d, hand, bet, 'lose', ZERO);
    else decideBet(d, hand, bet, ...comparison(d.round, hand, bet.stake));
  }
}

/** Higher total wins 1:1, equal pushes, lower loses; a dealer's bust pays all that have not bust (C-06, SW-13). */
function comparison(round: Round, hand: Hand, stake: Minor): ['win' | 'push' | 'lose', Minor] {
  const dealer = totalOf(round.dealer);
  const player = totalOf(hand);
  if (dealer === 22 && round.ruleSet.dealerTwentyTwo === 'push') return ['push', stake];
  if (dealer > 21 || player > dealer) return ['win', (stake * 2) as Minor];
  return player === dealer ? ['push', stake] : ['lose', ZERO];
}
