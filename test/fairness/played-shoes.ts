import type { TableBody } from '../../src/application/tables/table-body';
import type { Casino, OpenSession } from '../support/casino';
import { expectDone } from '../shared-rounds/played-round';
import { HttpTable } from '../tables/http-table';

/** A table whose third shoe lies there, and the rounds that differ from what their steps alone would tell. */
export interface PlayedShoes {
  readonly table: HttpTable;
  /** Four of them, with two seats each but for the last. */
  readonly players: readonly OpenSession[];
  /** The first rounds of the table: one in which somebody could not pay what he had chosen, and one that was broken off. */
  readonly degraded: string;
  readonly brokenOff: string;
  /** Of the second shoe, cancelled when it had been settled. */
  readonly cancelledLate: string;
}

/** Plays two shoes to their cut cards; from the third nothing is dealt yet. */
export async function playShoes(casino: Casino): Promise<PlayedShoes> {
  const table = await HttpTable.open(casino);
  const poor = await table.session({ balance: 1500 });
  const players = [
    await table.session(),
    await table.session(),
    await table.session(),
    await table.session(),
  ];
  const degraded = await degradedRound(table, players[0], poor);
  const brokenOff = await brokenOffRound(casino, table, players[0]);
  let body = await table.state();
  while (body.shoe.number === 1) body = await quickRound(table, players);
  const cancelledLate = body.roundId;
  body = await quickRound(table, players);
  await expectDone(casino.cancel(cancelledLate, { reason: 'fault' }));
  while (body.shoe.number === 2) body = await quickRound(table, players);
  return { table, players, degraded, brokenOff, cancelledLate };
}

/** One round on seven seats, in which everybody's time is over; the table as the last call of it answered. */
export async function quickRound(table: HttpTable, players: readonly OpenSession[]): Promise<TableBody> {
  timePasses(table);
  for (let seat = 1; seat <= 7; seat++)
    await expectDone(table.bet({ sessionId: players[seat >> 1].id, seat, amount: 100 }));
  return playedOut(table);
}

/** Rounds are told apart by when they were dealt. */
function timePasses({ casino: { app } }: HttpTable): void {
  app.clock.now = new Date(app.clock.now.getTime() + 1000);
}

async function playedOut(table: HttpTable): Promise<TableBody> {
  let body = await table.advance();
  while (body.status !== 'betting') body = await table.advance();
  return body;
}

/** Somebody chooses to double ahead of his turn, and cannot pay for it when it comes (DX-16): he hits. */
async function degradedRound(table: HttpTable, rich: OpenSession, poor: OpenSession): Promise<string> {
  await table.cards('5h', '4s', '6d', '6c', '5h', '9d', '2s', '3c', 'Kd', '9c');
  await expectDone(table.bet({ sessionId: rich.id, seat: 1, amount: 1000 }));
  await expectDone(table.bet({ sessionId: poor.id, seat: 2, amount: 1000 }));
  await expectDone(table.bet({ sessionId: rich.id, kind: 'behind', seat: 2, amount: 500 }));
  const { roundId } = await table.advance();
  await expectDone(table.act({ sessionId: poor.id, type: 'double', hand: '2.1' }));
  await expectDone(table.act({ sessionId: rich.id, type: 'stand', hand: '1.1' }));
  await playedOut(table);
  await expectDone(table.leave(2, `?sessionId=${poor.id}`));
  return roundId;
}

async function brokenOffRound(casino: Casino, table: HttpTable, { id }: OpenSession): Promise<string> {
  timePasses(table);
  await table.cards('Th', '9c', '6s', '9d', '8c');
  await expectDone(table.bet({ sessionId: id, seat: 1, amount: 1000 }));
  const { roundId, status } = await table.advance();
  if (status !== 'deciding') throw new Error(`the round is ${status}`);
  await expectDone(casino.cancel(roundId, { reason: 'fault' }));
  await playedOut(table);
  return roundId;
}
