import { randomUUID } from 'node:crypto';
import { Agent, get, request } from 'node:http';

const BEHIND = 500;
const SEATS = 7;
/** Requests that are under way at the same time where many come at once. */
const AT_ONCE = 50;
const STREAMS = 300;
const ROUNDS = 3;

/**
 * One table with seven seats and 500 bettors behind them, through the whole server: what a bet costs, how long it takes to
 * charge and deal, to play a hand that is followed, and to settle, and what readers cost. Reads where the server is from
 * HOLECARD and its key from KEY.
 */
async function main(): Promise<void> {
  const table = await BenchTable.open(SEATS + BEHIND);
  for (let round = 1; round <= ROUNDS; round++) await table.play(round);
  await table.watch();
}

interface Answer {
  readonly id: string;
  readonly status: string;
  readonly eventId: number;
  readonly turn: { readonly hand: string } | null;
  readonly seats: readonly { readonly hands: readonly { readonly id: string }[] }[];
  readonly allowed: readonly { readonly type: string }[];
}

class BenchTable {
  private constructor(
    private readonly id: string,
    private readonly sessions: readonly string[],
  ) {}

  static async open(players: number): Promise<BenchTable> {
    const seconds = { betting: 300, insurance: 300, decision: 300, result: 300 };
    const { id } = await call('POST', '/v1/tables', {
      gameId: 'blackjack-deluxe',
      currency: 'EUR',
      mode: 'test',
      seconds,
    });
    const sessions: string[] = [];
    await inTurn(Array.from({ length: players }), AT_ONCE, async () => {
      const session = { playerId: randomUUID(), gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'test' };
      sessions.push((await call('POST', '/v1/sessions', { ...session, tableId: id })).id);
    });
    return new BenchTable(id, sessions);
  }

  async play(round: number): Promise<void> {
    const seated = this.sessions.slice(0, SEATS);
    const behind = this.sessions.slice(SEATS);
    const some = behind.slice(0, AT_ONCE);
    // Nobody has 21 before he is asked, and the dealer's six leads to no end before the last hand.
    const cards = '5h 6h 7h 8h 9h 4h 3h 6c 6d 5d 4d 3d 7d 2d 8d Tc 2c 2s'.split(' ');
    await this.command('/cards', { cards });
    for (const [index, session] of seated.entries()) await this.bet(session, index + 1, 'seat', 1000);

    const stakes = behind.map((session, index) => () => {
      return this.bet(session, 1 + (index % SEATS), 'behind', 1000 + 100 * (index % 20));
    });
    const alone = await timesOf(stakes.slice(0, AT_ONCE), 1, (place) => place());
    say(round, `a bet, one after the other: ${spread(alone)}`);
    const back = await timesOf(some, 1, (session) => this.takeBack(session));
    say(round, `a bet behind taken back, one after the other: ${spread(back)}`);
    await inTurn(stakes.slice(0, AT_ONCE), AT_ONCE, (place) => place());
    const began = performance.now();
    const atOnce = await timesOf(stakes.slice(AT_ONCE), AT_ONCE, (place) => place());
    const each = (performance.now() - began) / atOnce.length;
    say(
      round,
      `a bet, ${AT_ONCE} at once: ${spread(atOnce)}; ${(1000 / each).toFixed(0)} bets/s at this table`,
    );

    say(round, `charge ${SEATS + BEHIND} bettors and deal: ${await timed(() => this.command('/advance'))}`);
    const followers = behind.filter((_, index) => index % SEATS === 0);
    const answers = await timesOf(followers, AT_ONCE, (session) =>
      this.act(session, { type: 'follow-double', hand: '1.1', accept: true }),
    );
    say(round, `an answer of one of ${followers.length} who follow, ${AT_ONCE} at once: ${spread(answers)}`);
    const again = await timesOf(followers.slice(0, AT_ONCE), 1, (session) =>
      this.act(session, { type: 'follow-double', hand: '1.1', accept: true }),
    );
    say(round, `such an answer, one after the other: ${spread(again)}`);
    const ahead = await timesOf(some, 1, (_, index) => {
      const seat = 3 + (index % (SEATS - 2));
      return this.act(seated[seat - 1], { type: 'stand', hand: `${seat}.1` });
    });
    say(round, `a choice in advance, one after the other: ${spread(ahead)}`);
    const double = await timed(() => this.act(seated[0], { type: 'double', hand: '1.1' }));
    say(round, `a double that ${followers.length} follow: ${double}`);
    const hit = await timed(() => this.act(seated[1], { type: 'hit', hand: '2.1' }));
    say(round, `a hit: ${hit}`);
    const last = await timed(() => this.act(seated[1], { type: 'stand', hand: '2.1' }));
    say(round, `the last decision, those made in advance, settle all and pay them: ${last}`);
    say(round, `clear the table for the next countdown: ${await timed(() => this.command('/advance'))}`);
  }

