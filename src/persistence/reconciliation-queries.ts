import { OWN_WALLET_SQL, walletSessionSql } from './wallets';

/** Everything below is asked of the players whose key lies above $1 and not above $2; null is no bound. */
const RANGE = `player_key > coalesce($1::bigint, -9223372036854775808)
  AND player_key <= coalesce($2::bigint, 9223372036854775807)`;

const WALLET_NAME = `format('wallet of player key %s in %s, session %s', player_key, currency, session_id)`;

/** Wallets against the sums of their transfers, those of either kind without the other included. */
export const WALLETS = `
  WITH stored AS (SELECT * FROM wallets WHERE ${RANGE}),
  made AS (
    SELECT player_key, currency, session_id, count(*) AS entries,
      sum(CASE WHEN credit_account = 'player' THEN amount ELSE -amount END) AS total
    FROM transfers WHERE ${RANGE} GROUP BY player_key, currency, session_id
  ),
  compared AS (
    SELECT player_key, currency, session_id, balance, entry_count, coalesce(entries, 0) AS entries,
      coalesce(total, 0) AS total
    FROM stored FULL JOIN made USING (player_key, currency, session_id)
  )
  SELECT ${WALLET_NAME} AS "where", what
  FROM compared, LATERAL (VALUES
    (balance IS NULL, format('%s transfers, but no wallet', entries)),
    (balance <> total, format('balance is %s, its transfers add up to %s', balance, total)),
    (balance < 0, format('balance %s is below zero', balance)),
    (entry_count <> entries, format('entry_count is %s, it has %s transfers', entry_count, entries))
  ) AS checks (wrong, what)
  WHERE wrong`;

/** Every entry against the one before it. */
export const ENTRIES = `
  WITH entries AS (
    SELECT player_key, currency, session_id, entry_no, balance_after,
      CASE WHEN credit_account = 'player' THEN amount ELSE -amount END AS change,
      lag(entry_no, 1, 0::bigint) OVER wallet AS entry_before,
      lag(balance_after, 1, 0::bigint) OVER wallet AS balance_before
    FROM transfers WHERE ${RANGE}
    WINDOW wallet AS (PARTITION BY player_key, currency, session_id ORDER BY entry_no)
  )
  SELECT ${WALLET_NAME} AS "where", what
  FROM entries, LATERAL (VALUES
    (entry_no <> entry_before + 1, format('entry %s follows entry %s', entry_no, entry_before)),
    (balance_after <> balance_before + change, format('entry %s moves %s from a balance of %s and leaves %s', entry_no,
      change, balance_before, balance_after)),
    (balance_after < 0, format('entry %s leaves %s, below zero', entry_no, balance_after))
  ) AS checks (wrong, what)
  WHERE wrong`;

/**
 * What rounds say about their money against the transfers in their names; a cancelled round has to come out even. Rounds
 * that were removed for their age leave transfers.
 */
export const ROUNDS = `
  WITH made AS (
    SELECT player_key, round_id, min(operator_id::text)::uuid AS operator_moved, max(position) AS last_position,
      min(currency) AS currency_moved, count(DISTINCT (currency, session_id)) AS wallets,
      min(session_id::text) AS wallet_moved,
      coalesce(sum(amount) FILTER (WHERE kind = 'stake'), 0) AS stakes,
      coalesce(sum(amount) FILTER (WHERE kind IN ('payout', 'refund')), 0)
        - coalesce(sum(amount) FILTER (WHERE kind = 'reversal'), 0) AS came_back
    FROM transfers WHERE ${RANGE} AND round_id IS NOT NULL GROUP BY player_key, round_id
  ),
  stored AS (SELECT * FROM rounds WHERE ${RANGE}),
  compared AS (
    SELECT player_key, round_id, status, in_play, staked, returned, currency, currency_moved, wallets, wallet_moved,
      (${walletSessionSql('stored')})::text AS wallet_expected,
      coalesce(stakes, 0) AS stakes, coalesce(came_back, 0) AS came_back,
      status IS NULL AND EXISTS (SELECT FROM round_removals m
        WHERE m.operator_id = operator_moved AND m.up_to_position >= last_position) AS removed
    FROM stored FULL JOIN made USING (player_key, round_id)
  )
  SELECT format('round %s of player key %s', round_id, player_key) AS "where", what
  FROM compared, LATERAL (VALUES
    (status IS NULL AND NOT removed, format('transfers of %s staked and %s returned, but no round', stakes, came_back)),
    (staked <> stakes, format('staked is %s, its stakes add up to %s', staked, stakes)),
    (returned <> came_back, format('returned is %s, its payouts, refunds and reversals add up to %s', returned, came_back)),
    (status = 'cancelled' AND stakes <> came_back, format('cancelled with %s staked and %s given back', stakes, came_back)),
    (status IN ('settled', 'cancelled') AND in_play <> 0, format('%s with %s in play', status, in_play)),
    (in_play < 0 OR in_play > staked, format('%s in play of %s staked', in_play, staked)),
    (wallets > 1 OR currency <> currency_moved OR wallet_expected <> wallet_moved, 'its money moved in another wallet')
  ) AS checks (wrong, what)
  WHERE wrong`;

