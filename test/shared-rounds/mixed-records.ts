import type { RoundDocument } from '../../src/application/records/record-parts';
import type { Signed } from '../../src/application/records/signing';
import type { RoundBody } from '../../src/application/rounds/round-body';
import type { Casino } from '../support/casino';
import { realMixedRound, testMixedRound } from './mixed-round';
import { expectDone } from './played-round';

export type Recorded = Signed<RoundDocument>;

export const MIXED_RECORDS = [
  'real money',
  'test money, insured and split',
  'cancelled afterwards',
  'cancelled while it was paused',
] as const;

/** The records of rounds with real, or test, and play money (DX-08), by what became of them. */
export async function mixedRecords(
  casino: Casino,
): Promise<Readonly<Record<(typeof MIXED_RECORDS)[number], Recorded>>> {
  const realMoney = await recordFor(casino, (await realMixedRound(casino)).roundId);
  const { table, roundId } = await testMixedRound(casino);
  const { body: dealt } = await casino.round(roundId);
  const [dem, ann] = ['dem', 'ann'].map((player) => sessionOf(dealt, player));
  await expectDone(table.act({ sessionId: dem, type: 'insurance', accept: true }));
  await table.advance();
  await expectDone(table.act({ sessionId: dem, type: 'follow-split', hand: '1.1', accept: true }));
  await expectDone(table.act({ sessionId: ann, type: 'split', hand: '1.1' }));
  while ((await table.advance()).status !== 'result');
  const played = await recordFor(casino, roundId);
  await table.pause();
  await casino.cancel(roundId, { reason: 'fault' });
  const afterwards = await recordFor(casino, roundId);
  const open = await testMixedRound(casino);
  await open.table.pause();
  await casino.cancel(open.roundId, { reason: 'fault' });
  return {
    'real money': realMoney,
    'test money, insured and split': played,
    'cancelled afterwards': afterwards,
    'cancelled while it was paused': await recordFor(casino, open.roundId),
  };
}

async function recordFor(casino: Casino, roundId: string): Promise<Recorded> {
  const { status, body, text } = await casino.get<Recorded>(`/v1/rounds/${roundId}/record`);
  if (status !== 200) throw new Error(text);
  return body;
}

function sessionOf({ bettors = [] }: RoundBody, playerId: string): string {
  return bettors.find((bettor) => bettor.playerId === playerId)?.sessionId ?? '';
}
