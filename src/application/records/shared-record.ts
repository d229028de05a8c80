import { currencyOf } from '../../domain/currency';
import {
  findCommitment,
  listSharedCoveringSeals,
  listSharedLedgerTransfers,
} from '../../persistence/records/round-rows';
import { listSharedServingSoftware } from '../../persistence/records/serving-software';
import type { Reading } from '../../persistence/transaction';
import type { ProofContext } from '../fairness/proof';
import { readCancellation } from '../history/cancellations';
import { eventsOfShared } from '../history/shared-events';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import { sharedBody } from '../rounds/read-shared';
import { loadSharedRound, partsShown, type SharedRound } from '../rounds/shared-round';
import { changesDuringRound } from '../tables/changes';
import { proofOfRecord } from './proof-of-record';
import {
  type MoneyOfRecord,
  recordedTransfer,
  type RoundDocument,
  shoeOfRecord,
  signedRecord,
  type WalletOfRecord,
} from './record-parts';
import { sealingBy } from './sealing-of-round';
import { softwareOfSteps } from './serving-software';
import type { Signed, SigningKey } from './signing';

/** The signed record of the round of a table as it stands, with the money of all its players. */
export async function sharedRoundRecord(
  context: ProofContext,
  key: SigningKey,
  request: Request,
  roundId: string,
): Promise<Signed<RoundDocument> | Refusal> {
  const { dataSource } = context;
  const { manager } = dataSource;
  const shared = await loadSharedRound(dataSource, request, roundId);
  if (isRefusal(shared)) return shared;
  const { round: record, ruleSet } = shared;
  const cancellation =
    record.status === 'cancelled' ? await readCancellation(dataSource, request, roundId) : null;
  if (isRefusal(cancellation)) return cancellation;
  const round = sharedBody(shared);
  const proof = await proofOfRecord(context, request, round);
  if (isRefusal(proof)) return proof;
  const { tableKey: playerKey, tableId: sessionId, seedNo } = record;
  const commitment = await findCommitment(manager, { playerKey, sessionId, seedNo });
  return signedRecord(dataSource, key, request, {
    operatorId: record.operatorId,
    round,
    ruleSet,
    limits: record.limits,
    decisionSeconds: record.decisionSeconds,
    shoe: { ...shoeOfRecord(record, round, commitment), ...record.shoeFacts },
    events: await eventsOfShared(dataSource, request, shared),
    money: await moneyOf(dataSource, shared),
    cancellation,
    tableChanges: await changesDuringRound(dataSource, record),
    sealing: sealingBy(await listSharedCoveringSeals(manager, record)),
    software: softwareOfSteps(await listSharedServingSoftware(manager, record, record.version)),
    proof,
  });
}

async function moneyOf({ manager }: Reading, { round, whose }: SharedRound): Promise<MoneyOfRecord> {
  const { currency } = round;
  const transfers = (await listSharedLedgerTransfers(manager, round)).map(recordedTransfer);
  const wallets = partsShown(whose).map(({ playerId, mode, balanceAfter }): WalletOfRecord => {
    const own = transfers.filter((transfer) => transfer.playerId === playerId);
    return {
      playerId,
      mode,
      balanceBefore: own.at(0)?.balanceBefore ?? balanceAfter,
      balanceAfter: own.at(-1)?.balanceAfter ?? balanceAfter,
    };
  });
  const exponent = currencyOf(currency)?.exponent ?? 0;
  return { currency, exponent, balanceBefore: null, balanceAfter: null, wallets, transfers };
}
