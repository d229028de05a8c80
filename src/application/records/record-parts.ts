import type { RuleSet } from '../../domain/rule-set';
import type { TableLimits } from '../../domain/table-limits';
import type { Mode } from '../../persistence/entities/sessions';
import { findOperator } from '../../persistence/records/operators';
import type { LedgerTransfer } from '../../persistence/records/round-rows';
import type { RoundRecord } from '../../persistence/rounds/round-record';
import type { Reading } from '../../persistence/transaction';
import type { Proof } from '../fairness/make-proof';
import type { CancellationRecord } from '../history/cancellations';
import type { RoundHappening } from '../history/occasions';
import type { Request } from '../request';
import type { RoundBody } from '../rounds/round-body';
import type { TableChangeBody } from '../tables/changes';
import { ROUND_RECORD_FORMAT } from './record-format';
import type { Sealing } from './sealing-of-round';
import { type Signed, signed, type SigningKey } from './signing';
import { type Software, software } from './software';

/** Everything about one round in one file, for whoever has to judge it. Amounts are minor units. */
export interface RoundDocument {
  readonly format: typeof ROUND_RECORD_FORMAT;
  readonly generatedAt: string;
  /** The program that wrote this document. */
  readonly generatedBy: Software;
  readonly operator: { readonly id: string; readonly name: string };
  /** The programs that dealt and paid, in the order of the steps. */
  readonly software: readonly SoftwareOfSteps[];
  readonly round: RoundBody;
  readonly ruleSet: RuleSet;
  readonly limits: TableLimits;
  readonly decisionSeconds: number;
  readonly shoe: ShoeOfRecord;
  readonly events: readonly RoundHappening[];
  readonly money: MoneyOfRecord;
  readonly cancellation: CancellationRecord | null;
  /** Of the round of a table: what supervisors did to the table while bets for it were placed and it was played. */
  readonly tableChanges?: readonly TableChangeBody[];
  readonly sealing: Sealing;
  /** What `verify` recomputes offline; null while the round is open, for it would give cards away. */
  readonly proof: Proof | null;
}

/** Which program was on record as the one that serves when these steps of the round were written. */
export interface SoftwareOfSteps {
  readonly fromVersion: number;
  readonly toVersion: number;
  /** This and the next are null where none was on record yet. */
  readonly software: Software | null;
  readonly since: string | null;
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
  /** Of a table's own shoe, where nothing was chosen: which one, its first card, and how many were burned for it. */
  readonly number?: number;
  readonly exposed?: string | null;
  readonly burned?: number;
}

export interface MoneyOfRecord {
  readonly currency: string;
  readonly exponent: number;
  /** What the wallet held before the first transfer and after the last one of the round; null where there are several. */
  readonly balanceBefore: number | null;
  readonly balanceAfter: number | null;
  /** Of the round of a table: the same of each of its players. */
  readonly wallets?: readonly WalletOfRecord[];
  readonly transfers: readonly RecordedTransfer[];
}

export interface WalletOfRecord {
  readonly playerId: string;
  /** Whether it holds money or play money: amounts of one mode are never added to those of another (DX-08). */
  readonly mode: Mode;
  readonly balanceBefore: number;
  readonly balanceAfter: number;
}

export interface RecordedTransfer extends Omit<LedgerTransfer, 'at'> {
  /** Of the round of a table: whose wallet it moved, and what with. */
  readonly playerId?: string;
  readonly mode?: Mode;
  readonly balanceBefore: number;
  readonly at: string;
}

/** Signs a record with what it has in common with every other one. */
export async function signedRecord(
  { manager }: Reading,
  key: SigningKey,
  { now }: Request,
  {
    operatorId,
    ...parts
  }: Omit<RoundDocument, 'format' | 'generatedAt' | 'generatedBy' | 'operator'> & {
    readonly operatorId: string;
  },
): Promise<Signed<RoundDocument>> {
  const operator = await findOperator(manager, operatorId);
  const { round, ...others } = parts;
  return signed(key, {
    format: ROUND_RECORD_FORMAT,
    generatedAt: now.toISOString(),
    generatedBy: await software(),
    operator: { id: operatorId, name: operator?.name ?? '' },
    round,
    ...others,
  });
}

/** Where the cards of a round came from, but for the seed itself. */
export function shoeOfRecord(
  record: Pick<RoundRecord, 'shoe' | 'seedNo' | 'clientSeed' | 'nonce'>,
  { endedAt }: RoundBody,
  commitment: string | null,
): ShoeOfRecord {
  const { algorithm, decks, start, script } = record.shoe;
  return {
    algorithm,
    decks,
    dealtBefore: start,
    chosenCards: endedAt === null ? null : script,
    seedNo: record.seedNo,
    commitment,
    clientSeed: record.clientSeed,
    nonce: record.nonce,
  };
}

/** A transfer with what the wallet held before it. */
export function recordedTransfer<Row extends LedgerTransfer>(
  row: Row,
): Omit<Row, 'at'> & { readonly balanceBefore: number; readonly at: string } {
  const change = row.creditAccount === 'player' ? row.amount : -row.amount;
  return { ...row, balanceBefore: row.balanceAfter - change, at: row.at.toISOString() };
}
