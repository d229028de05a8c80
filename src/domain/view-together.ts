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

/**
 * The round with the money of these bettors added up, by their numbers: what their operator sees. Whoever calls leaves out
 * those who play with other money than the rest: real and play money are never one sum (DX-08). Nobody is asked through it.
 */
export function viewTogether(round: Round, bettors: ReadonlySet<number>): RoundView {
  const watched = viewOf(round, null);
  const accounts = round.bettors.filter((_, bettor) => bettors.has(bettor));
  const staked = sumOf(accounts.map((account) => account.staked));
  const returned = sumOf(accounts.map((account) => account.returned));
  const boxes = watched.boxes.map((box, index): BoxView => {
    const { hands } = round.boxes[index];
    return {
      ...box,
      hands: box.hands.map((hand, place): HandView => {
        return { ...hand, ...moneyOn(hands[place].bets.filter(({ bettor }) => bettors.has(bettor))) };
      }),
      sideBets: sideBetsOn(round, box.box, bettors),
    };
  });
  return { ...watched, boxes, staked, returned, net: returned - staked };
}

interface Bet<Outcome> {
  readonly stake: number;
  readonly outcome: Outcome | null;
  readonly returned: number | null;
}

/** Bets on one thing have one outcome: they are decided together. Where there are none, nothing is decided. */
function together<Outcome>(bets: readonly Bet<Outcome>[]): Bet<Outcome> {
  const open = bets.length === 0 || bets.some(({ returned }) => returned === null);
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

function sideBetsOn({ sideBets }: Round, box: number, bettors: ReadonlySet<number>): SideBetView[] {
  const onBox = sideBets.filter((bet) => bet.box === box && bettors.has(bet.bettor));
  const types = [...new Set(onBox.map(({ type }) => type))];
  return types.map((type) => ({ type, ...together(onBox.filter((bet) => bet.type === type)) }));
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
