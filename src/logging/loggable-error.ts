import { types } from 'node:util';

/**
 * What a log may say about an error. Errors of the database carry the statement's parameters and the row that did not
 * fit, and with them key hashes, seeds and cards: nothing but what is named here is written.
 */
export function loggableError(error: unknown): object {
  if (!types.isNativeError(error)) return { type: typeof error, message: String(error) };
  const { name, message, stack, cause } = error;
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { type: name, message, stack, code, constraint, ...(cause ? { cause: loggableError(cause) } : {}) };
}
