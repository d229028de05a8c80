import { randomUUID } from 'node:crypto';
import { type ApiClient, createApiClient, type Reply } from './http-client';

const CLIENTS = 32;
const SECONDS = 10;

/**
 * Rounds through the whole server: each client has a player and a session of his own, deals, stands everything, and
 * deals again, with the token of his session as game clients do: so none comes near the requests that one caller may make.
 * Reads where the server is from HOLECARD and its key from KEY.
 */
async function main(): Promise<void> {
  const baseUrl = process.env['HOLECARD'] ?? 'http://127.0.0.1:3000';
  const operator = createApiClient(baseUrl, process.env['KEY'] ?? '');
  const sessions = await Promise.all(Array.from({ length: CLIENTS }, () => openSession(operator)));
  const until = performance.now() + SECONDS * 1000;
  const times: number[] = [];
  let rounds = 0;
  await Promise.all(
    sessions.map(async ({ id: session, token }) => {
      const api = createApiClient(baseUrl, token);
      while (performance.now() < until) {
        rounds += 1;
        await playRound(api, session, times);
      }
    }),
  );
  times.sort((one, other) => one - other);
  const quantile = (share: number): string => times[Math.floor(times.length * share)].toFixed(1);
  process.stdout.write(
    `${CLIENTS} clients, ${SECONDS} s: ${Math.round(times.length / SECONDS)} requests/s, ${Math.round(rounds / SECONDS)} rounds/s; ` +
      `ms per request: median ${quantile(0.5)}, 99 % ${quantile(0.99)}\n`,
  );
}

function openSession(api: ApiClient): Promise<Reply> {
  const body = {
    playerId: randomUUID(),
    gameId: 'american-blackjack',
    currency: 'EUR',
    mode: 'demo',
    balance: 1e12,
  };
  return api('/v1/sessions', body);
}

async function playRound(api: ApiClient, session: string, times: number[]): Promise<void> {
  const timed = async (path: string, body: object): Promise<Reply> => {
    const start = performance.now();
    const round = await api(path, body);
    times.push(performance.now() - start);
    return round;
  };
  const round = await timed(`/v1/sessions/${session}/rounds`, { boxes: [{ box: 1, stake: 100 }] });
  if (round.status !== 'settled') await timed(`/v1/rounds/${round.id}/actions`, { type: 'stand-all' });
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
