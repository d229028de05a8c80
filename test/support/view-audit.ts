import type { Card } from '../../src/domain/card';
import type { Minor } from '../../src/domain/money';
import type { Round } from '../../src/domain/round';
import type { AtTable } from '../../src/domain/table/at-table';
import type { PlayerRef } from '../../src/domain/table/table';
import { tableViewOf } from '../../src/domain/table/view';
import { check } from './check';
import type { MemoryTable } from './memory-table';

/** What a player sees does not depend on the hidden card, nor on the money of anybody else, nor does it name anybody. */
export function checkView(at: MemoryTable, viewer: PlayerRef | null): void {
  const t = at.copies();
  const players = [...t.sheets.keys()];
  const aliasOf = (player: PlayerRef): string => `alias ${players.indexOf(player)}`;
  const seen = JSON.stringify(tableViewOf(t, viewer, aliasOf));
  const disguised = JSON.stringify(tableViewOf(disguise(t, viewer), viewer, aliasOf));
  check(seen === disguised, `${viewer ?? 'nobody'} sees his own money and open cards only: ${seen}`);
  check(!players.some((player) => seen.includes(`"${player}"`)), 'a view names nobody');
}

/** The same table to the viewer: the hidden card is another one, and others have other money on it. */
function disguise(t: AtTable, viewer: PlayerRef | null): AtTable {
  const own = viewer === null ? undefined : t.sheets.get(viewer);
  const sheets = new Map(own === undefined ? [] : [[own.player, own]]);
  return { ...t, sheets, round: t.round && otherRound(structuredClone(t.round), own?.bettor ?? null) };
}

function otherRound(round: Round, bettor: number | null): Round {
  const { dealer, bettors, boxes, sideBets } = round;
  if (dealer.holeIndex !== null)
    dealer.cards[dealer.holeIndex] = ((dealer.cards[dealer.holeIndex] + 17) % 52) as Card;
  bettors.forEach((account, number) => {
    if (number !== bettor) account.staked = (account.staked + 700) as Minor;
  });
  for (const bet of [...boxes.flatMap(({ hands }) => hands.flatMap(({ bets }) => bets)), ...sideBets]) {
    if (bet.bettor === bettor) continue;
    Object.assign(bet, { stake: bet.stake + 900, returned: 12_300, outcome: 'push' });
    if ('insurance' in bet) bet.insurance = { stake: 50 as Minor, outcome: null, returned: null };
  }
  return round;
}
