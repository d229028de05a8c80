import type { EntityManager } from 'typeorm';
import { type Holds, holdsOf } from '../compliance/holds';
import type { SessionRow } from '../entities/sessions';
import type { StoredPlayerSettings } from '../entities/players';
import { hotQueryIn, type HotStatement } from '../hot-query';
import { OWN_WALLET_SQL } from '../wallets';
import {
  SHEET_JSON,
  type SheetRecord,
  TABLE_COLUMNS,
  type TablePlace,
  type TableRecord,
  type TableRoundRecord,
  type TableSeed,
} from './load-table';

/** All that stands on a table, and what the one who asks may do and pay there; of one state of the database. */
export interface TableStanding {
  /** The round that is played, or was just settled; null while bets are placed. */
  readonly round: TableRoundRecord | null;
  /** The seed of the shoe that lies there, and the one that was committed to for the shoe after it. */
  readonly seeds: readonly TableSeed[];
  /** Everybody's, or that of the one who asks. */
  readonly sheets: readonly SheetRecord[];
  /** Whether anybody has an open session at the table. */
  readonly attended: boolean;
  /** Of the one who asks; null where that is no session of this table. */
  readonly session: AskingSession | null;
  /** What his wallets hold that may pay here, by their session ids; read, not locked. */
  readonly wallets: ReadonlyMap<string, number>;
}

/** A session with what has to be known of it, and of its player, before it bets or plays. */
export interface AskingSession extends Pick<
  SessionRow,
  'playerKey' | 'sessionId' | 'playerId' | 'gameId' | 'mode' | 'currency' | 'expiresAt' | 'closedAt'
> {
  readonly settings: StoredPlayerSettings;
  /** What may hold its next bet back; null where that was not asked for. */
  readonly holds: Holds | null;
}

/** Who asks, and for what. */
export interface TableQuestion {
  readonly sheets: 'own' | 'all';
  /** The session that asks; null where nobody in particular does. */
  readonly asker: { readonly playerKey: number; readonly sessionId: string } | null;
  /** Whether what may hold bets back is to be known. */
  readonly forBets: boolean;
  /** The time at which a session is open, or not. */
  readonly at: Date;
}

const ROUND = `(
  SELECT json_build_object('roundId', r.round_id, 'limits', r.limits, 'seedNo', r.seed_no, 'clientSeed', r.client_seed,
    'nonce', r.nonce, 'shoe', r.shoe, 'status', r.status, 'version', r.version, 'steps', (
      SELECT json_agg(step ORDER BY s.version) FROM table_steps s
      WHERE s.table_key = r.table_key AND s.round_id = r.round_id))
  FROM table_rounds r WHERE r.table_key = t.table_key AND r.round_id = t.round_id)`;

const SEEDS = `(
  SELECT json_agg(json_build_object('no', seed_no, 'sealedSeed', encode(sealed_seed, 'hex'),
    'commitment', encode(commitment, 'hex'), 'salt', client_seed, 'nextNonce', next_nonce) ORDER BY seed_no)
  FROM seeds WHERE seeds.player_key = t.table_key AND seeds.session_id = t.table_id
    AND seed_no >= (t.state->'shoe'->>'number')::integer)`;

const SESSION = `(
  SELECT json_build_object('playerKey', s.player_key, 'sessionId', s.session_id, 'playerId', s.player_id,
    'gameId', s.game_id, 'mode', s.mode, 'currency', s.currency, 'expiresAt', s.expires_at, 'closedAt', s.closed_at,
    'settings', coalesce((SELECT settings FROM players WHERE players.player_key = s.player_key), '{}'),
    'holds', CASE WHEN $5::boolean THEN ${holdsOf('s', 't.table_id::text')} END)
  FROM sessions s WHERE s.player_key = $3 AND s.session_id = $4 AND s.table_id = t.table_id
    AND s.operator_id = t.operator_id)`;

/** The wallet of real money, the session's play money, and whatever pays for the sheet. */
const WALLETS = `(
  SELECT json_object_agg(w.session_id, w.balance) FROM wallets w
  WHERE w.player_key = $3 AND w.currency = t.currency AND w.session_id IN (${OWN_WALLET_SQL}, $4, (
    SELECT wallet_session_id FROM table_sheets bound
    WHERE bound.table_key = t.table_key AND bound.table_id = t.table_id AND bound.player_key = $3)))`;

