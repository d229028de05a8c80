import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HistoryBet } from '../../src/application/history/bets';
import type { Cancellation } from '../../src/application/history/cancellations';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { Casino, type Problem } from '../support/casino';
import { allPages, BLACKJACK, copyRound, SIXTEEN } from './lists';

let casino: Casino;
const ROUNDS = 1200;

beforeAll(async () => {
  casino = await Casino.open({ sweepIntervalMs: 3_600_000 });
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId: 'regular' });
  const { body } = await casino.deal(id, BLACKJACK);
  await copyRound(casino, body.id, ROUNDS - 1);
});

// Rounds are copied here without their money: there is nothing to audit.
afterAll(() => casino.app.close());

async function streamed(path: string, accept: string, at = casino): Promise<string> {
  const { status, text, headers } = await at.get(path, { headers: { accept } });
  if (status !== 200) throw new Error(text);
  expect(headers.get('content-type')).toBe(`${accept}; charset=utf-8`);
  return text;
}

function objectsOf<Item>(ndjson: string): Item[] {
  expect(ndjson.endsWith('\n')).toBe(true);
  return ndjson
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Item);
}

/** Reads CSV by RFC 4180, quotes included. */
function rowsOf(csv: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, cell, end] of csv.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end === '\r\n') rows.push([]);
  }
  return rows.slice(0, -1);
}

test.each(['rounds', 'bets'])('NDJSON of %s is what all pages hold, in one answer', async (list) => {
  const pages = await allPages(casino, `/v1/${list}?playerId=regular&limit=200`);
  expect(pages).toHaveLength(ROUNDS);
  expect(objectsOf(await streamed(`/v1/${list}?playerId=regular&limit=5`, 'application/x-ndjson'))).toEqual(
    pages,
  );
});

test('CSV of rounds has a header and a line for each round', async () => {
  const [header, ...rows] = rowsOf(await streamed('/v1/rounds?playerId=regular', 'text/csv'));
  expect(header.join()).toBe(
    'id,sessionId,playerId,gameId,ruleSet,mode,currency,version,status,dealerCards,hands,staked,returned,net,balance,' +
      'deadline,dealtAt,endedAt,tableId',
  );
  expect(rows).toHaveLength(ROUNDS);
  const [first] = objectsOf<RoundBody>(await streamed('/v1/rounds?playerId=regular', 'application/x-ndjson'));
  const expected = [
    first.id,
    first.sessionId,
    'regular',
    'american-blackjack',
    'american-blackjack@1',
    'test',
    'EUR',
    1,
  ];
  const rest = [
    'settled',
    '7h Jc',
    '1.1 Kd Ac',
    1000,
    2500,
    1500,
    first.balance,
    '',
    first.dealtAt,
    first.endedAt,
    '',
  ];
  expect(rows[0]).toEqual([...expected, ...rest].map(String));
});

test('CSV of bets has a header and a line for each bet, with losses as numbers', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId: 'loser' });
  await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', 'Kd', '7s', 'Ah'] });
  const [header, ...rows] = rowsOf(await streamed('/v1/bets?playerId=loser', 'text/csv'));
  expect(header.join()).toBe(
    'roundId,bet,type,box,stake,outcome,returned,net,playerId,sessionId,gameId,ruleSet,mode,currency,status,dealtAt,endedAt,tableId',
  );
  const [bet] = objectsOf<HistoryBet>(await streamed('/v1/bets?playerId=loser', 'application/x-ndjson'));
  expect(rows).toEqual([header.map((name) => String(bet[name as keyof HistoryBet] ?? ''))]);
  expect(rows[0].slice(1, 8)).toEqual(['1.1', 'main', '1', '1000', 'lose', '0', '-1000']);
});

test('CSV and NDJSON of cancellations bring who, why and the sums of each', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId: 'undone' });
  const { body: round } = await casino.deal(id, BLACKJACK);
  const headers = { 'x-actor-name': 'Ada L.', 'x-request-id': 'backoffice-7' };
  await casino.cancel(round.id, { reason: 'wrong_payout', note: '=1+1, "agreed"' }, { headers });
  const path = '/v1/cancellations?playerId=undone&limit=1';
  const [header, row, ...others] = rowsOf(await streamed(path, 'text/csv'));
  expect(others).toEqual([]);
  expect(header.join()).toBe(
    'roundId,sessionId,playerId,tableId,gameId,mode,currency,reason,note,keyId,keyLabel,actorName,statusBefore,refunded,' +
      'reversed,requestId,at',
  );
  const [item] = await allPages<Cancellation>(casino, path);
  expect(row).toEqual(
    [
      ...[round.id, id, 'undone', '', 'american-blackjack', 'test', 'EUR', 'wrong_payout', `'=1+1, "agreed"`],
      ...[casino.keyId, 'test', 'Ada L.', 'settled', 1000, 2500, 'backoffice-7', item.at],
    ].map(String),
  );
  expect(objectsOf<Cancellation>(await streamed(path, 'application/x-ndjson'))).toEqual([item]);
});

test('NDJSON of cancellations goes on where a page ended', async () => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId: 'undone-thrice' });
  for (let round = 0; round < 3; round++) {
    const { body } = await casino.deal(id, SIXTEEN);
    await casino.cancel(body.id, { reason: 'fault' });
  }
  const path = '/v1/cancellations?playerId=undone-thrice';
  const all = await allPages<Cancellation>(casino, path);
  const { body } = await casino.get<{ nextCursor: string }>(`${path}&limit=1`);
  const rest = await streamed(`${path}&limit=1&cursor=${body.nextCursor}`, 'application/x-ndjson');
  expect(objectsOf<Cancellation>(rest)).toEqual(all.slice(1));
  const empty = '/v1/cancellations?playerId=nobody';
  expect(await streamed(empty, 'application/x-ndjson')).toBe('');
  expect(rowsOf(await streamed(empty, 'text/csv'))).toHaveLength(1);
});

