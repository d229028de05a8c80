import { PROOF_FORMAT } from '../application/fairness/make-proof';
import { corrections, transfersOf } from '../application/rounds/moves';
import { sumOf } from '../application/rounds/purses';
import { SOLO } from '../application/rounds/round-body';
import { currencyOf } from '../domain/currency';
import type { TransferToCommit } from '../persistence/rounds/commit-step';
import { difference, firstOf } from './check';
import type { PlayedAgain } from './played-again';
import type { PlacedProof } from './read-proof';
import type { SignedRecord, Transfer } from './signed-record';

/** What cards and choices ask of a wallet, and the version of the round that asks it. */
export type Move = TransferToCommit & { readonly version: number };

/** One whose money is in a record: the player of a private round, or a bettor of a table's. */
export interface Purse {
  readonly bettor: number;
  readonly playerId: unknown;
  readonly mode: string;
  /** What the cards and choices ask of his wallet, a cancellation included. */
  readonly moves: readonly Move[];
  /** Where in the record his wallet and his transfers stand; the transfers of a private round name nobody. */
  readonly wallet: Readonly<Record<string, unknown>>;
  readonly transfers: readonly Transfer[];
}

/** Everybody whose money is in a record. */
export function pursesIn({ round, money }: SignedRecord, proof: PlacedProof, played: PlayedAgain): Purse[] {
  if (proof.bettors === undefined) {
    const whose = { bettor: SOLO, playerId: round['playerId'], mode: proof.mode };
    const moves = movesOf(SOLO, played);
    return [{ ...whose, moves, wallet: { ...money }, transfers: money.transfers }];
  }
  return proof.bettors.map(({ bettor, playerId, mode }, index) => ({
    bettor,
    playerId,
    mode,
    moves: movesOf(bettor, played),
    wallet: { ...money.wallets?.[index] },
    transfers: money.transfers.filter((transfer) => transfer.playerId === playerId),
  }));
}

function movesOf(bettor: number, { events, isCancelled, version }: PlayedAgain): Move[] {
  const moves = events.flatMap((ofStep, index) => {
    const own = ofStep.filter((event) => 'bettor' in event && event.bettor === bettor);
    return transfersOf(own).map((move): Move => ({ ...move, version: index + 1 }));
  });
  if (!isCancelled) return moves;
  return [...moves, ...corrections(moves).map((move): Move => ({ ...move, version }))];
}

/** Every movement of money, and every wallet before and after, against what cards and choices come to. */
export function ledgersFault(
  record: SignedRecord,
  proof: PlacedProof,
  purses: readonly Purse[],
): string | null {
  return firstOf([
    currencyFault(record, proof),
    walletsFault(record, proof, purses),
    strangersFault(record, purses),
    ...purses.map((purse) => ledgerFault(purse, proof)),
    orderFault(record, purses),
    balanceFault(record, proof),
  ]);
}

/** Amounts are minor units: what they are worth depends on both. */
function currencyFault({ money }: SignedRecord, { currency }: PlacedProof): string | null {
  return firstOf([
    difference(money.currency, currency, 'money.currency'),
    difference(money.exponent, currencyOf(currency)?.exponent, 'money.exponent'),
  ]);
}

/** Whose wallets they are, and what with. */
function walletsFault(
  { money }: SignedRecord,
  { bettors, format }: PlacedProof,
  purses: readonly Purse[],
): string | null {
  if (bettors === undefined) return difference(money.wallets, undefined, 'money.wallets');
  const named = (wallet: { readonly playerId?: unknown; readonly mode?: unknown }): object => {
    const { playerId, mode } = wallet;
    return format === PROOF_FORMAT ? { playerId, mode } : { playerId };
  };
  return firstOf([
    difference(money.wallets?.map(named), purses.map(named), 'money.wallets'),
    difference(money.balanceBefore, null, 'money.balanceBefore'),
    difference(money.balanceAfter, null, 'money.balanceAfter'),
  ]);
}