  /** What it costs to look, and to be told. */
  async watch(): Promise<void> {
    const path = `/v1/tables/${this.id}`;
    for (const [index, session] of this.sessions.entries())
      await this.bet(
        session,
        index < SEATS ? index + 1 : 1 + (index % SEATS),
        index < SEATS ? 'seat' : 'behind',
        1000,
      );
    await this.command('/advance');
    const looks = await timesOf(this.sessions.slice(0, 200), 8, (session) =>
      call('GET', `${path}?sessionId=${session}`, null),
    );
    say(null, `the table as one player sees it, 8 at once: ${spread(looks)}`);
    const began = performance.now();
    const readers = this.sessions
      .slice(0, STREAMS)
      .map((session) => new Reader(`${path}/stream?sessionId=${session}`));
    await Promise.all(readers.map((reader) => reader.upTo(1)));
    say(null, `${STREAMS} streams opened, each with the table as it stands, in ${since(began)}`);
    for (let advance = 0; advance < 3; advance++) {
      const sent = performance.now();
      const { eventId, status } = await this.command('/advance');
      const answered = since(sent);
      await Promise.all(readers.map((reader) => reader.upTo(eventId)));
      say(
        null,
        `on to ${status}: answered after ${answered}, all ${STREAMS} readers told after ${since(sent)}`,
      );
    }
    for (const reader of readers) reader.close();
  }

  private bet(sessionId: string, seat: number, kind: string, amount: number): Promise<Answer> {
    return this.command('/bets', { sessionId, seat, kind, amount });
  }

  private takeBack(sessionId: string): Promise<Answer> {
    return call('DELETE', `/v1/tables/${this.id}/bets?sessionId=${sessionId}`, null);
  }

  private act(sessionId: string, choice: object): Promise<Answer> {
    return this.command('/actions', { sessionId, ...choice });
  }

  private command(path: string, body: object | null = null): Promise<Answer> {
    return call('POST', `/v1/tables/${this.id}${path}`, body);
  }
}

const agent = new Agent({ keepAlive: true });
const server = process.env['HOLECARD'] ?? 'http://127.0.0.1:3000';
const authorization = `Bearer ${process.env['KEY'] ?? ''}`;

function call(
  method: string,
  path: string,
  body: object | null,
  idempotencyKey: string = randomUUID(),
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const type = body === null ? {} : { 'content-type': 'application/json' };
    const headers = { authorization, 'idempotency-key': idempotencyKey, ...type };
    const sent = request(`${server}${path}`, { method, agent, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (response.statusCode !== 200 && response.statusCode !== 201) reject(new Error(`${path}: ${text}`));
        else resolve(JSON.parse(text) as Answer);
      });
    });
    sent.on('error', (error) => {
      // The server had just closed the connection, which had been idle: once more, under the same key.
      if (sent.reusedSocket) call(method, path, body, idempotencyKey).then(resolve, reject);
      else reject(error);
    });
    sent.end(body === null ? undefined : JSON.stringify(body));
  });
}

/** Reads a stream and knows the number of the last event. */
class Reader {
  private last = 0;
  private readonly waiting: { no: number; resolve: () => void }[] = [];
  private readonly request;

  constructor(path: string) {
    const headers = { authorization, accept: 'text/event-stream' };
    this.request = get(`${server}${path}`, { agent: new Agent(), headers }, (response) => {
      response.on('error', () => undefined);
      response.on('data', (chunk: Buffer) => {
        for (const [, no] of chunk.toString().matchAll(/^id: (\d+)$/gm)) this.last = Number(no);
        for (const { no, resolve } of this.waiting) if (no <= this.last) resolve();
      });
    });
    this.request.on('error', () => undefined);
  }

  upTo(no: number): Promise<void> {
    return new Promise((resolve) => {
      if (no <= this.last) resolve();
      else this.waiting.push({ no, resolve });
    });
  }

  close(): void {
    this.request.destroy();
  }
}

/** Does something for each, so many at the same time. */
async function inTurn<V>(
  list: readonly V[],
  atOnce: number,
  work: (item: V, index: number) => Promise<unknown>,
): Promise<void> {
  const entries = list.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of entries) await work(item, index);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

async function timesOf<V>(
  list: readonly V[],
  atOnce: number,
  work: (item: V, index: number) => Promise<unknown>,
): Promise<number[]> {
  const times: number[] = [];
  await inTurn(list, atOnce, async (item, index) => {
    const began = performance.now();
    await work(item, index);
    times.push(performance.now() - began);
  });
  return times.sort((one, other) => one - other);
}

async function timed(work: () => Promise<unknown>): Promise<string> {
  const began = performance.now();
  await work();
  return since(began);
}

function since(began: number): string {
  return `${Math.round(performance.now() - began)} ms`;
}

function spread(times: readonly number[]): string {
  const at = (share: number): string => times[Math.floor((times.length - 1) * share)].toFixed(1);
  return `median ${at(0.5)} ms, 99 % ${at(0.99)} ms`;
}

function say(round: number | null, line: string): void {
  process.stdout.write(`${round === null ? '' : `round ${round}: `}${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exitCode = 1;
});
