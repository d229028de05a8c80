import type { DataSource } from 'typeorm';
import { currencyOf } from '../../domain/currency';
import type { RuleSet } from '../../domain/rule-set';
import type { TableLimits } from '../../domain/table-limits';
import { findOperator } from '../../persistence/records/operators';
import {
  findCommitment,
  listLedgerTransfers,
  type LedgerTransfer,
} from '../../persistence/records/round-rows';
import type { RoundRecord as StoredRound } from '../../persistence/rounds/round-record';
import { type CancellationRecord, readCancellation } from '../history/cancellations';
import { roundEvents, type RoundHappening } from '../history/round-events';
import { isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import { roundBody, type RoundBody } from '../rounds/round-body';
import { loadRoundFor } from '../rounds/standing';
import { sealingOf, type Sealing } from './sealing-of-round';
import { type Signed, signed, type SigningKey } from './signing';
import { type Software, software } from './software';

/** Everything about one round in one file, for whoever has to judge it. Amounts are minor units. */
export interface RoundRecord {
  readonly format: 'holecard-round-record-v1';
  readonly generatedAt: string;
  readonly operator: { readonly id: string; readonly name: string };
  readonly software: Software;
  readonly round: RoundBody;
  readonly ruleSet: RuleSet;
  readonly limits: TableLimits;
  readonly decisionSeconds: number;
  readonly shoe: ShoeOfRecord;
  readonly events: readonly RoundHappening[];
  readonly money: MoneyOfRecord;
  readonly cancellation: CancellationRecord | null;
  readonly sealing: Sealing;
}

/** Where the cards came from; the seed itself is told where the fairness of the shoe can be checked. */
export interface ShoeOfRecord {
  readonly algorithm: string;
  /** Null for an infinite deck. */
  readonly decks: number | null;
  /** Cards that had been dealt from it before. */
  readonly dealtBefore: number;
  /** The cards of a test that were chosen; null for random ones. Cards to come are not told while the round is open. */
  readonly chosenCards: readonly string[] | null;
  readonly seedNo: number;
  /** SHA-256 of the server seed, which was fixed before the deal. */
  readonly commitment: string | null;
  readonly clientSeed: string;
  readonly nonce: number;
}

export interface MoneyOfRecord {
  readonly currency: string;
  readonly exponent: number;
  /** What the wallet held before the first transfer and after the last one of the round. */
  readonly balanceBefore: number;
  readonly balanceAfter: number;
  readonly transfers: readonly RecordedTransfer[];
}

export interface RecordedTransfer extends Omit<LedgerTransfer, 'at'> {
  readonly balanceBefore: number;
  readonly at: string;
}

/** The signed record of a round as it stands. What the round hides from its player is hidden here as well. */
export async function roundRecord(
  dataSource: DataSource,
  key: SigningKey,
  request: Request,
  roundId: string,
): Promise<Signed<RoundRecord> | Refusal> {
  const loaded = await loadRoundFor(dataSource, request, roundId);
  if (isRefusal(loaded)) return loaded;
  const { standing, ruleSet } = loaded;
  const record = standing.round;
  const happened = await roundEvents(dataSource, request, roundId);
  if (isRefusal(happened)) return happened;
  const cancellation =
    record.status === 'cancelled' ? await readCancellation(dataSource, request, roundId) : null;
  if (isRefusal(cancellation)) return cancellation;
  const operator = await findOperator(dataSource.manager, record.operatorId);
  const round = roundBody(record, ruleSet, { advice: false });
  return signed(key, {
    format: 'holecard-round-record-v1',
    generatedAt: request.now.toISOString(),
    operator: { id: record.operatorId, name: operator?.name ?? '' },
    software: software(),
    round,
    ruleSet,
    limits: record.limits,
    decisionSeconds: record.decisionSeconds,
    shoe: await shoeOf(dataSource, record, round),
    // The round may have gone on since it was read: everything in the record is of one version.
    events: happened.items.filter(({ version }) => version <= record.version),
    money: await moneyOf(dataSource, record),
    cancellation,
    sealing: await sealingOf(dataSource, record),
  });
}

async function shoeOf({ manager }: DataSource, record: StoredRound, round: RoundBody): Promise<ShoeOfRecord> {
  const { algorithm, decks, start, script } = record.shoe;
  return {
    algorithm,
    decks,
    dealtBefore: start,
    chosenCards: round.endedAt === null ? null : script,
    seedNo: record.seedNo,
    commitment: await findCommitment(manager, record),
    clientSeed: record.clientSeed,
    nonce: record.nonce,
  };
}

async function moneyOf({ manager }: DataSource, record: StoredRound): Promise<MoneyOfRecord> {
  const { playerKey, roundId, version, currency, steps } = record;
  const rows = await listLedgerTransfers(manager, playerKey, roundId, version);
  const transfers = rows.map((row) => {
    const change = row.creditAccount === 'player' ? row.amount : -row.amount;
    return { ...row, balanceBefore: row.balanceAfter - change, at: row.at.toISOString() };
  });
  return {
    currency,
    exponent: currencyOf(currency)?.exponent ?? 0,
    balanceBefore: transfers.at(0)?.balanceBefore ?? steps[0].balanceAfter,
    balanceAfter: transfers.at(-1)?.balanceAfter ?? steps[steps.length - 1].balanceAfter,
    transfers,
  };
}
