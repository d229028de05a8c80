import { types } from 'node:util';

/** Why the database did not do what it was asked for, though there is nothing wrong with that. */
export interface Unavailable {
  /** For the log. */
  readonly reason: string;
  /** For the caller. */
  readonly detail: string;
}

interface Kind extends Unavailable {
  /** SQLSTATEs, their classes of two characters, and codes of the network. */
  readonly codes: readonly string[];
  /** Parts of messages, where there is no code: of pg, its pool, and TypeORM. */
  readonly messages: readonly string[];
}

/**
 * Tells errors of the database that pass from those that say that something is wrong with what was asked of it; null for
 * these. The same request may succeed later without anybody changing it.
 */
export function unavailable(error: unknown): Unavailable | null {
  return kindOf(error) ?? null;
}

function kindOf(error: unknown): Kind | undefined {
  if (!types.isNativeError(error)) return undefined;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (typeof code === 'string') {
    const byCode = KINDS.find(({ codes }) => codes.includes(code) || codes.includes(stateClass(code)));
    if (byCode !== undefined) return byCode;
    // No other code means anything else where a connection is opened: no file, no descriptor, no port left.
    if (syscall === 'connect') return GONE;
  }
  const byMessage = KINDS.find(({ messages }) => messages.some((part) => error.message.includes(part)));
  if (byMessage !== undefined) return byMessage;
  // Every address of a host was tried.
  return 'errors' in error && Array.isArray(error.errors)
    ? error.errors.map(kindOf).find(Boolean)
    : undefined;
}

/** The class of an SQLSTATE; of anything else itself. */
function stateClass(code: string): string {
  return /^[0-9A-Z]{5}$/.test(code) ? code.slice(0, 2) : code;
}

const GONE: Kind = {
  reason: 'the database cannot be reached',
  detail: 'The database cannot be reached for the moment.',
  codes: [
    '08', // the connection broke, or a pooler between has none
    '25P03', // this process stood still for too long with a transaction open
    '25P04', // a transaction took longer than the server allows
    '28', // it does not let us in, as while a password is changed
    '3D000', // there is no such database: not yet, or under another name
    '40003', // the connection broke, so that nobody knows what became of the statement
    '57P01', // the server is shutting down
    '57P02', // a crash of another connection
    '57P03', // the server is starting
    '57P04', // the database was dropped
    '57P05', // the connection was idle for longer than the server allows
    'EAI_AGAIN',
    'ECONNABORTED',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTDOWN',
    'EHOSTUNREACH',
    'ENETDOWN',
    'ENETUNREACH',
    'ENOTFOUND',
    'EPIPE',
    'ETIMEDOUT',
  ],
  messages: [
    'timeout exceeded when trying to connect',
    'timeout expired',
    'Connection terminated',
    'Client has encountered a connection error',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end',
    'The server does not support SSL connections',
    'There was an error establishing an SSL connection',
    // TypeORM, of a connection that broke between two statements of a transaction.
    'Database connection provided by a query runner was already released',
    'Query runner already released',
  ],
};

const KINDS: readonly Kind[] = [
  GONE,
  {
    reason: 'the database did not answer in time',
    detail:
      'The database did not answer in time: whether anything was done is not known. Under the same Idempotency-Key it is done once.',
    codes: [],
    messages: ['Query read timeout'],
  },
  {
    reason: 'the database took too long for a statement',
    detail:
      'The database may not work for that long on one request. A list takes less between a narrower `from` and `to`, or for one player.',
    codes: ['57014'],
    messages: [],
  },
  {
    reason: 'a lock was waited for in vain',
    detail: 'Something that this needs is locked for longer than a request may wait.',
    codes: ['55P03'],
    messages: [],
  },
  {
    reason: 'others changed the same all the time',
    detail: 'Something that this needs is being changed by others.',
    codes: ['40001', '40P01'],
    messages: [],
  },
  {
    reason: 'the database takes no writes',
    detail: 'The database takes no writes for the moment.',
    // As the one that was the first server does after another has taken over.
    codes: ['25006'],
    messages: [],
  },
  {
    reason: 'the database is out of connections, memory or disk',
    detail: 'The database has no room for this for the moment.',
    codes: ['53'],
    messages: [],
  },
];
