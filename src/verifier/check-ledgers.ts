import type { Proof } from '../application/fairness/make-proof';
import { corrections, transfersOf } from '../application/rounds/moves';
import { sumOf } from '../application/rounds/purses';
import { SOLO } from '../application/rounds/round-body';
import type { RoundEvent } from '../domain/journal';
import type { TransferToCommit } from '../persistence/rounds/commit-step';
import { difference, firstOf } from './check';
import type { SignedRecord, Transfer } from './signed-record';

/** One whose money is in a record: the player of a private round, or a bettor of a table's. */
export interface Purse {
  readonly bettor: number;
  readonly playerId: unknown;
  readonly mode: string;
  /** What the cards and choices ask of his wallet, a cancellation included. */
  readonly moves: readonly TransferToCommit[];
  /** Where in the record his wallet and his transfers stand; the transfers of a private round name nobody. */
  readonly wallet: Readonly<Record<string, unknown>>;
  readonly transfers: readonly Transfer[];
}

/** Everybody whose money is in a record with a proof of the third form. */
export function pursesIn(record: SignedRecord, proof: Proof, events: readonly RoundEvent[]): Purse[] {
  const { round, money } = record;
  const isCancelled = proof.status === 'cancelled';
  const movesOf = (bettor: number): TransferToCommit[] => {
    const moves = transfersOf(events.filter((event) => 'bettor' in event && event.bettor === bettor));
    return isCancelled ? [...moves, ...corrections(moves)] : moves;
  };
  if (proof.bettors === undefined) {
    const whose = { bettor: SOLO, playerId: round['playerId'], mode: proof.mode };
    return [{ ...whose, moves: movesOf(SOLO), wallet: { ...money }, transfers: money.transfers }];
  }
  return proof.bettors.map(({ bettor, playerId, mode }, index) => ({
    bettor,
    playerId,
    mode,
    moves: movesOf(bettor),
    wallet: { ...money.wallets?.[index] },
    transfers: money.transfers.filter((transfer) => transfer.playerId === playerId),
  }));
}

/** Every movement of money, and every wallet before and after, against what cards and choices come to. */
export function ledgersFault(record: SignedRecord, proof: Proof, purses: readonly Purse[]): string | null {
  return firstOf([
    walletsFault(record, proof, purses),
    strangersFault(record, purses),
    ...purses.map(ledgerFault),
  ]);
}

/** Whose wallets they are, and what with. */
function walletsFault({ money }: SignedRecord, { bettors }: Proof, purses: readonly Purse[]): string | null {
  if (bettors === undefined) return difference(money.wallets, undefined, 'money.wallets');
  const claimed = money.wallets?.map(({ playerId, mode }) => ({ playerId, mode }));
  return difference(
    claimed,
    purses.map(({ playerId, mode }) => ({ playerId, mode })),
    'money.wallets',
  );
}

/** Each transfer belongs to somebody who has money in the round. */
function strangersFault({ money }: SignedRecord, purses: readonly Purse[]): string | null {
  const owned = purses.reduce((sum, { transfers }) => sum + transfers.length, 0);
  return owned === money.transfers.length ? null : 'money.transfers: one is of nobody who bet in the round';
}

/** What was booked for one of them has to be what the cards and choices come to, one by one. */
function ledgerFault(purse: Purse): string | null {
  const { transfers, moves, wallet, mode, playerId } = purse;
  const isTold = transfers.some((transfer) => transfer.playerId !== undefined);
  const path = isTold ? `money.transfers of ${String(playerId)}` : 'money.transfers';
  const net = sumOf(transfers.map(changeBy));
  const made = moves.map((move) => ({ ...move, ...accountsOf(move) }));
  const due = sumOf(made.map(changeBy));
  if (net !== due) return `${path} come to ${net}, the proof to ${due}`;
  const booked = transfers.map(({ kind, reason, bet, amount, debitAccount, creditAccount }) => {
    return { kind, reason, bet, amount, debitAccount, creditAccount };
  });
  const wrong = transfers.findIndex((one) => one.balanceAfter !== one.balanceBefore + changeBy(one));
  const strange = isTold ? transfers.findIndex((one) => one.mode !== mode) : -1;
  return firstOf([
    difference(booked, made, path),
    wrong < 0 ? null : `${path}[${wrong}].balanceAfter does not follow from balanceBefore`,
    strange < 0
      ? null
      : `${path}[${strange}].mode is ${String(transfers[strange].mode)}; he plays in ${mode}`,
    difference(wallet['balanceBefore'], transfers.at(0)?.balanceBefore, `${path}: the wallet before`),
    difference(wallet['balanceAfter'], transfers.at(-1)?.balanceAfter, `${path}: the wallet after`),
  ]);
}

function changeBy({ amount, creditAccount }: Pick<Transfer, 'amount' | 'creditAccount'>): number {
  return creditAccount === 'player' ? amount : -amount;
}

function accountsOf({ kind }: TransferToCommit): Pick<Transfer, 'debitAccount' | 'creditAccount'> {
  const entersWallet = kind === 'payout' || kind === 'refund';
  return entersWallet
    ? { debitAccount: 'house', creditAccount: 'player' }
    : { debitAccount: 'player', creditAccount: 'house' };
}
