import type { DataSource } from 'typeorm';
import { type AccountBalances, readBooks } from '../persistence/reconciliation';

const PLAYERS_PER_BATCH = 500;

/** The sums over all batches, as big integers: many wallets together hold more than a safe one. */
interface Totals {
  player: bigint;
  house: bigint;
  cashier: bigint;
  mint: bigint;
  wallets: number;
  transfers: number;
}

/**
 * Compares the books with themselves and says what differs, line by line; the last lines are a summary.
 *
 * @returns how many differences there are.
 */
export async function reconcileBooks(
  dataSource: DataSource,
  say: (line: string) => void,
  playersPerBatch: number = PLAYERS_PER_BATCH,
): Promise<number> {
  const totals = new Map<string, Totals>();
  let found = 0;
  const differs = (line: string): void => {
    found += 1;
    say(line);
  };
  for await (const { differences, balances } of readBooks(dataSource, playersPerBatch)) {
    for (const { where, what } of differences) differs(`${where}: ${what}`);
    for (const balance of balances) addTo(totals, balance);
  }
  const byCurrency = [...totals].sort(([one], [other]) => (one < other ? -1 : 1));
  for (const [currency, { player, house, cashier, mint }] of byCurrency) {
    const sum = player + house + cashier + mint;
    if (sum !== 0n) differs(`accounts in ${currency}: they add up to ${sum} instead of 0`);
  }
  for (const [currency, total] of byCurrency) say(summaryOf(currency, total));
  say(found === 0 ? 'The books are right.' : `The books are wrong: ${found} differences.`);
  return found;
}

function addTo(totals: Map<string, Totals>, balance: AccountBalances): void {
  const before = totals.get(balance.currency);
  totals.set(balance.currency, {
    player: (before?.player ?? 0n) + BigInt(balance.player),
    house: (before?.house ?? 0n) + BigInt(balance.house),
    cashier: (before?.cashier ?? 0n) + BigInt(balance.cashier),
    mint: (before?.mint ?? 0n) + BigInt(balance.mint),
    wallets: (before?.wallets ?? 0) + balance.wallets,
    transfers: (before?.transfers ?? 0) + balance.transfers,
  });
}

function summaryOf(currency: string, { player, house, cashier, mint, wallets, transfers }: Totals): string {
  const accounts = `players ${player}, house ${house}, cashier ${cashier}, mint ${mint}`;
  return `${currency}: ${wallets} wallets, ${transfers} transfers; ${accounts} (minor units)`;
}
