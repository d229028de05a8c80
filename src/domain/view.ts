import type { LegalAction } from './action';
import { type BadChoice, badChoices } from './advice';
import { cardText, FACE_DOWN } from './card';
import {
  addCard,
  type CardHand,
  type Hand,
  type HandBet,
  type HandState,
  type Insurance,
  isSoft,
  totalOf,
} from './hand';
import { legalActions } from './legal';
import type { HandOutcome, SideBetOutcome } from './outcome';
import type { Round, RoundStatus } from './round';
import type { SideBetType } from './rule-set';

/**
 * The round as one bettor may see it. This is the only way out: what the rules keep face down is `??` here, and the
 * rest of the shoe is not here at all.
 */
export interface RoundView {
  readonly status: RoundStatus;
  readonly dealer: DealerView;
  readonly boxes: readonly BoxView[];
  readonly insurance: InsuranceView | null;
  readonly allowed: readonly LegalAction[];
  readonly advice: readonly BadChoice[] | null;
  readonly staked: number;
  readonly returned: number;
  readonly net: number;
}

export interface DealerView {
  readonly cards: readonly string[];
  readonly total: number | null;
  readonly soft: boolean | null;
  readonly blackjack: boolean | null;
}

export interface BoxView {
  readonly box: number;
  readonly hands: readonly HandView[];
  readonly sideBets: readonly SideBetView[];
}

export interface HandView {
  readonly id: string;
  readonly cards: readonly string[];
  readonly total: number | null;
  readonly soft: boolean | null;
  readonly stake: number;
  readonly state: HandState;
  readonly outcome: HandOutcome | null;
  readonly returned: number | null;
  readonly insurance: InsuranceView | null;
}

export interface InsuranceView {
  readonly stake: number;
  readonly outcome: 'win' | 'lose' | null;
  readonly returned: number | null;
}

export interface SideBetView {
  readonly type: SideBetType;
  readonly stake: number;
  readonly outcome: SideBetOutcome | null;
  readonly returned: number | null;
}

const NO_MONEY = { staked: 0, returned: 0 };

/**
 * Projects the round for one bettor, or for somebody who only watches (null): everyone's cards as far as they are shown,
 * his own money only.
 */
export function viewOf(round: Round, bettor: number | null): RoundView {
  const { staked, returned } = bettor === null ? NO_MONEY : round.bettors[bettor];
  const advice = bettor === null ? [] : badChoices(round, bettor);
  return {
    status: round.status,
    dealer: dealerView(round),
    boxes: round.boxes.map(({ box, hands }) => ({
      box,
      hands: hands.map((hand) => handView(hand, bettor, round.ownCardsShown)),
      sideBets: round.sideBets
        .filter((bet) => bet.box === box && bet.bettor === bettor)
        .map(({ type, stake, outcome, returned: back }) => ({ type, stake, outcome, returned: back })),
    })),
    insurance: insuranceView(round.insurances.find((bet) => bet.bettor === bettor) ?? null),
    allowed: bettor === null ? [] : legalActions(round, bettor),
    advice: advice.length > 0 ? advice : null,
    staked,
    returned,
    net: returned - staked,
  };
}

function dealerView({ dealer }: Round): DealerView {
  const shown: CardHand = { cards: [], hard: 0, aces: 0 };
  const { holeIndex } = dealer;
  dealer.cards.forEach((card, index) => {
    if (index !== holeIndex) addCard(shown, card);
  });
  return {
    cards: dealer.cards.map((card, index) => (index === holeIndex ? FACE_DOWN : cardText(card))),
    total: totalOf(shown),
    soft: isSoft(shown),
    blackjack: dealer.blackjack,
  };
}

function handView(hand: Hand, bettor: number | null, shown: boolean): HandView {
  const bet: HandBet | undefined = hand.bets.find((candidate) => candidate.bettor === bettor);
  return {
    id: hand.id,
    cards: hand.cards.map((card) => (shown ? cardText(card) : FACE_DOWN)),
    total: shown ? totalOf(hand) : null,
    soft: shown ? isSoft(hand) : null,
    stake: bet?.stake ?? 0,
    state: hand.state,
    outcome: bet?.outcome ?? null,
    returned: bet?.returned ?? null,
    insurance: insuranceView(bet?.insurance ?? null),
  };
}

function insuranceView(bet: Insurance | null): InsuranceView | null {
  return bet && { stake: bet.stake, outcome: bet.outcome, returned: bet.returned };
}
