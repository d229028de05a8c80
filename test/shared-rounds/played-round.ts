import type { TableBody } from '../../src/application/tables/table-body';
import type { Casino, OpenSession } from '../support/casino';
import { HttpTable } from '../tables/http-table';

/** A table with three players and a watcher: Ann on seat 1, Bob on seat 3 and behind Ann, Cid behind both with a pair bet. */
export interface PlayedRound {
  readonly table: HttpTable;
  readonly roundId: string;
  readonly ann: OpenSession;
  readonly bob: OpenSession;
  readonly cid: OpenSession;
  readonly dora: OpenSession;
  readonly state: TableBody;
}

/** Ann gets 8h 8c, Bob Ts 6h; the dealer an ace and a nine below. */
export const CARDS = ['8h', 'Ts', 'Ad', '8c', '6h', '9d', '3s', 'Kd', '2c', '9h', 'Qs', '7c', '5d'];

export const STAKES = {
  ann: 1000,
  bob: 2000,
  bobBehind: 700,
  cidBehindAnn: 300,
  cidBehindBob: 500,
  pairs: 100,
};

/** Deals a round with chosen cards; it waits for answers to the offer of insurance. */
export async function dealtRound(casino: Casino, cards = CARDS): Promise<PlayedRound> {
  const table = await HttpTable.open(casino);
  const [ann, bob, cid, dora] = [
    await table.session(),
    await table.session(),
    await table.session(),
    await table.session(),
  ];
  await table.cards(...cards);
  const bets = [
    [ann, { seat: 1, amount: STAKES.ann }],
    [bob, { seat: 3, amount: STAKES.bob }],
    [bob, { seat: 1, kind: 'behind', amount: STAKES.bobBehind }],
    [cid, { seat: 1, kind: 'behind', amount: STAKES.cidBehindAnn }],
    [cid, { seat: 3, kind: 'behind', amount: STAKES.cidBehindBob }],
    [cid, { seat: 1, kind: 'pairs', amount: STAKES.pairs }],
  ] as const;
  for (const [{ id }, bet] of bets) await expectDone(table.bet({ sessionId: id, ...bet }));
  const state = await table.advance();
  return { table, roundId: state.roundId, ann, bob, cid, dora, state };
}

/** Plays such a round to its end: Cid insures both, Ann splits and Cid follows, Bob stands ahead of his turn. */
export async function settledRound(casino: Casino): Promise<PlayedRound> {
  const round = await dealtRound(casino);
  const { table, ann, bob, cid } = round;
  await expectDone(table.act({ sessionId: cid.id, type: 'insurance', accept: true }));
  await table.advance();
  await expectDone(table.act({ sessionId: cid.id, type: 'follow-split', hand: '1.1', accept: true }));
  await expectDone(table.act({ sessionId: bob.id, type: 'stand', hand: '3.1' }));
  await expectDone(table.act({ sessionId: ann.id, type: 'split', hand: '1.1' }));
  for (let left = 20; left > 0; left--) {
    const { status, turn } = await table.state(ann.id);
    if (status === 'result') return { ...round, state: await table.state() };
    await expectDone(table.act({ sessionId: ann.id, type: 'stand', hand: turn?.hand ?? '1.1' }));
  }
  throw new Error('the round does not end');
}

export async function expectDone(reply: Promise<{ status: number; text: string }>): Promise<void> {
  const { status, text } = await reply;
  if (status !== 200) throw new Error(text);
}
