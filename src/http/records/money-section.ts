import type { RoundDocument, WalletOfRecord } from '../../application/records/record-parts';
import { escaped, sectionHtml, tableHtml } from '../../rules-text/html-parts';
import type { Money } from './event-text';
import { movementText } from './words';

/** Every wallet before and after the round, and every transfer of it. */
export function moneySection(
  { money: { transfers, balanceBefore, balanceAfter, wallets } }: RoundDocument,
  money: Money,
): string {
  const shared = wallets !== undefined;
  const rows = transfers.map((transfer) => [
    ...(shared ? [transfer.playerId ?? '', transfer.mode ?? ''] : []),
    `${transfer.entryNo}`,
    transfer.at,
    movementText(transfer),
    transfer.bet,
    `${transfer.debitAccount} to ${transfer.creditAccount}`,
    money(transfer.amount),
    money(transfer.balanceBefore),
    money(transfer.balanceAfter),
  ]);
  const columns = [
    ...(shared ? ['Player', 'Mode'] : []),
    'Entry',
    'Time (UTC)',
    'Kind',
    'Bet',
    'From and to',
    'Amount',
    'Wallet before',
    'Wallet after',
  ];
  return sectionHtml(
    'money',
    'Money',
    ...(
      wallets ?? [
        { playerId: null, mode: null, balanceBefore: balanceBefore ?? 0, balanceAfter: balanceAfter ?? 0 },
      ]
    ).map((wallet) => walletText(wallet, money)),
    tableHtml({ caption: 'Transfers', columns, rows }),
  );
}

function walletText({ playerId, mode, balanceBefore, balanceAfter }: WalletOnPage, money: Money): string {
  const whose = playerId === null ? 'Wallet' : `Wallet of ${escaped(playerId)}`;
  const kind = mode === null ? '' : ` (mode ${mode})`;
  return `<p>${whose} before the round: ${escaped(money(balanceBefore))}; after it: ${escaped(money(balanceAfter))}${kind}.</p>`;
}

/** The wallet of a private round has no name here: its player and mode stand in the summary. */
interface WalletOnPage extends Omit<WalletOfRecord, 'playerId' | 'mode'> {
  readonly playerId: string | null;
  readonly mode: string | null;
}
