import { type Grouping, GROUPINGS } from '../../application/reports/returns-report';
import { MODES, type Mode } from '../../persistence/entities/sessions';
import { CurrencyFilter, ExternalIdFilter, WordFilter } from '../history/filter-fields';
import { PageQuery } from '../page-query.dto';
import { DayFilter, IsDayAfter } from './day-filter';

/** What a report is made of. Filters that are not given let everything pass; those given have to agree. */
export class ReturnsQuery extends PageQuery {
  @ExternalIdFilter('Rounds of this game; its versions have lines of their own.', 'american-blackjack')
  gameId?: string;

  @WordFilter(
    MODES,
    '`real` money, `demo` play money, or `test` rounds. All three unless one is named, on lines of their own.',
    'real',
  )
  mode?: Mode;

  @CurrencyFilter('Rounds in this currency.')
  currency?: string;

  @DayFilter('Rounds dealt on this day or later, in UTC.', '2026-01-01')
  from?: string;

  @DayFilter('Rounds dealt before this day, in UTC. It has to be after `from`.', '2026-02-01')
  @IsDayAfter('from')
  to?: string;

  @WordFilter(
    GROUPINGS,
    'A line of its own for each `day` of the deal in UTC, for each `stakeBand`, or for both. Neither unless told.',
    'day,stakeBand',
  )
  groupBy?: Grouping;
}
