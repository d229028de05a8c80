import { HistoryQuery } from '../../src/http/history/history-query.dto';
import { InputPipe } from '../../src/http/input.pipe';
import { Refused } from '../../src/http/problem';
import { SessionQuery } from '../../src/http/tables/bets.dto';
import { TableCardsBody } from '../../src/http/tables/cards.dto';
import { OpenTableBody } from '../../src/http/tables/open-table.dto';
import { TableActionBody } from '../../src/http/tables/table-action.dto';

/** The sentences, by path, with which the pipe refuses what it is given. */
function refusedWith(type: 'body' | 'query', metatype: new () => object, value: object): unknown {
  try {
    new InputPipe().transform(value, { type, metatype });
  } catch (error) {
    if (error instanceof Refused) return error.refusal;
    throw error;
  }
  throw new Error('nothing was refused');
}

const seconds = (betting: unknown) => ({
  gameId: 'blackjack-deluxe',
  currency: 'EUR',
  mode: 'test',
  seconds: { betting },
});

test.each<['body' | 'query', new () => object, object, string, string]>([
  [
    'query',
    HistoryQuery,
    { currency: 'eur' },
    'query.currency',
    'must be the code of a currency that GET /v1/currencies lists',
  ],
  ['body', TableActionBody, { type: 'stand', hand: 21 }, 'hand', 'must be the id of a hand such as 2.1'],
  ['body', OpenTableBody, seconds('20'), 'seconds.betting', 'must be a whole number'],
  ['body', OpenTableBody, seconds(1.5), 'seconds.betting', 'must be a whole number'],
  ['body', OpenTableBody, seconds(0), 'seconds.betting', 'must not be less than 1'],
  ['body', OpenTableBody, seconds(86_401), 'seconds.betting', 'must not be greater than 86400'],
  ['query', SessionQuery, { sessionId: ['x'] }, 'query.sessionId', 'must be a string'],
  ['body', TableCardsBody, { cards: [1] }, 'cards', 'each value in cards must be a string'],
])(
  '%s %p %j: the sentence at the path is whole and says what kind is taken',
  (type, metatype, value, path, detail) => {
    expect(refusedWith(type, metatype, value)).toMatchObject({ errors: [{ path, detail }] });
  },
);
