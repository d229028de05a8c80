import { currencyOf } from '../../domain/currency';
import { findCommitment, listLedgerTransfers } from '../../persistence/records/round-rows';
import { listServingSoftware } from '../../persistence/records/serving-software';
import type { RoundRecord } from '../../persistence/rounds/round-record';
import { inSnapshot, type Reading } from '../../persistence/transaction';
import type { ProofContext } from '../fairness/proof';
import { readCancellation } from '../history/cancellations';
import { eventsOfPrivate } from '../history/round-events';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import type { RoundContext } from '../rounds/context';
import { roundBody, type RoundBody } from '../rounds/round-body';
import { loadRoundFor } from '../rounds/standing';
import { proofOfRecord } from './proof-of-record';
import {
  type MoneyOfRecord,
  recordedTransfer,
  type RoundDocument,
  shoeOfRecord,
  type ShoeOfRecord,
  signedRecord,
} from './record-parts';
import { sealingOf } from './sealing-of-round';
import { softwareOfSteps } from './serving-software';
import { sharedRoundRecord } from './shared-record';
import type { Signed, SigningKey } from './signing';

/**
 * The signed record of a round as it stands: of one state of the database, so that no part of it speaks of another time.
 * What the round hides from its player is hidden here as well.
 */
export async function roundRecord(
  { dataSource, vault }: RoundContext,
  key: SigningKey,
  request: Request,
  roundId: string,
): Promise<Signed<RoundDocument> | Refusal> {
  return inSnapshot(dataSource, (reading) => recordOf({ dataSource: reading, vault }, key, request, roundId));
}

async function recordOf(
  context: ProofContext,
  key: SigningKey,
  request: Request,
  roundId: string,
): Promise<Signed<RoundDocument> | Refusal> {
  const { dataSource } = context;
  const loaded = await loadRoundFor(dataSource, request, roundId);
  if (isRefusal(loaded)) {
    return loaded.refused === 'not_found' ? sharedRoundRecord(context, key, request, roundId) : loaded;
  }
  const { standing, ruleSet } = loaded;
  const record = standing.round;
  const cancellation =
    record.status === 'cancelled' ? await readCancellation(dataSource, request, roundId) : null;
  if (isRefusal(cancellation)) return cancellation;
  const round = roundBody(record, ruleSet, { advice: false });
  const proof = await proofOfRecord(context, request, round);
  if (isRefusal(proof)) return proof;
  return signedRecord(dataSource, key, request, {
    operatorId: record.operatorId,
    round,
    ruleSet,
    limits: record.limits,
    decisionSeconds: record.decisionSeconds,
    shoe: await shoeOf(dataSource, record, round),
    events: await eventsOfPrivate(dataSource, request, { round: record, ruleSet }),
    money: await moneyOf(dataSource, record),
    cancellation,
    sealing: await sealingOf(dataSource, record),
    software: softwareOfSteps(await listServingSoftware(dataSource.manager, record, record.version)),
    proof,
  });
}

async function shoeOf({ manager }: Reading, record: RoundRecord, round: RoundBody): Promise<ShoeOfRecord> {
  return shoeOfRecord(record, round, await findCommitment(manager, record));
}

async function moneyOf({ manager }: Reading, record: RoundRecord): Promise<MoneyOfRecord> {
  const { playerKey, roundId, version, currency, steps } = record;
  const rows = await listLedgerTransfers(manager, playerKey, roundId, version);
  const transfers = rows.map(recordedTransfer);
  return {
    currency,
    exponent: currencyOf(currency)?.exponent ?? 0,
    balanceBefore: transfers.at(0)?.balanceBefore ?? steps[0].balanceAfter,
    balanceAfter: transfers.at(-1)?.balanceAfter ?? steps[steps.length - 1].balanceAfter,
    transfers,
  };
}
