import type { RoundDocument } from '../../application/records/record-parts';
import type { TableChangeBody } from '../../application/tables/changes';
import type { StakeRange } from '../../domain/table-limits';
import { sectionHtml, tableHtml } from '../../rules-text/html-parts';
import type { Money } from './event-text';

/** What supervisors did to a shared table during the round (DX-28). */
export function tableChangesSection({ tableChanges: changes }: RoundDocument, money: Money): string[] {
  if (changes === undefined) return [];
  const rows = changes.map((change) => [
    `${change.changeNo}`,
    change.at,
    changeText(change, money),
    change.reason ?? '',
    change.note ?? '',
    [change.actorName, change.actor].filter((who) => who !== null).join(', '),
    change.requestId,
  ]);
  const columns = ['No.', 'Time (UTC)', 'What was done', 'Reason', 'Note', 'Who', 'Request'];
  const content =
    rows.length === 0
      ? '<p>Nothing was done to the table during the round.</p>'
      : tableHtml({ caption: 'What supervisors did to the table', columns, rows });
  return [sectionHtml('table', 'Table', content)];
}

/** What a supervisor did to a table, in one sentence. */
function changeText({ kind, limits, seconds }: TableChangeBody, money: Money): string {
  const set = [
    ...(limits === null
      ? []
      : [`stakes ${rangeText(limits.stake, money)}, side bets ${rangeText(limits.sideBet, money)}`]),
    ...Object.entries(seconds ?? {}).map(([name, value]) => `${value} seconds for ${name}`),
  ];
  const details = set.length === 0 ? '' : `: ${set.join('; ')}`;
  return `${SENTENCES[kind]}${details}.`;
}

const SENTENCES: Readonly<Record<TableChangeBody['kind'], string>> = {
  opened: 'The table was opened',
  changed: 'Limits or times of the table were set for the next countdown',
  paused: 'The table was paused',
  resumed: 'The table was resumed',
  closed: 'The table was closed',
  scripted: 'The cards of the next round were chosen',
  advanced: 'The phase was ended',
};

function rangeText({ min, max, step }: StakeRange, money: Money): string {
  return `${money(min)} to ${money(max)} in steps of ${money(step)}`;
}
