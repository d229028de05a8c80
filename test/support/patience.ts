import { Client, Pool } from 'pg';

/**
 * Runs before each test file. A server gives up early, so that one who hangs stops nobody else: whoever gets no connection
 * to the database within five seconds is refused, and a transaction that holds a table and does nothing for three is ended.
 * Tests ask for two hundred things at once of four connections, on a machine that may stand still for as long itself: they
 * wait longer. What is tested of the short times asks for them by the name of its connections.
 */
const PATIENCE_MS = 60_000;

/** The `application_name` of connections that keep the times of a server. */
export const AS_SERVED = 'as served';

const pools = Pool.prototype as unknown as Patched<'connect'>;
const clients = Client.prototype as unknown as Patched<'query'>;
const { connect } = pools;
const { query } = clients;

type Patched<Name extends string> = Record<Name, (...values: unknown[]) => unknown>;

pools.connect = function (this: Pool, ...values: unknown[]) {
  this.options.connectionTimeoutMillis = PATIENCE_MS;
  return connect.apply(this, values);
};

const HASTE = `'idle_in_transaction_session_timeout', '3s'`;
const REST = `'idle_in_transaction_session_timeout', '${PATIENCE_MS}'`;

clients.query = function (this: Named, ...values: unknown[]) {
  const [first, ...rest] = values;
  if (this.connectionParameters.application_name === AS_SERVED) return query.apply(this, values);
  return query.apply(this, [patient(first), ...rest]);
};

interface Named {
  readonly connectionParameters: { readonly application_name?: string };
}

function patient(statement: unknown): unknown {
  if (typeof statement !== 'object' || statement === null || !('text' in statement)) return statement;
  const { text } = statement;
  return typeof text === 'string' && text.includes(HASTE)
    ? { ...statement, text: text.replace(HASTE, REST) }
    : statement;
}
