import type { SheetBody, TableBody } from '../../src/application/tables/table-body';
import { type CallOptions, type Casino, type OpenSession, type Reply } from '../support/casino';

export type BetBody = Readonly<Record<string, unknown>>;

/** A shared table over HTTP: the calls of the aggregator, of the players' sessions, and of the supervisor. */
export class HttpTable {
  private constructor(
    readonly casino: Casino,
    readonly id: string,
  ) {}

  static async open(casino: Casino, wanted: object = {}): Promise<HttpTable> {
    const body = { gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'test', ...wanted };
    const reply = await casino.post<TableBody>('/v1/tables', body);
    if (reply.status !== 201) throw new Error(reply.text);
    return new HttpTable(casino, reply.body.id);
  }

  /** A session at the table, of a player of its own unless one is named. */
  session(changes: object = {}): Promise<OpenSession> {
    return this.casino.openSession({ gameId: 'blackjack-deluxe', tableId: this.id, ...changes });
  }

  call<Body>(method: string, path: string, body?: unknown, options?: CallOptions): Promise<Reply<Body>> {
    return this.casino.call(method, `/v1/tables/${this.id}${path}`, body, options);
  }

  bet<Body = SheetBody>(body: BetBody, options?: CallOptions): Promise<Reply<Body>> {
    return this.call('POST', '/bets', { kind: 'seat', ...body }, options);
  }

  takeBack<Body = SheetBody>(query: string, options?: CallOptions): Promise<Reply<Body>> {
    return this.call('DELETE', `/bets${query}`, undefined, options);
  }

  leave<Body = SheetBody>(seat: number | string, query = '', options?: CallOptions): Promise<Reply<Body>> {
    return this.call('DELETE', `/seats/${seat}${query}`, undefined, options);
  }

  act<Body = TableBody>(body: object, options?: CallOptions): Promise<Reply<Body>> {
    return this.call('POST', '/actions', body, options);
  }

  /** Of the supervisor: it has to work. */
  async cards(...cards: string[]): Promise<void> {
    await this.done('/cards', { cards });
  }

  advance(): Promise<TableBody> {
    return this.done('/advance');
  }

  pause(): Promise<TableBody> {
    return this.done('/pause', { reason: 'test' });
  }

  resume(): Promise<TableBody> {
    return this.done('/resume', { reason: 'test' });
  }

  private async done(path: string, body?: object): Promise<TableBody> {
    const reply = await this.call<TableBody>('POST', path, body);
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body;
  }

  /** As an API key sees it, through the eyes of a session where one is named. */
  async state(sessionId?: string): Promise<TableBody> {
    const query = sessionId === undefined ? '' : `?sessionId=${sessionId}`;
    const reply = await this.call<TableBody>('GET', query);
    if (reply.status !== 200) throw new Error(reply.text);
    return reply.body;
  }
}
