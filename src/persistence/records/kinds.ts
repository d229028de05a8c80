/** A column of a record as it is hashed: its name, and SQL for its text. */
export interface HashedColumn {
  readonly name: string;
  readonly sql: string;
}

/** One table whose rows are sealed. The row itself has the alias `x`. */
export interface RecordKind {
  readonly table: string;
  /** SQL of the rows and of what is hashed with them. */
  readonly from: string;
  readonly operatorId: string;
  /** How many of the columns, from the first on, are the row's key. */
  readonly keyLength: number;
  /** In the order in which they are hashed. */
  readonly columns: readonly HashedColumn[];
  /**
   * SQL for a JSON array of the names that the row has for its player. They are not hashed: `player_key` binds them, or
   * the record of his erasure.
   */
  readonly playerIds: string | null;
  /** SQL for a JSON array of other players who are named with the row, in the form of `NamedPlayer`. */
  readonly players?: string;
}

/** A player with the name that stands for him. */
export interface NamedPlayer {
  readonly playerKey: number;
  readonly playerId: string;
  readonly isErased: boolean;
}

const asText = (...names: string[]): HashedColumn[] =>
  names.map((name) => ({ name, sql: `x.${name}::text` }));

/** PostgreSQL keeps microseconds; whoever changes one of them has changed the time. */
function asTime(name: string, alias = 'x'): HashedColumn {
  return { name, sql: `to_char(${alias}.${name} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')` };
}

/** What a deal fixes for good stands on the round's row; it is hashed with the round's first step. */
function ofTheDeal({ name, sql }: HashedColumn, table = 'rounds'): HashedColumn {
  return { name: `${table}.${name}`, sql: `CASE WHEN x.version = 1 THEN ${sql} END` };
}

const OF_THE_ROUND = ['session_id', 'operator_id', 'game_id', 'rule_set_version', 'mode', 'currency'].concat([
  'limits',
  'decision_seconds',
  'seed_no',
  'client_seed',
  'nonce',
  'shoe',
]);

const OF_THE_TABLES_ROUND = OF_THE_ROUND.filter((name) => name !== 'session_id').concat(
  'table_id',
  'bettors',
);

/** SQL for an array of what the parts of all bettors in a table's round say, in the order of their numbers. */
function bettorsOf(build: string, values: string): string {
  return `(
    SELECT jsonb_agg(${build}(${values}) ORDER BY b.bettor) FROM rounds b
    WHERE b.table_key = x.table_key AND b.round_id = x.round_id)`;
}

const PARTS = 'b.bettor, b.player_key, b.session_id, b.table_id, b.mode, b.currency';
const NAMES = `'playerKey', b.player_key, 'playerId', b.player_id,
  'isErased', EXISTS (SELECT FROM erasures e WHERE e.player_key = b.player_key)`;

