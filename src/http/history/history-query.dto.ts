import { STATUS_FILTERS, type StatusFilter } from '../../application/history/filter';
import { MODES, type Mode } from '../../persistence/entities/sessions';
import { PageQuery } from '../page-query.dto';
import {
  CurrencyFilter,
  ExternalIdFilter,
  IdFilter,
  IsNotBefore,
  TimeFilter,
  WordFilter,
} from './filter-fields';

/** What rounds and bets are chosen by. Filters that are not given let everything pass; those given have to agree. */
export class HistoryQuery extends PageQuery {
  @ExternalIdFilter('Rounds of this player, by the operator’s own id.', 'alice')
  playerId?: string;

  @IdFilter('Rounds of this session.', '019b0000-0000-7000-8000-000000000001')
  sessionId?: string;

  @ExternalIdFilter('Rounds of this game, in all its versions.', 'american-blackjack')
  gameId?: string;

  @IdFilter(
    'Rounds of this shared table. Rounds that are played alone belong to none.',
    '019b0000-0000-7000-8000-000000000002',
  )
  tableId?: string;

  @WordFilter(
    MODES,
    '`real` money, `demo` play money, or `test` rounds. All three unless one is named.',
    'real',
  )
  mode?: Mode;

  @WordFilter(
    STATUS_FILTERS,
    'Where the round stands now, in the words of the list: `paused` is one that waits for its table to go on, and not ' +
      '`insurance` or `playing` meanwhile; `open` is all three. A round that is still bet on is not in the list.',
    'settled',
  )
  status?: StatusFilter;

  @CurrencyFilter('Rounds in this currency.')
  currency?: string;

  @TimeFilter(
    'Rounds dealt at this time or later, RFC 3339. One of a shared table counts from the countdown for its bets on.',
    '2026-01-01T00:00:00.000Z',
  )
  from?: string;

  @TimeFilter('Rounds dealt before this time, RFC 3339; not before `from`.', '2026-02-01T00:00:00.000Z')
  @IsNotBefore('from')
  to?: string;
}

/** What bets are chosen by. */
export class BetsQuery extends HistoryQuery {
  @IdFilter(
    'Bets of this round; of the round of a shared table those of all its players.',
    '019b0000-0000-7000-8000-000000000003',
  )
  roundId?: string;
}