test.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['=HYPERLINK("http://x","y")', `'=HYPERLINK("http://x","y")`],
  ['a,"b"', 'a,"b"'],
  ['a=1', 'a=1'],
])('a player named %s is written as %s', async (playerId, written) => {
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId });
  await casino.deal(id, SIXTEEN);
  const query = `playerId=${encodeURIComponent(playerId)}`;
  const csv = await streamed(`/v1/rounds?${query}`, 'text/csv');
  expect(csv.endsWith('\r\n')).toBe(true);
  expect(rowsOf(csv)[1][2]).toBe(written);
  expect(rowsOf(await streamed(`/v1/bets?${query}`, 'text/csv'))[1][8]).toBe(written);
  const [round] = objectsOf<RoundBody>(await streamed(`/v1/rounds?${query}`, 'application/x-ndjson'));
  expect(round.playerId).toBe(playerId);
});

test('a stream begins after the cursor when there is one', async () => {
  const path = '/v1/rounds?playerId=regular';
  const all = objectsOf(await streamed(path, 'application/x-ndjson'));
  const { body } = await casino.get<{ nextCursor: string }>(`${path}&limit=150`);
  expect(objectsOf(await streamed(`${path}&cursor=${body.nextCursor}`, 'application/x-ndjson'))).toEqual(
    all.slice(150),
  );
});

test('a stream of nothing is empty, or a header alone', async () => {
  expect(await streamed('/v1/rounds?playerId=nobody', 'application/x-ndjson')).toBe('');
  expect(rowsOf(await streamed('/v1/bets?playerId=nobody', 'text/csv'))).toHaveLength(1);
});

test('a media type that no answer has is 406, and JSON is what everybody else gets', async () => {
  for (const list of ['rounds', 'bets', 'cancellations']) {
    const refused = await casino.get<Problem>(`/v1/${list}`, { headers: { accept: 'application/xml' } });
    expect([refused.status, refused.body.code]).toEqual([406, 'not_acceptable']);
    const any = await casino.get(`/v1/${list}?limit=1`, { headers: { accept: '*/*' } });
    expect(any.headers.get('content-type')).toBe('application/json; charset=utf-8');
  }
});

test('what is wrong at the start is a problem; what goes wrong later breaks the connection', async () => {
  const other = await Casino.at(casino.app);
  const { id } = await other.openSession({ gameId: 'american-blackjack' });
  const { body } = await other.deal(id, BLACKJACK);
  await copyRound(other, body.id, 600);
  const spoil = (limit: number): Promise<unknown> =>
    casino.app.dataSource.query(
      `UPDATE rounds SET rule_set_version = 99 WHERE round_id IN (
         SELECT round_id FROM rounds WHERE operator_id = $1 ORDER BY round_id LIMIT $2)`,
      [other.operatorId, limit],
    );
  await spoil(1);
  await expect(streamed('/v1/rounds', 'application/x-ndjson', other)).rejects.toThrow('terminated');
  await spoil(601);
  for (const accept of ['application/x-ndjson', 'text/csv']) {
    const { status, body: problem } = await other.get<Problem>('/v1/rounds', { headers: { accept } });
    expect([status, problem.code]).toEqual([500, 'internal_error']);
  }
});

describe('a caller who does not read', () => {
  const MANY = 40_000;
  let crowd: Casino;
  /** How many batches have been read from the database. */
  let batches = 0;

  beforeAll(async () => {
    crowd = await Casino.at(casino.app);
    const { id } = await crowd.openSession({ gameId: 'american-blackjack' });
    const { body } = await crowd.deal(id, BLACKJACK);
    await copyRound(crowd, body.id, MANY - 1);
    const { dataSource } = casino.app;
    const query = dataSource.query.bind(dataSource);
    dataSource.query = (sql: string, ...rest: never[]) => {
      if (sql.includes('FROM rounds r WHERE')) batches += 1;
      return query(sql, ...rest);
    };
  }, 300_000);

  beforeEach(() => {
    batches = 0;
  });

  function open(): Promise<IncomingMessage> {
    const headers = { authorization: `Bearer ${crowd.key}`, accept: 'application/x-ndjson' };
    return new Promise((resolve, reject) => {
      get(`${casino.app.baseUrl}/v1/rounds`, { headers }, resolve).once('error', reject);
    });
  }

  async function settledBatches(): Promise<number> {
    let seen: number;
    do {
      seen = batches;
      await sleep(300);
    } while (seen !== batches);
    return seen;
  }

  test('makes the server wait instead of filling its memory, and gets everything once he reads', async () => {
    const response = await open();
    expect(await settledBatches()).toBeLessThan(MANY / 500 / 2);
    let lines = 0;
    for await (const chunk of response) lines += String(chunk).split('\n').length - 1;
    expect(lines).toBe(MANY);
    expect(batches).toBe(MANY / 500);
  });

  test('stops the queries when he leaves', async () => {
    const response = await open();
    let bytes = 0;
    response.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > 1_000_000) response.destroy();
    });
    await once(response, 'close');
    expect(await settledBatches()).toBeLessThan(MANY / 500 / 2);
  });
});
