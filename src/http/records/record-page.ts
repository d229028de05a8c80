import type { RoundRecord, WalletOfRecord } from '../../application/records/record-parts';
import type { BettorBody, RoundBody } from '../../application/rounds/round-body';
import type { Signed } from '../../application/records/signing';
import { formatAmount } from '../../rules-text/format-amount';
import { cardsHtml } from './card-svg';
import { eventText, type Money } from './event-text';
import { escaped, listHtml, pageHtml, sectionHtml, tableHtml } from './html';
import { proofSection } from './proof-section';

/** The record of a round for people: one page, to be read or printed, with nothing left out. */
export function recordPage(record: Signed<RoundRecord>): string {
  const { currency, exponent } = record.money;
  const money: Money = (minor) => `${formatAmount(minor, exponent)} ${currency}`;
  return pageHtml(`Record of round ${record.round.id}`, [
    summary(record, money),
    table(record, money),
    happenings(record, money),
    moneySection(record, money),
    ...cancellation(record, money),
    rules(record),
    proofSection(record),
  ]);
}

function summary({ operator, round, generatedAt }: RoundRecord, money: Money): string {
  return sectionHtml(
    'summary',
    'Summary',
    listHtml([
      ['Round', round.id],
      ['Operator', `${operator.name} (${operator.id})`],
      ...playersOf(round),
      ['Game', `${round.gameId}, rule set ${round.ruleSet}`],
      ['Mode', round.mode],
      [
        'Status',
        round.endedAt === null
          ? `${round.status}: the round is open, and what it hides is not shown`
          : round.status,
      ],
      ['Dealt at', round.dealtAt ?? 'not yet'],
      ['Ended at', round.endedAt ?? 'not yet'],
      ...sumsOf(round, money),
      ['Record made at', generatedAt],
    ]),
  );
}

/** What was staked and came back; at a shared table real and play money apart (DX-08). */
function sumsOf({ bettors = [], ...round }: RoundBody, money: Money): [string, string][] {
  const sums = (name: string, staked: number, returned: number): [string, string][] => [
    [`Staked${name}`, money(staked)],
    [`Returned${name}`, money(returned)],
    [`Net${name}`, money(returned - staked)],
  ];
  if (bettors.length === 0) return sums('', round.staked, round.returned);
  return [...new Set(bettors.map(({ mode }) => mode))].flatMap((mode) => {
    const ofMode = bettors.filter((one) => one.mode === mode);
    const sum = (of: (one: BettorBody) => number): number => ofMode.reduce((all, one) => all + of(one), 0);
    return sums(
      `, mode ${mode}`,
      sum(({ staked }) => staked),
      sum(({ returned }) => returned),
    );
  });
}

/** Whether real and play money lie on the table together. */
function isMixed({ bettors = [] }: RoundBody): boolean {
  return new Set(bettors.map(({ mode }) => mode)).size > 1;
}

/** Who played: one player, or each one of a shared table with what he staked and got back. */
function playersOf({ tableId, playerId, sessionId, bettors = [] }: RoundBody): [string, string][] {
  const table: [string, string][] = tableId === null ? [] : [['Table', tableId]];
  if (playerId !== null) return [...table, ['Player', playerId], ['Session', sessionId ?? '']];
  return [...table, ...bettors.map((one): [string, string] => [`Player ${one.bettor}`, playerText(one)])];
}

function playerText({ playerId, sessionId, mode }: BettorBody): string {
  return `${playerId}, session ${sessionId}, mode ${mode}`;
}

function table({ round }: RoundRecord, money: Money): string {
  const together = isMixed(round) ? ', real and play money together' : '';
  const bet = (name: string, { stake, outcome, returned }: BetOnPage): string =>
    `<p>${escaped(name)}: stake ${escaped(money(stake))}${together}; ${resultText(outcome, returned, money)}.</p>`;
  const boxes = round.boxes.flatMap(({ box, hands, sideBets }) => [
    ...hands.flatMap((hand) => [
      `<h3>Box ${box}, hand ${escaped(hand.id)}</h3>`,
      cardsHtml(hand.cards),
      `<p>Total ${hand.total ?? 'hidden'}; ${escaped(hand.state)}.</p>`,
      bet('Bet', hand),
      ...(hand.insurance === null ? [] : [bet('Insurance', hand.insurance)]),
    ]),
    ...sideBets.map((sideBet) => bet(`Side bet ${sideBet.type} on box ${box}`, sideBet)),
  ]);
  const dealer = [
    '<h3>Dealer</h3>',
    cardsHtml(round.dealer.cards),
    `<p>Total ${round.dealer.total ?? 'hidden'}.</p>`,
  ];
  const insurance = round.insurance === null ? [] : [bet('Insurance of the whole table', round.insurance)];
  return sectionHtml('cards', 'Cards', ...dealer, ...boxes, ...insurance);
}

