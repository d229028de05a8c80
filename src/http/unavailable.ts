import { types } from 'node:util';

/**
 * Whether an error says that the database cannot be reached just now, as against something being wrong with what was
 * asked of it. The first class are SQLSTATEs, the others errors of the network and of pg's pool.
 */
export function isDatabaseGone(error: unknown): boolean {
  if (!types.isNativeError(error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (GONE.has(code) || code.startsWith('08'))) return true;
  if ('errors' in error && Array.isArray(error.errors) && error.errors.some(isDatabaseGone)) return true;
  return MESSAGES.some((message) => error.message.includes(message));
}

const GONE = new Set([
  '25P03', // this process stood still for too long with a transaction open
  '57P01', // the server is shutting down
  '57P02', // a crash of another connection
  '57P03', // the server is starting
  '53300', // too many connections
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

const MESSAGES = [
  'timeout exceeded when trying to connect',
  'Connection terminated',
  'Client has encountered a connection error',
  'Cannot use a pool after calling end',
  // TypeORM, of a connection that broke between two statements of a transaction.
  'Database connection provided by a query runner was already released',
  'Query runner already released',
];