/** Every kind of record under a seal, in the order in which rows of one position would be named. */
export const RECORD_KINDS: readonly RecordKind[] = [
  {
    table: 'round_steps',
    from: `round_steps x LEFT JOIN rounds r ON r.player_key = x.player_key AND r.round_id = x.round_id
      LEFT JOIN seeds s ON s.player_key = r.player_key AND s.session_id = r.session_id AND s.seed_no = r.seed_no
        AND x.version = 1`,
    operatorId: 'r.operator_id',
    keyLength: 3,
    columns: [
      ...asText('player_key', 'round_id', 'version', 'step', 'balance_after', 'actor', 'request_id'),
      asTime('at'),
      ...OF_THE_ROUND.map((name) => ofTheDeal({ name, sql: `r.${name}::text` })),
      ofTheDeal(asTime('dealt_at', 'r')),
      { name: 'seeds.commitment', sql: "encode(s.commitment, 'hex')" },
    ],
    playerIds: 'CASE WHEN x.version = 1 THEN json_build_array(r.player_id) END',
  },
  {
    table: 'transfers',
    from: 'transfers x',
    operatorId: 'x.operator_id',
    keyLength: 4,
    columns: [
      ...asText('player_key', 'currency', 'session_id', 'entry_no', 'operator_id', 'kind', 'reason'),
      ...asText(
        'debit_account',
        'credit_account',
        'amount',
        'balance_after',
        'round_id',
        'round_version',
        'bet',
      ),
      ...asText('transaction_id'),
      asTime('at'),
    ],
    playerIds: null,
  },
  {
    table: 'wallet_transactions',
    from: 'wallet_transactions x',
    operatorId: 'x.operator_id',
    keyLength: 2,
    columns: [
      ...asText(
        'operator_id',
        'transaction_id',
        'player_key',
        'currency',
        'type',
        'amount',
        'balance_before',
      ),
      ...asText('balance_after'),
      asTime('at'),
    ],
    playerIds: 'json_build_array(x.player_id)',
  },
  {
    table: 'cancellations',
    from: 'cancellations x LEFT JOIN rounds r ON r.player_key = x.player_key AND r.round_id = x.round_id',
    operatorId: 'CASE WHEN r.round_id IS NOT NULL THEN x.operator_id END',
    keyLength: 2,
    columns: [
      ...asText('player_key', 'round_id', 'operator_id', 'reason', 'note', 'actor_key_id', 'actor_name'),
      ...asText('status_before'),
      {
        name: 'amounts',
        sql: `(SELECT jsonb_agg(amount - 'playerId' ORDER BY place)::text
          FROM jsonb_array_elements(x.amounts) WITH ORDINALITY AS listed (amount, place))`,
      },
      { name: 'round_before', sql: `(x.round_before - 'playerId')::text` },
      ...asText('request_id'),
      asTime('at'),
    ],
    playerIds: `(SELECT json_agg(named) FROM (
      SELECT x.round_before->>'playerId' UNION SELECT amount->>'playerId' FROM jsonb_array_elements(x.amounts) amount
    ) AS names (named))`,
  },
  {
    table: 'rule_sets',
    from: 'rule_sets x',
    operatorId: 'x.operator_id',
    keyLength: 3,
    columns: [
      ...asText('operator_id', 'rule_set_id', 'version', 'name', 'settings', 'theoretical_return'),
      asTime('created_at'),
    ],
    playerIds: null,
  },
  {
    table: 'configuration_changes',
    from: 'configuration_changes x',
    operatorId: 'x.operator_id',
    keyLength: 1,
    columns: [
      ...asText('position', 'operator_id', 'subject', 'subject_key', 'operation', 'before', 'after', 'actor'),
      ...asText('request_id'),
      asTime('at'),
    ],
    playerIds: null,
  },
  {
    table: 'reminder_acknowledgements',
    from: 'reminder_acknowledgements x',
    operatorId: 'x.operator_id',
    keyLength: 3,
    columns: [
      ...asText('player_key', 'session_id'),
      asTime('at'),
      ...asText('operator_id'),
      asTime('due_at'),
      ...asText('elapsed_seconds', 'staked', 'returned', 'actor', 'request_id'),
    ],
    playerIds: null,
  },
  {
    table: 'erasures',
    from: 'erasures x',
    operatorId: 'x.operator_id',
    keyLength: 1,
    columns: [
      ...asText(
        'player_key',
        'operator_id',
        'reason',
        'reference',
        'actor_key_id',
        'actor_name',
        'request_id',
      ),
      asTime('at'),
    ],
    playerIds: null,
  },
  {
    table: 'software_changes',
    from: 'software_changes x',
    operatorId: 'x.operator_id',
    keyLength: 1,
    columns: [
      ...asText('position', 'operator_id', 'name', 'version', 'digest', 'digest_before', 'node'),
      asTime('at'),
    ],
    playerIds: null,
  },
  {
    table: 'round_removals',
    from: 'round_removals x',
    operatorId: 'x.operator_id',
    keyLength: 1,
    columns: [...asText('position', 'operator_id', 'up_to_position', 'actor'), asTime('at')],
    playerIds: null,
  },
  {
    table: 'table_steps',
    from: `table_steps x LEFT JOIN table_rounds r ON r.table_key = x.table_key AND r.round_id = x.round_id
      LEFT JOIN seeds s ON s.player_key = r.table_key AND s.session_id = r.table_id AND s.seed_no = r.seed_no
        AND x.version = 1`,
    operatorId: 'r.operator_id',
    keyLength: 3,
    columns: [
      ...asText('table_key', 'round_id', 'version', 'step', 'actor', 'request_id'),
      asTime('at'),
      ...OF_THE_TABLES_ROUND.map((name) => ofTheDeal({ name, sql: `r.${name}::text` }, 'table_rounds')),
      ofTheDeal(asTime('dealt_at', 'r'), 'table_rounds'),
      // Who the bettors are that the steps know by number.
      ofTheDeal({ name: 'bettors', sql: `${bettorsOf('jsonb_build_array', PARTS)}::text` }),
      { name: 'seeds.commitment', sql: "encode(s.commitment, 'hex')" },
    ],
    playerIds: null,
    players: `CASE WHEN x.version = 1 THEN ${bettorsOf('jsonb_build_object', NAMES)}::json END`,
  },
  {
    table: 'table_changes',
    from: 'table_changes x',
    operatorId: 'x.operator_id',
    keyLength: 3,
    columns: [
      ...asText('table_key', 'table_id', 'change_no', 'operator_id', 'kind', 'reason', 'note', 'details'),
      ...asText('actor', 'actor_name', 'request_id'),
      asTime('at'),
    ],
    playerIds: null,
  },
];
