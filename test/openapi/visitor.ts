import {
  type Documented,
  type Example,
  examplesOf,
  filledBody,
  filledHeaders,
  filledPath,
  filledQuery,
  operationsOf,
} from './operations';
import type { Served } from './served';

export interface Visit {
  readonly status: number;
  readonly mediaType: string;
  readonly body: unknown;
}

/** The ids that have to be pasted, because the server makes them. */
export interface Ids {
  sessionId?: string;
  roundId?: string;
  suspensionId?: string;
  tableId?: string;
  /** A session at that table. */
  tableSessionId?: string;
}

interface Wish {
  readonly ids?: Ids;
  /** Added to the proposed Idempotency-Key, so that the request is a new one. */
  readonly keySuffix?: string;
  readonly query?: string;
  readonly accept?: string;
}

/** Calls operations the way the page does: with everything that the document proposes. */
export class Visitor {
  private requests = 0;
  readonly operations: readonly Documented[];

  constructor(private readonly served: Served) {
    this.operations = operationsOf(served.document);
  }

  operation(id: string): Documented {
    const found = this.operations.find((operation) => operation.id === id);
    if (found === undefined) throw new Error(`no operation ${id}`);
    return found;
  }

  example(id: string, name: string): Example {
    const found = examplesOf(this.operation(id)).find((example) => example.name === name);
    if (found === undefined) throw new Error(`${id} has no example ${name}`);
    return found;
  }

  async visit(operation: Documented, example: Example, wish: Wish = {}): Promise<Visit> {
    const visit = await this.call(operation, example, wish);
    // A database that stands still for two seconds is no database to a probe: it asks again.
    return operation.path === '/health/ready' && visit.status === 503
      ? this.visit(operation, example, wish)
      : visit;
  }

  private async call(operation: Documented, { body: proposed }: Example, wish: Wish): Promise<Visit> {
    const { 'Idempotency-Key': proposedKey, ...headers } = filledHeaders(operation);
    const ids = idsFor(operation, wish);
    const query = wish.query ?? filledQuery(operation, ids);
    const url = `${this.served.baseUrl}${filledPath(operation, ids)}${query}`;
    const body = proposed && filledBody(proposed, ids);
    const response = await fetch(url, {
      method: operation.method,
      headers: {
        ...(headers as Record<string, string>),
        Authorization: `Bearer ${this.served.key}`,
        ...(proposedKey === undefined ? {} : { 'Idempotency-Key': `${proposedKey}${wish.keySuffix ?? ''}` }),
        ...(wish.accept === undefined ? {} : { Accept: wish.accept }),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const mediaType = (response.headers.get('content-type') ?? '').split(';')[0];
    const text = mediaType === 'text/event-stream' ? await beginningOf(response) : await response.text();
    return {
      status: response.status,
      mediaType,
      body: mediaType.endsWith('json') && !mediaType.includes('ndjson') ? JSON.parse(text) : text,
    };
  }

  /** An example sent as a new request, some of its fields changed. */
  again(id: string, name: string, ids: Ids = {}, change: object = {}): Promise<Visit> {
    this.requests += 1;
    const { body, ...example } = this.example(id, name);
    const changed = body === undefined ? undefined : { ...body, ...change };
    return this.visit(
      this.operation(id),
      { ...example, body: changed },
      { ids, keySuffix: `-${this.requests}` },
    );
  }

  /** Opens a table and a session at it. */
  async tableScene(): Promise<Ids> {
    const tableId = idOf(await this.again('openTable', 'test'));
    return { tableId, tableSessionId: idOf(await this.again('openSession', 'testTable', { tableId })) };
  }

  /** Opens a session and, if a deal is named, deals in it. */
  async scene(session: string, deal?: string): Promise<Ids> {
    const sessionId = idOf(await this.again('openSession', session));
    if (deal === undefined) return { sessionId };
    return { sessionId, roundId: idOf(await this.again('deal', deal, { sessionId })) };
  }
}

/** At a table it is the session there that is pasted; a game is asked for as such, and not as it is played somewhere. */
function idsFor({ path }: Documented, { ids = {} }: Wish): Record<string, string> {
  const { tableSessionId, ...others } = ids;
  if (path.startsWith('/v1/games')) return {};
  if (!path.startsWith('/v1/tables/') || tableSessionId === undefined) return { ...others };
  return { ...others, sessionId: tableSessionId };
}

/** A stream of events has no end: what comes first is read, and then it is left. */
async function beginningOf({ body }: Response): Promise<string> {
  const reader = body?.getReader();
  const first = (await reader?.read())?.value as Uint8Array | undefined;
  await reader?.cancel();
  return new TextDecoder().decode(first);
}

export function idOf({ status, body }: Visit): string {
  if (status !== 201 && status !== 200) throw new Error(`${status}: ${JSON.stringify(body)}`);
  return (body as { id: string }).id;
}
