import type { Round } from '../../domain/round';
import type { BoxView, InsuranceView, RoundView } from '../../domain/view';

/** A cancelled round decides nothing any more, so nothing in it is hidden any more. */
export function openedUp(round: Round): Round {
  return { ...round, ownCardsShown: true, dealer: { ...round.dealer, holeIndex: null } };
}

/** The same view after a cancellation: every stake came back, whatever had been decided; nobody is asked any more. */
export function givenBack(view: RoundView): RoundView {
  const { staked } = view;
  return {
    ...view,
    boxes: view.boxes.map(boxBack),
    insurance: insuranceBack(view.insurance),
    allowed: [],
    advice: null,
    returned: staked,
    net: 0,
  };
}

function boxBack({ box, hands, sideBets }: BoxView): BoxView {
  return {
    box,
    hands: hands.map((hand) => ({
      ...hand,
      state: hand.state === 'acting' ? 'waiting' : hand.state,
      outcome: null,
      returned: hand.stake === 0 ? null : hand.stake,
      insurance: insuranceBack(hand.insurance),
    })),
    sideBets: sideBets.map((bet) => ({ ...bet, outcome: null, returned: bet.stake })),
  };
}

function insuranceBack(bet: InsuranceView | null): InsuranceView | null {
  return bet && { ...bet, outcome: null, returned: bet.stake };
}
