import type { Insurance } from './hand';
import type { Round } from './round';
import {
  type BoxView,
  type HandView,
  type InsuranceView,
  type RoundView,
  type SideBetView,
  viewOf,
} from './view';

/** The round with the money of all its bettors added up: what their operator sees. Nobody is asked through it. */
export function viewTogether(round: Round): RoundView {
  const watched = viewOf(round, null);
  const staked = sumOf(round.bettors.map((account) => account.staked));
  const returned = sumOf(round.bettors.map((account) => account.returned));
  const boxes = watched.boxes.map((box, index): BoxView => {
    const { hands } = round.boxes[index];
    return {
      ...box,
      hands: box.hands.map((hand, place): HandView => ({ ...hand, ...moneyOn(hands[place].bets) })),
      sideBets: sideBetsOn(round, box.box),
    };
  });
  return { ...watched, boxes, staked, returned, net: returned - staked };
}

interface Bet<Outcome> {
  readonly stake: number;
  readonly outcome: Outcome | null;
  readonly returned: number | null;
}

/** Bets on one thing have one outcome: they are decided together. */
function together<Outcome>(bets: readonly Bet<Outcome>[]): Bet<Outcome> {
  const open = bets.some(({ returned }) => returned === null);
  return {
    stake: sumOf(bets.map(({ stake }) => stake)),
    outcome: open ? null : bets[0].outcome,
    returned: open ? null : sumOf(bets.map(({ returned }) => returned ?? 0)),
  };
}

function moneyOn(
  bets: Round['boxes'][number]['hands'][number]['bets'],
): Pick<HandView, 'stake' | 'outcome' | 'returned' | 'insurance'> {
  const insurances = bets.map((bet) => bet.insurance).filter((bet): bet is Insurance => bet !== null);
  const insurance: InsuranceView | null = insurances.length === 0 ? null : together(insurances);
  return { ...together(bets), insurance };
}

function sideBetsOn({ sideBets }: Round, box: number): SideBetView[] {
  const onBox = sideBets.filter((bet) => bet.box === box);
  const types = [...new Set(onBox.map(({ type }) => type))];
  return types.map((type) => ({ type, ...together(onBox.filter((bet) => bet.type === type)) }));
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
