import { charge, type Dealing } from './account';
import type { Bets } from './bets';
import { isAce } from './card';
import { addCard, type Hand } from './hand';
import { handId } from './hand-id';
import type { Journal } from './journal';
import { type Minor, ZERO } from './money';
import { openOffers } from './offers';
import { type BettorAccount, type Box, type Round, upcardOf } from './round';
import type { RuleSet } from './rule-set';
import type { CardSource } from './shoe';
import { settleSideBets } from './side-bets';
import type { TableLimits } from './table-limits';
import { afterOffers, dealTo } from './turn';

/** Takes the bets, deals, and goes on to where something is asked of somebody. The bets were checked before. */
export function deal(
  ruleSet: RuleSet,
  limits: TableLimits,
  bets: Bets,
  cards: CardSource,
  journal: Journal | null = null,
): Round {
  const d: Dealing = { round: newRound(ruleSet, limits, bets), cards, journal };
  chargeBets(d);
  dealFirstCards(d);
  settleSideBets(d);
  openOffers(d);
  afterOffers(d);
  return d.round;
}

function newRound(ruleSet: RuleSet, limits: TableLimits, bets: Bets): Round {
  const bettors: BettorAccount[] = [];
  for (let bettor = 0; bettor < bets.bettors; bettor++) bettors.push({ staked: ZERO, returned: ZERO });
  return {
    ruleSet,
    limits,
    status: 'playing',
    dealer: {
      cards: [],
      hard: 0,
      aces: 0,
      upIndex: ruleSet.dealerCards === 'holeThenUp' ? 1 : 0,
      holeIndex: null,
      blackjack: null,
    },
    boxes: bets.seats.map(({ box, bettor, stake }) => newBox(ruleSet, box, bettor, stake, bets)),
    sideBets: bets.sideBets.map(({ box, bettor, type, stake }) => {
      return { box, bettor, type, stake, outcome: null, returned: null };
    }),
    insurances: [],
    offers: [],
    ownCardsShown: true,
    turnBox: 0,
    turnHand: 0,
    bettors,
  };
}

function newBox(ruleSet: RuleSet, box: number, bettor: number, stake: Minor, { behind }: Bets): Box {
  const followers = behind.filter((bet) => bet.box === box);
  const hands: Hand[] = [];
  for (let dealt = 0; dealt < ruleSet.handsPerBox; dealt++) {
    const bets = [{ bettor, stake, outcome: null, returned: null, insurance: null }];
    for (const bet of followers) {
      bets.push({ bettor: bet.bettor, stake: bet.stake, outcome: null, returned: null, insurance: null });
    }
    hands.push({
      id: handId(box, dealt + 1),
      dealt,
      cards: [],
      hard: 0,
      aces: 0,
      state: 'waiting',
      fromSplit: false,
      bets,
    });
  }
  return { box, bettor, hands, nextHand: ruleSet.handsPerBox + 1, touched: false };
}

function chargeBets(d: Dealing): void {
  for (const { hands } of d.round.boxes) {
    for (const { id, bets } of hands)
      for (const { bettor, stake } of bets) charge(d, bettor, 'main', id, stake);
  }
  for (const { box, bettor, type, stake } of d.round.sideBets)
    charge(d, bettor, type, `${box}:${type}`, stake);
}

/** First cards to the boxes, the dealer's first, second cards, the dealer's second where he has one (DX-12, IN-02, SW-03). */
function dealFirstCards(d: Dealing): void {
  const { dealerCards, insuranceCards } = d.round.ruleSet;
  dealOneToEach(d);
  dealToDealer(d, dealerCards === 'holeThenUp');
  dealOneToEach(d);
  if (dealerCards !== 'upOnly') dealToDealer(d, dealerCards === 'upThenHole');
  d.round.ownCardsShown = insuranceCards === 'open' || !isAce(upcardOf(d.round));
}

function dealOneToEach(d: Dealing): void {
  for (const { hands } of d.round.boxes) for (const hand of hands) dealTo(d, hand);
}

function dealToDealer(d: Dealing, faceDown: boolean): void {
  const { dealer } = d.round;
  const card = d.cards.draw();
  addCard(dealer, card);
  if (faceDown) dealer.holeIndex = dealer.cards.length === 1 ? 0 : 1;
  d.journal?.record({ type: 'dealerDealt', card, faceDown });
}