/** Each transfer belongs to somebody who has money in the round. */
function strangersFault({ money }: SignedRecord, purses: readonly Purse[]): string | null {
  const owned = sumOf(purses.map(({ transfers }) => transfers.length));
  return owned === money.transfers.length ? null : 'money.transfers: one is of nobody who bet in the round';
}

/** What was booked for one of them has to be what the cards and choices come to, one by one. */
function ledgerFault(purse: Purse, { bettors, format }: PlacedProof): string | null {
  const { transfers, moves, wallet, mode, playerId } = purse;
  const path = bettors === undefined ? 'money.transfers' : `money.transfers of ${String(playerId)}`;
  const net = sumOf(transfers.map(changeBy));
  const made = moves.map((move) => ({ ...move, ...accountsOf(move) }));
  const due = sumOf(made.map(changeBy));
  if (net !== due) return `${path} come to ${net}, the proof to ${due}`;
  const booked = transfers.map(({ version, kind, reason, bet, amount, debitAccount, creditAccount }) => {
    return { version, kind, reason, bet, amount, debitAccount, creditAccount };
  });
  const told = bettors !== undefined && format === PROOF_FORMAT ? mode : undefined;
  const strange = transfers.findIndex((one) => one.mode !== told);
  return firstOf([
    difference(booked, made, path),
    ...transfers.map((one, index) => linkFault(one, transfers[index - 1], `${path}[${index}]`)),
    strange < 0
      ? null
      : `${path}[${strange}].mode is ${String(transfers[strange].mode)}; he plays in ${String(told)}`,
    difference(wallet['balanceBefore'], transfers.at(0)?.balanceBefore, `${path}: the wallet before`),
    difference(wallet['balanceAfter'], transfers.at(-1)?.balanceAfter, `${path}: the wallet after`),
  ]);
}

/**
 * What a wallet holds goes on from movement to movement. Other rounds of the player may have moved it in between: then
 * numbers are left out. What one version of the round moves is moved at once, and its numbers follow each other.
 */
function linkFault(one: Transfer, before: Transfer | undefined, path: string): string | null {
  const { entryNo, balanceBefore, balanceAfter, version } = one;
  if (!Number.isSafeInteger(entryNo) || entryNo < 1) return `${path}.entryNo is no number of a movement`;
  if (![balanceBefore, balanceAfter].every(Number.isSafeInteger)) return `${path}: a balance is no amount`;
  if (balanceAfter !== balanceBefore + changeBy(one))
    return `${path}.balanceAfter does not follow from balanceBefore`;
  if (before === undefined) return null;
  if (entryNo <= before.entryNo) return `${path}.entryNo does not come after the one before`;
  const isNext = entryNo === before.entryNo + 1;
  if (!isNext && version === before.version)
    return `${path}.entryNo does not follow the one before, which was moved together with it`;
  return isNext && balanceBefore !== before.balanceAfter
    ? `${path}.balanceBefore is not what the wallet held after the movement before`
    : null;
}

/** By version of the round, and within it by bettor. */
function orderFault({ money: { transfers } }: SignedRecord, purses: readonly Purse[]): string | null {
  if (purses.length < 2) return null;
  const bettorOf = new Map(purses.map(({ playerId, bettor }) => [playerId, bettor]));
  const places = transfers.map(({ version, playerId }) => [version, bettorOf.get(playerId) ?? 0] as const);
  const wrong = places.findIndex(([version, bettor], index) => {
    if (index === 0) return false;
    const [versionBefore, bettorBefore] = places[index - 1];
    return version < versionBefore || (version === versionBefore && bettor < bettorBefore);
  });
  return wrong < 0 ? null : `money.transfers[${wrong}] is not in the order of the round`;
}

/** What his wallet held after the last step, where that moved money; else others may have moved it before. */
function balanceFault({ money, round }: SignedRecord, { bettors }: PlacedProof): string | null {
  const last = money.transfers.at(-1);
  if (bettors !== undefined || last === undefined || last.version !== round['version']) return null;
  return difference(round['balance'], last.balanceAfter, 'round.balance');
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
