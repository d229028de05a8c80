import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import type { components, paths } from './generated/api.js';

type Round = components['schemas']['RoundResponse'];
type Action = components['schemas']['ActionBody'];

/**
 * An integrator's program, written against nothing but the types that the document gives: money, a session, a round,
 * and what the history says of it. What it prints is for the test.
 */
async function main(baseUrl: string, key: string): Promise<void> {
  const api = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });
  const header = () => ({ 'Idempotency-Key': randomUUID() });

  const deposit = await api.POST('/v1/players/{playerId}/wallets/{currency}/deposits', {
    params: { path: { playerId: 'bob', currency: 'EUR' }, header: header() },
    body: { transactionId: randomUUID(), amount: 100_000 },
  });
  const { balanceAfter } = answered(deposit);

  const opened = await api.POST('/v1/sessions', {
    body: { playerId: 'bob', gameId: 'american-blackjack', currency: 'EUR', mode: 'real' },
  });
  const session = answered(opened);

  const dealt = await api.POST('/v1/sessions/{sessionId}/rounds', {
    params: { path: { sessionId: session.id }, header: header() },
    body: { boxes: [{ box: 1, stake: 1000, sideBets: { sevens: 100 } }] },
  });
  let round = answered(dealt);
  while (round.status === 'playing' || round.status === 'insurance') {
    const acted = await api.POST('/v1/rounds/{roundId}/actions', {
      params: { path: { roundId: round.id }, header: header() },
      body: choice(round),
    });
    round = answered(acted);
  }

  const roundId = round.id;
  const bets = answered(await api.GET('/v1/bets', { params: { query: { sessionId: session.id } } }));
  if (typeof bets === 'string') throw new Error('the bets came as text, which nobody asked for');
  const events = answered(await api.GET('/v1/rounds/{roundId}/events', { params: { path: { roundId } } }));
  const wallets = answered(
    await api.GET('/v1/players/{playerId}/wallets', { params: { path: { playerId: 'bob' } } }),
  );
  const [wallet] = wallets.items;
  const report = {
    status: round.status,
    hands: round.boxes.flatMap(({ hands }) => hands.map(({ outcome }) => outcome)),
    expected: balanceAfter + round.net,
    balance: wallet?.balance,
    bets: bets.items.map(({ type }) => type),
    events: events.items.map(({ type }) => type),
  };
  process.stdout.write(`${JSON.stringify(report)}\n`);
}

/** Stands on 17 and more, hits below. */
function choice({ allowed, boxes }: Round): Action {
  const turn = allowed.find(({ type }) => type === 'hit');
  const hand = boxes.flatMap(({ hands }) => hands).find(({ id }) => id === turn?.hand);
  if (hand === undefined || hand.total === null || hand.total >= 17) return { type: 'stand-all' };
  return { type: 'hit', hand: hand.id };
}

function answered<Body>({ data, error }: { data?: Body; error?: components['schemas']['Problem'] }): Body {
  if (data === undefined) throw new Error(`${error?.code ?? 'no body'}: ${error?.detail ?? ''}`);
  return data;
}

const [baseUrl = '', key = ''] = process.argv.slice(2);
void main(baseUrl, key);
