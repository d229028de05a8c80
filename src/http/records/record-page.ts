import type { RoundDocument } from '../../application/records/record-parts';
import type { BettorBody, RoundBody } from '../../application/rounds/round-body';
import type { Signed } from '../../application/records/signing';
import { formatAmount } from '../../rules-text/format-amount';
import { escaped, sectionHtml, tableHtml } from '../../rules-text/html-parts';
import { cardName, cardsHtml } from './card-svg';
import { eventText, type Money } from './event-text';
import { listHtml, recordHtml } from './html';
import { moneySection } from './money-section';
import { proofSection } from './proof-section';
import { tableChangesSection } from './table-changes-section';
import { actorText, handStateText, modeText, outcomeText, reasonText, statusText } from './words';

/** The record of a round for people: one page, to be read or printed, with nothing left out. */
export function recordPage(record: Signed<RoundDocument>): string {
  const { currency, exponent } = record.money;
  const money: Money = (minor) => `${formatAmount(minor, exponent)} ${currency}`;
  return recordHtml(`Record of round ${record.round.id}`, [
    summary(record, money),
    table(record, money),
    happenings(record, money),
    ...tableChangesSection(record, money),
    moneySection(record, money),
    ...cancellation(record, money),
    rules(record),
    proofSection(record),
  ]);
}

function summary({ operator, round, ruleSet, generatedAt }: RoundDocument, money: Money): string {
  return sectionHtml(
    'summary',
    'Summary',
    listHtml([
      ['Round', round.id],
      ['Operator', `${operator.name} (${operator.id})`],
      ...playersOf(round),
      ['Game', `${ruleSet.name} (${round.gameId}), rule set ${round.ruleSet}`],
      ['Mode', modeText(round.mode)],
      [
        'Status',
        round.endedAt === null
          ? `${statusText(round.status)}: the round is open, and what it hides is not shown`
          : statusText(round.status),
      ],
      ['Dealt at', round.dealtAt ?? 'not yet'],
      ['Ended at', round.endedAt ?? 'not yet'],
      ...sumsOf(round, money),
      ['Record made at', generatedAt],
    ]),
  );
}

/** What was staked and came back; at a shared table real and play money apart (DX-08). */
function sumsOf(round: RoundBody, money: Money): [string, string][] {
  const { tableId, mode, playMoney } = round;
  const sums = (name: string, { staked, returned, net }: SumsOnPage): [string, string][] => [
    [`Staked${name}`, money(staked)],
    [`Returned${name}`, money(returned)],
    [`Net${name}`, money(net)],
  ];
  if (tableId === null) return sums('', round);
  const own = sums(`, mode ${mode}`, round);
  return playMoney ? [...own, ...sums(`, mode ${playMoney.mode}`, playMoney)] : own;
}

type SumsOnPage = Pick<RoundBody, 'staked' | 'returned' | 'net'>;

/** Who played: one player, or each one of a shared table with what he staked and got back. */
function playersOf({ tableId, playerId, sessionId, bettors = [] }: RoundBody): [string, string][] {
  const table: [string, string][] = tableId === null ? [] : [['Table', tableId]];
  if (playerId !== null) return [...table, ['Player', playerId], ['Session', sessionId ?? '']];
  const name = ({ bettor }: BettorBody): string => `Player ${bettor + 1} of ${bettors.length}`;
  return [...table, ...bettors.map((one): [string, string] => [name(one), playerText(one)])];
}

function playerText({ bettor, playerId, sessionId, mode }: BettorBody): string {
  return `${playerId}, session ${sessionId}, mode ${mode}, bettor ${bettor} in the signed document`;
}

function table({ round }: RoundDocument, money: Money): string {
  const bet = (name: string, { stake, outcome, returned }: BetOnPage): string =>
    `<p>${escaped(name)}: stake ${escaped(money(stake))}; ${resultText(outcome, returned, money)}.</p>`;
  const boxes = round.boxes.flatMap(({ box, hands, sideBets }) => [
    ...hands.flatMap((hand) => [
      `<h3>Box ${box}, hand ${escaped(hand.id)}</h3>`,
      cardsHtml(hand.cards),
      `<p>Total ${hand.total ?? 'hidden'}; ${escaped(handStateText(hand.state))}.</p>`,
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
  return sectionHtml(
    'cards',
    'Cards',
    HOW_HANDS_ARE_NAMED,
    ...dealer,
    ...boxes,
    ...insurance,
    ...playMoney(round, bet),
  );
}

const HOW_HANDS_ARE_NAMED =
  '<p>Hand 2.1 is the first hand of box 2. Its bet has its name; other bets are named as 2.1:insurance or 2:pairs.</p>';

/** What demo sessions bet behind stands by itself: the stakes above are of the mode of the table (DX-08). */
function playMoney(
  { playMoney: play }: RoundBody,
  bet: (name: string, bet: BetOnPage) => string,
): readonly string[] {
  if (!play) return [];
  const bets = play.bets.map((one) => bet(`Play money on ${one.bet}`, one));
  return ['<h3>Play money bet behind, in no sum above</h3>', ...bets];
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
  return outcome === null ? `given back ${back}` : `${escaped(outcomeText(outcome))}, returned ${back}`;
}

function happenings({ events, round }: RoundDocument, money: Money): string {
  const demos = new Set(
    round.bettors?.filter(({ mode }) => mode !== round.mode).map(({ playerId }) => playerId),
  );
  const playMoney: Money = (minor) => `${money(minor)} of play money`;
  const rows = events.map((event) => [
    `${event.no}`,
    event.at,
    eventText(event, event.playerId !== undefined && demos.has(event.playerId) ? playMoney : money),
    actorText(event.actor),
    event.requestId ?? '',
    `${event.version}`,
  ]);
  const columns = ['No.', 'Time (UTC)', 'What happened', 'Who', 'Request', 'Version'];
  return sectionHtml('events', 'What happened', tableHtml({ caption: 'Everything in order', columns, rows }));
}

function cancellation({ cancellation: cancelled }: RoundDocument, money: Money): string[] {
  if (cancelled === null) return [];
  const { by, amounts, roundBefore } = cancelled;
  const content = listHtml([
    ['Reason', reasonText(cancelled.reason)],
    ['Note', cancelled.note ?? 'none'],
    ['Cancelled at', cancelled.at],
    ['Key', by.keyId === null ? 'none' : `${by.keyLabel ?? ''} (${by.keyId})`],
    ['Person', by.name ?? 'not named'],
    ['Request', cancelled.requestId],
    ['Status before', statusText(cancelled.statusBefore)],
    ["Dealer's cards before", roundBefore.dealerCards.map(cardName).join(', ')],
    ...amounts.flatMap(({ playerId, mode, refunded, reversed }) => [
      [`Refunded to ${playerId}, mode ${mode}`, money(refunded)] as const,
      [`Taken back from ${playerId}, mode ${mode}`, money(reversed)] as const,
    ]),
  ]);
  return [sectionHtml('cancellation', 'Cancellation', content)];
}

function rules({ ruleSet, limits, decisionSeconds, shoe }: RoundDocument): string {
  const rows = Object.entries({ ...ruleSet, limits, decisionSeconds, shoe }).map(([name, value]) => [
    name,
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  ]);
  const caption = 'The rule set in full, with the limits in minor units, and where the cards came from';
  const inWords = `/v1/games/${ruleSet.id}/rules?version=${ruleSet.version}`;
  const words = `<p>In words, these rules are read at GET ${escaped(inWords)} of the server.</p>`;
  return sectionHtml('rules', 'Rules', words, tableHtml({ caption, columns: ['Rule', 'Setting'], rows }));
}