/** Parameters: 3 player, 4 session, 5 whether for bets, 6 time. */
function standingColumns(whoseSheets: string): string {
  return `${ROUND} AS round, ${SEEDS} AS seeds, ${SESSION} AS session, ${WALLETS} AS wallets,
    (SELECT json_agg(${SHEET_JSON} ORDER BY h.player_key) FROM table_sheets h
     WHERE h.table_key = t.table_key AND h.table_id = t.table_id${whoseSheets}) AS sheets,
    EXISTS (SELECT FROM sessions a
            WHERE a.table_id = t.table_id AND a.expires_at > $6 AND a.closed_at IS NULL) AS attended`;
}

const OWN = ' AND h.player_key = $3';
/** Parameters: 1 table's key, 2 table. */
const HERE = 'FROM tables t WHERE t.table_key = $1 AND t.table_id = $2';

const LOAD: Readonly<Record<TableQuestion['sheets'], HotStatement>> = {
  own: { name: 'load-table-standing', text: `SELECT ${standingColumns(OWN)} ${HERE}` },
  all: { name: 'load-table-standing-of-all', text: `SELECT ${standingColumns('')} ${HERE}` },
};

const FIND: HotStatement = {
  name: 'find-table-standing',
  text: `SELECT ${TABLE_COLUMNS}, ${standingColumns(OWN)} ${HERE} AND t.operator_id = $7`,
};

/** Parameters: 1 operator, 2 the table before the first one, 7 how many. */
const LIST = `SELECT ${TABLE_COLUMNS}, ${standingColumns(OWN)}
  FROM tables t WHERE t.operator_id = $1 AND ($2::uuid IS NULL OR t.table_id < $2)
  ORDER BY t.table_id DESC LIMIT $7`;

/** As the database sends it. */
interface StandingRow {
  readonly round: TableRoundRecord | null;
  readonly seeds: readonly StoredSeed[];
  readonly sheets: readonly SheetRecord[] | null;
  readonly attended: boolean;
  readonly session: StoredSession | null;
  readonly wallets: Readonly<Record<string, number>> | null;
}

/** JSON has no bytes and no times: hexadecimal, and RFC 3339. */
type StoredSeed = Omit<TableSeed, 'sealedSeed' | 'commitment'> &
  Readonly<Record<'sealedSeed' | 'commitment', string>>;
type StoredSession = Omit<AskingSession, 'expiresAt' | 'closedAt'> & {
  readonly expiresAt: string;
  readonly closedAt: string | null;
};

/** What stands on a table whose row this transaction has locked before: so it stays. */
export async function loadStanding(
  tx: EntityManager,
  place: TablePlace,
  question: TableQuestion,
): Promise<TableStanding> {
  const [row] = await hotQueryIn<StandingRow>(tx, LOAD[question.sheets], valuesOf(place, question));
  return standingOf(row);
}

/** A table as it is, with what stands on it. */
export interface StandingTable {
  readonly record: TableRecord;
  readonly standing: TableStanding;
}

/** A table of the operator's; null when he has none of that id. */
export async function findStanding(
  db: EntityManager,
  operatorId: string,
  place: TablePlace,
  question: Omit<TableQuestion, 'sheets'>,
): Promise<StandingTable | null> {
  const values = [...valuesOf(place, question), operatorId];
  const row = (await hotQueryIn<TableRecord & StandingRow>(db, FIND, values)).at(0);
  return row === undefined ? null : { record: row, standing: standingOf(row) };
}

/** The operator's tables, the newest first, from below that id; at most so many. All are of one state of the database. */
export async function listStandings(
  db: EntityManager,
  operatorId: string,
  before: string | null,
  limit: number,
  { asker, forBets, at }: Omit<TableQuestion, 'sheets'>,
): Promise<StandingTable[]> {
  const rows = await db.query<(TableRecord & StandingRow)[]>(LIST, [
    operatorId,
    before,
    asker?.playerKey ?? null,
    asker?.sessionId ?? null,
    forBets,
    at,
    limit,
  ]);
  return rows.map((row) => ({ record: row, standing: standingOf(row) }));
}

function valuesOf(
  { tableKey, tableId }: TablePlace,
  { asker, forBets, at }: Omit<TableQuestion, 'sheets'>,
): unknown[] {
  return [tableKey, tableId, asker?.playerKey ?? null, asker?.sessionId ?? null, forBets, at];
}

function standingOf({ round, seeds, sheets, attended, session, wallets }: StandingRow): TableStanding {
  return {
    round,
    seeds: seeds.map((seed) => ({
      ...seed,
      sealedSeed: Buffer.from(seed.sealedSeed, 'hex'),
      commitment: Buffer.from(seed.commitment, 'hex'),
    })),
    sheets: sheets ?? [],
    attended,
    session: session && {
      ...session,
      expiresAt: new Date(session.expiresAt),
      closedAt: session.closedAt === null ? null : new Date(session.closedAt),
    },
    wallets: new Map(Object.entries(wallets ?? {})),
  };
}
