import { RealTable } from '../compliance/real-table';
import type { Casino } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { expectDone } from './played-round';

/** A round with bets of the table's own money and of play money behind them (DX-08). */
export interface MixedRound {
  readonly tableId: string;
  readonly roundId: string;
}

/** What Dem, whose sessions are demos, bets behind Ann and on her pair, and what Ann and Bob bet. */
export const MIXED_STAKES = { ann: 1000, bob: 500, behind: 700, pairs: 100 } as const;

async function bets(table: HttpTable, mode: 'real' | 'test'): Promise<string> {
  const [ann, bob, dem] = [
    await table.session({ mode, playerId: 'ann' }),
    await table.session({ mode, playerId: 'bob' }),
    await table.session({ mode: 'demo', playerId: 'dem' }),
  ];
  await expectDone(table.bet({ sessionId: ann.id, seat: 1, amount: MIXED_STAKES.ann }));
  await expectDone(table.bet({ sessionId: bob.id, seat: 3, amount: MIXED_STAKES.bob }));
  await expectDone(table.bet({ sessionId: dem.id, seat: 1, kind: 'behind', amount: MIXED_STAKES.behind }));
  await expectDone(table.bet({ sessionId: dem.id, seat: 1, kind: 'pairs', amount: MIXED_STAKES.pairs }));
  return (await table.state()).roundId;
}

/** A round of real money, with random cards, played to its end. */
export async function realMixedRound(casino: Casino): Promise<MixedRound> {
  const table = await RealTable.open(casino);
  for (const player of ['ann', 'bob']) await casino.deposit(player, 100_000);
  const roundId = await bets(table.http, 'real');
  await table.playRound();
  return { tableId: table.id, roundId };
}

/** A round of a test table: Ann gets two eights against an ace, Dem insures and follows her split. */
export async function testMixedRound(casino: Casino): Promise<MixedRound & { readonly table: HttpTable }> {
  const table = await HttpTable.open(casino);
  await table.cards('8h', 'Ts', 'Ad', '8c', '6h', '9d', '3s', 'Kd', '2c', '9h', 'Qs', '7c', '5d');
  const roundId = await bets(table, 'test');
  await table.advance();
  return { table, tableId: table.id, roundId };
}
