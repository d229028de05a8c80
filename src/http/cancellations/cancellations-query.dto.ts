import {
  CurrencyFilter,
  ExternalIdFilter,
  IdFilter,
  IsNotBefore,
  TimeFilter,
} from '../history/filter-fields';
import { PageQuery } from '../page-query.dto';

/** What cancellations are chosen by. Filters that are not given let everything pass; those given have to agree. */
export class CancellationsQuery extends PageQuery {
  @ExternalIdFilter('Rounds of this player, by the operator’s own id.', 'alice')
  playerId?: string;

  @IdFilter('Rounds of this shared table.', '019b0000-0000-7000-8000-000000000002')
  tableId?: string;

  @ExternalIdFilter('Rounds of this game, in all its versions.', 'american-blackjack')
  gameId?: string;

  @CurrencyFilter('Rounds in this currency.')
  currency?: string;

  @ExternalIdFilter('Rounds that were cancelled for this reason, exactly as it was given.', 'technical_fault')
  reason?: string;

  @TimeFilter('Cancelled at this time or later, RFC 3339.', '2026-01-01T00:00:00.000Z')
  from?: string;

  @TimeFilter('Cancelled before this time, RFC 3339; not before `from`.', '2026-02-01T00:00:00.000Z')
  @IsNotBefore('from')
  to?: string;
}