/** Deposits and withdrawals against the operators' transaction ids: one to one, and in every word the same. */
export const TRANSACTIONS = `
  WITH moved AS (SELECT * FROM transfers WHERE ${RANGE} AND transaction_id IS NOT NULL),
  known AS (SELECT * FROM wallet_transactions WHERE ${RANGE}),
  compared AS (
    SELECT operator_id, transaction_id, player_key, known.type, count(moved.kind) AS times,
      bool_or((moved.kind, moved.amount, moved.currency, moved.balance_after, moved.at,
          moved.balance_after + CASE moved.kind WHEN 'deposit' THEN -moved.amount ELSE moved.amount END)
        IS DISTINCT FROM
        (known.type, known.amount, known.currency, known.balance_after, known.at, known.balance_before)) AS differs
    FROM known FULL JOIN moved USING (operator_id, transaction_id, player_key)
    GROUP BY operator_id, transaction_id, player_key, known.type
  )
  SELECT format('transaction %s of operator %s, player key %s', transaction_id, operator_id, player_key) AS "where", what
  FROM compared, LATERAL (VALUES
    (type IS NULL, format('%s transfers, but no transaction', times)),
    (type IS NOT NULL AND times = 0, 'no transfer'),
    (type IS NOT NULL AND times > 1, format('%s transfers', times)),
    (type IS NOT NULL AND times = 1 AND differs, 'its transfer says otherwise')
  ) AS checks (wrong, what)
  WHERE wrong`;

/** Every part in the round of a table has that round. */
export const PARTS = `
  SELECT format('round %s of player key %s', round_id, player_key) AS "where", 'its table has no such round' AS what
  FROM rounds WHERE ${RANGE} AND table_key IS NOT NULL AND NOT EXISTS (
    SELECT FROM table_rounds shared WHERE shared.table_key = rounds.table_key AND shared.round_id = rounds.round_id)`;

/**
 * The rounds of tables, whose keys are spread over the same numbers as those of players, against the parts of all their
 * bettors and their own steps.
 */
export const TABLE_ROUNDS = `
  WITH shared AS (SELECT table_key AS player_key, t.* FROM table_rounds t),
  compared AS (
    SELECT shared.*, parts.*, (SELECT count(*) FROM table_steps s
      WHERE s.table_key = shared.table_key AND s.round_id = shared.round_id) AS steps
    FROM shared CROSS JOIN LATERAL (
      SELECT count(*) AS parts, count(DISTINCT bettor) AS numbers, coalesce(min(bettor), 0) AS first,
        coalesce(max(bettor), 0) AS last, bool_or(r.status <> shared.status OR r.ended_at IS DISTINCT FROM shared.ended_at
          OR r.dealt_at <> shared.dealt_at) AS "stands",
        bool_or((r.table_id, r.operator_id, r.game_id, r.rule_set_version, r.currency, r.seed_no, r.client_seed, r.nonce)
          <> (shared.table_id, shared.operator_id, shared.game_id, shared.rule_set_version, shared.currency,
            shared.seed_no, shared.client_seed, shared.nonce) OR r.shoe <> shared.shoe OR r.limits <> shared.limits
          OR (shared.mode = 'test' AND r.mode = 'real')) AS "differs"
      FROM rounds r WHERE r.table_key = shared.table_key AND r.round_id = shared.round_id
    ) AS parts
    WHERE ${RANGE}
  )
  SELECT format('round %s of table %s', round_id, table_id) AS "where", what
  FROM compared, LATERAL (VALUES
    (parts <> bettors OR numbers <> bettors OR first <> 0 OR last <> bettors - 1,
      format('%s bettors, numbered %s to %s, where it was dealt to %s', parts, first, last, bettors)),
    ("stands", format('it is %s, but a part in it is not, or has other times', status)),
    ("differs", 'a part in it was dealt otherwise'),
    (steps <> version, format('version is %s, it has %s steps', version, steps))
  ) AS checks (wrong, what)
  WHERE wrong`;

/** Real money and the play money of demo and test sessions are never added up together (DX-08). */
const PURSE = `CASE WHEN session_id = ${OWN_WALLET_SQL} THEN currency
  ELSE currency || ' of play sessions' END`;

/** Double entry: what the wallets say the players have, and what the transfers say that everybody else has. */
export const BALANCES = `
  WITH held AS (
    SELECT ${PURSE} AS currency, sum(balance) AS player, count(*) AS wallets FROM wallets WHERE ${RANGE} GROUP BY 1
  ),
  sides AS (
    SELECT ${PURSE} AS currency, credit_account AS account, amount, 1 AS transfers FROM transfers WHERE ${RANGE}
    UNION ALL
    SELECT ${PURSE}, debit_account, -amount, 0 FROM transfers WHERE ${RANGE}
  ),
  others AS (
    SELECT currency, sum(transfers) AS transfers, sum(amount) FILTER (WHERE account = 'house') AS house,
      sum(amount) FILTER (WHERE account = 'cashier') AS cashier, sum(amount) FILTER (WHERE account = 'mint') AS mint
    FROM sides GROUP BY currency
  )
  SELECT currency, coalesce(player, 0)::text AS player, coalesce(house, 0)::text AS house,
    coalesce(cashier, 0)::text AS cashier, coalesce(mint, 0)::text AS mint, coalesce(wallets, 0)::integer AS wallets,
    coalesce(transfers, 0)::integer AS transfers
  FROM held FULL JOIN others USING (currency)`;