interface BetOnPage {
  readonly stake: number;
  readonly outcome: string | null;
  readonly returned: number | null;
}

/** What a cancelled round gave back has no outcome. */
function resultText(outcome: string | null, returned: number | null, money: Money): string {
  if (returned === null) return 'not decided yet';
  const back = escaped(money(returned));
  return outcome === null ? `given back ${back}` : `${escaped(outcome)}, returned ${back}`;
}

function happenings({ events }: RoundRecord, money: Money): string {
  const rows = events.map((event) => [
    `${event.no}`,
    event.at,
    eventText(event, money),
    event.actor,
    event.requestId ?? '',
    `${event.version}`,
  ]);
  const columns = ['No.', 'Time (UTC)', 'What happened', 'Who', 'Request', 'Version'];
  return sectionHtml('events', 'What happened', tableHtml({ caption: 'Everything in order', columns, rows }));
}

function moneySection(
  { round, money: { transfers, balanceBefore, balanceAfter, wallets } }: RoundRecord,
  money: Money,
): string {
  const shared = wallets !== undefined;
  const modes = new Map((round.bettors ?? []).map(({ playerId, mode }) => [playerId, mode]));
  const rows = transfers.map((transfer) => [
    ...(shared ? [transfer.playerId ?? '', modes.get(transfer.playerId ?? '') ?? ''] : []),
    `${transfer.entryNo}`,
    transfer.at,
    `${transfer.kind} (${transfer.reason})`,
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
      wallets ?? [{ playerId: null, balanceBefore: balanceBefore ?? 0, balanceAfter: balanceAfter ?? 0 }]
    ).map((wallet) => walletText(wallet, money)),
    tableHtml({ caption: 'Transfers', columns, rows }),
  );
}

function walletText(
  { playerId, balanceBefore, balanceAfter }: { playerId: string | null } & Omit<WalletOfRecord, 'playerId'>,
  money: Money,
): string {
  const whose = playerId === null ? 'Wallet' : `Wallet of ${escaped(playerId)}`;
  return `<p>${whose} before the round: ${escaped(money(balanceBefore))}; after it: ${escaped(money(balanceAfter))}.</p>`;
}

function cancellation({ cancellation: cancelled }: RoundRecord, money: Money): string[] {
  if (cancelled === null) return [];
  const { by, amounts, roundBefore } = cancelled;
  const content = listHtml([
    ['Reason', cancelled.reason],
    ['Note', cancelled.note ?? 'none'],
    ['Cancelled at', cancelled.at],
    ['Key', by.keyId === null ? 'none' : `${by.keyLabel ?? ''} (${by.keyId})`],
    ['Person', by.name ?? 'not named'],
    ['Request', cancelled.requestId],
    ['Status before', cancelled.statusBefore],
    ["Dealer's cards before", roundBefore.dealerCards.join(' ')],
    ...amounts.flatMap(({ playerId, refunded, reversed }) => [
      [`Refunded to ${playerId}`, money(refunded)] as const,
      [`Taken back from ${playerId}`, money(reversed)] as const,
    ]),
  ]);
  return [sectionHtml('cancellation', 'Cancellation', content)];
}

function rules({ ruleSet, limits, decisionSeconds, shoe }: RoundRecord): string {
  const rows = Object.entries({ ...ruleSet, limits, decisionSeconds, shoe }).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  const caption = 'The rule set in full, with the limits in minor units, and where the cards came from';
  return sectionHtml('rules', 'Rules', tableHtml({ caption, columns: ['Rule', 'Setting'], rows }));
}
