import { invariant } from '../../domain/assert';
import type { Mode } from '../../persistence/entities/sessions';
import type { StoredBet } from '../../persistence/rounds/commit-step';

/** What play money came to in the round of a shared table, beside the sums of the table's own money (DX-08). */
export interface PlayMoneyBody {
  readonly mode: 'demo';
  readonly staked: number;
  readonly returned: number;
  readonly net: number;
  /** What lies on each bet together, by the names of the bets. */
  readonly bets: readonly StoredBet[];
}

/** One bettor's money, as far as it is added up. Minor units. */
interface Purse {
  readonly mode: string;
  readonly staked: number;
  readonly returned: number;
  readonly bets: readonly StoredBet[];
}

/**
 * The bettors of a table's round by what they bet with: the money of the table's own mode, and the play money of demo
 * sessions, which may be bet behind at any table. Every sum is over one of the two (DX-08).
 */
export function pursesOf<Part extends { readonly mode: string }>(
  tableMode: Mode,
  parts: readonly Part[],
): { readonly own: readonly Part[]; readonly demo: readonly Part[] } {
  const own = parts.filter(({ mode }) => mode === tableMode);
  const demo = parts.filter(({ mode }) => mode !== tableMode);
  invariant(
    demo.every(({ mode }) => mode === 'demo'),
    'who plays in another mode than his table plays a demo',
  );
  return { own, demo };
}

/** The sums of play money; null where nobody bet any. */
export function playMoneyOf(demo: readonly Purse[]): PlayMoneyBody | null {
  if (demo.length === 0) return null;
  const staked = sumOf(demo.map((purse) => purse.staked));
  const returned = sumOf(demo.map((purse) => purse.returned));
  const bets = betsTogether(demo.flatMap((purse) => purse.bets));
  return { mode: 'demo', staked, returned, net: returned - staked, bets };
}

/** Bets of one name are decided together, so they have one outcome. */
function betsTogether(bets: readonly StoredBet[]): StoredBet[] {
  const names = [...new Set(bets.map(({ bet }) => bet))].sort();
  return names.map((name) => {
    const same = bets.filter(({ bet }) => bet === name);
    const [{ bet, type, box, outcome }] = same;
    const stake = sumOf(same.map((one) => one.stake));
    const isOpen = same.some(({ returned }) => returned === null);
    const returned = isOpen ? null : sumOf(same.map((one) => one.returned ?? 0));
    return { bet, type, box, stake, outcome, returned };
  });
}

export function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
