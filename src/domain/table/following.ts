import { present } from '../assert';
import type { Hand, HandBet } from '../hand';
import { type AtTable, balanceOf, sheetsByBettor } from './at-table';
import type { Sheet } from './table';

/** Who of those behind the hand has said yes and can pay (DX-22, DX-23); who cannot is told. */
export function followersOf(t: AtTable, hand: Hand, type: 'double' | 'split'): number[] {
  const bettors = sheetsByBettor(t);
  return hand.bets
    .slice(1)
    .filter((bet) => {
      const sheet = present(bettors.get(bet.bettor), 'a sheet of every bettor');
      return follows(t, sheet, hand, bet, type);
    })
    .map(({ bettor }) => bettor);
}

function follows(
  t: AtTable,
  sheet: Sheet,
  hand: Hand,
  { stake }: HandBet,
  type: 'double' | 'split',
): boolean {
  const chosen = `follow-${type}` as const;
  const answer = sheet.follows.find((follow) => follow.type === chosen && follow.hand === hand.id);
  if (answer?.accept !== true) return false;
  const balance = balanceOf(t, sheet.player);
  if (balance >= stake) return true;
  noteUnpaid(t, sheet, { hand: hand.id, chosen, executed: null, balance, price: stake });
  return false;
}

/** Answers to a double or a split were executed: none is left for the hand that a split makes of it (DX-24, DX-25). */
export function forgetFollows(t: AtTable, hand: Hand): void {
  const bettors = sheetsByBettor(t);
  for (const { bettor } of hand.bets.slice(1)) {
    const sheet = present(bettors.get(bettor), 'a sheet of every bettor');
    const left = sheet.follows.filter((follow) => follow.hand !== hand.id);
    if (left.length === sheet.follows.length) continue;
    sheet.follows = left;
    t.touched.add(sheet.player);
  }
}

type Unpaid = Omit<Sheet['notExecuted'][number], 'reason'>;

/** Tells a player what his money did not allow, and what became of it. */
export function noteUnpaid(t: AtTable, sheet: Sheet, note: Unpaid): void {
  sheet.notExecuted.push({ ...note, reason: 'insufficient_funds' });
  t.touched.add(sheet.player);
}
