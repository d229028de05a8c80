import type { EntityManager } from 'typeorm';
import type { TableLimits } from '../../domain/table-limits';
import type { Phase } from '../../domain/table/table';
import type { StoredRoundStatus } from '../entities/rounds';
import type { Mode } from '../entities/sessions';
import { type OwnRuleSet, ownRuleSetSql } from '../rule-sets';
import { walletSessionSql } from '../wallets';
import type { StoredBet } from './commit-step';
import { clockJson, type RoundClock, type ShoeRecord, type StepRecord, tableStepsJson } from './round-record';

/** A round of a shared table with all its steps, which belong to nobody; their balances are 0. Times are RFC 3339. */
export interface SharedRoundRecord {
  readonly tableKey: number;
  readonly tableId: string;
  readonly roundId: string;
  readonly operatorId: string;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly mode: Mode;
  readonly currency: string;
  readonly limits: TableLimits;
  readonly decisionSeconds: number;
  readonly seedNo: number;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly shoe: ShoeRecord;
  readonly status: StoredRoundStatus;
  readonly version: number;
  readonly steps: readonly StepRecord[];
  readonly clock: RoundClock | null;
  /** What is public of its shoe; null where the round had chosen cards, which come from a shoe of their own. */
  readonly shoeFacts: ShoeFacts | null;
}

/** The exposed card of a table's shoe, and how many were burned for it (DX-03). */
export interface ShoeFacts {
  readonly number: number;
  readonly exposed: string | null;
  readonly burned: number;
}

/** What one bettor has in a round of a table. Minor units. */
export interface BettorPart {
  readonly playerKey: number;
  readonly playerId: string;
  readonly sessionId: string;
  readonly bettor: number;
  readonly mode: Mode;
  readonly staked: number;
  readonly returned: number;
  readonly bets: readonly StoredBet[];
  readonly balanceAfter: number;
  /** What his wallet holds now. */
  readonly balance: number;
  /** Whether he wants to be told of bad choices (C-22). */
  readonly warnings: boolean;
}

/** The session that asks, as far as a round of a table concerns it. */
export interface SharedAskingSession {
  readonly tableId: string | null;
  readonly gameId: string;
  readonly mode: Mode;
  readonly currency: string;
  /** What the wallet holds that it plays from. */
  readonly balance: number;
}

/** Whose round is looked for, and who asks. */
export interface SharedAsking {
  readonly operatorId: string;
  readonly keyId: string | null;
  /** The session whose token asks, with the key of its player; null for an operator's key. */
  readonly session: { readonly sessionId: string; readonly playerKey: number } | null;
}

export interface FoundSharedRound {
  /** False when the operator's key was revoked meanwhile. */
  readonly keyLive: boolean;
  readonly round: SharedRoundRecord;
  readonly ownRuleSet: OwnRuleSet | null;
  /** All bettors by their numbers; for a session its own player only, if he has a bet. */
  readonly bettors: readonly BettorPart[];
  readonly session: SharedAskingSession | null;
}

/** SQL for the balance of the wallet that a row with that alias plays from. */
function balanceSql(alias: string): string {
  return `coalesce((
    SELECT balance FROM wallets WHERE wallets.player_key = ${alias}.player_key AND wallets.currency = ${alias}.currency
      AND wallets.session_id = ${walletSessionSql(alias)}), 0)`;
}

/** Parameters: 3 operator, 4 API key, 5 and 6 the asking session and its player. */
const ASKING = `
  ($4::uuid IS NULL OR EXISTS (SELECT FROM api_keys WHERE key_id = $4 AND revoked_at IS NULL)) AS "keyLive",
  (SELECT json_build_object('tableId', s.table_id, 'gameId', s.game_id, 'mode', s.mode, 'currency', s.currency,
     'balance', ${balanceSql('s')})
   FROM sessions s WHERE s.player_key = $6::bigint AND s.session_id = $5::uuid AND s.operator_id = $3) AS session`;

/** The round of a table in one snapshot; null when the operator's tables have dealt none of that id. */
export async function findSharedRound(
  db: EntityManager,
  tableKey: number,
  roundId: string,
  { operatorId, keyId, session }: SharedAsking,
): Promise<FoundSharedRound | null> {
  const rows = await db.query<FoundSharedRound[]>(
    `SELECT ${ASKING},
       json_build_object('tableKey', r.table_key, 'tableId', r.table_id, 'roundId', r.round_id,
         'operatorId', r.operator_id, 'gameId', r.game_id, 'ruleSetVersion', r.rule_set_version, 'mode', r.mode,
         'currency', r.currency, 'limits', r.limits, 'decisionSeconds', r.decision_seconds, 'seedNo', r.seed_no,
         'clientSeed', r.client_seed, 'nonce', r.nonce, 'shoe', r.shoe, 'status', r.status, 'version', r.version,
         'steps', ${tableStepsJson('r', '0')}, 'clock', ${clockJson('r')},
         'shoeFacts', (
           SELECT json_build_object('number', shoe_no, 'exposed', exposed, 'burned', burned) FROM table_shoes
           WHERE table_shoes.table_key = r.table_key AND table_shoes.table_id = r.table_id
             AND shoe_no = (r.shoe->>'keptNo')::integer)) AS round,
       ${ownRuleSetSql('r')} AS "ownRuleSet",
       coalesce((
         SELECT json_agg(json_build_object('playerKey', b.player_key, 'playerId', b.player_id,
           'sessionId', b.session_id, 'bettor', b.bettor, 'mode', b.mode, 'staked', b.staked, 'returned', b.returned,
           'bets', b.bets, 'balanceAfter', b.balance_after, 'balance', ${balanceSql('b')}, 'warnings', (
             SELECT settings->'warnings' IS DISTINCT FROM 'false' FROM players WHERE players.player_key = b.player_key))
           ORDER BY b.bettor)
         FROM rounds b WHERE b.table_key = r.table_key AND b.round_id = r.round_id
           AND ($6::bigint IS NULL OR b.player_key = $6)), '[]') AS bettors
     FROM table_rounds r WHERE r.table_key = $1 AND r.round_id = $2 AND r.operator_id = $3`,
    [tableKey, roundId, operatorId, keyId, session?.sessionId ?? null, session?.playerKey ?? null],
  );
  return rows.at(0) ?? null;
}

/** Locks a round of a table until the end of the transaction; false when there is none. */
export async function lockSharedRound(
  tx: EntityManager,
  tableKey: number,
  roundId: string,
): Promise<boolean> {
  const rows = await tx.query<unknown[]>(
    'SELECT FROM table_rounds WHERE table_key = $1 AND round_id = $2 FOR UPDATE',
    [tableKey, roundId],
  );
  return rows.length > 0;
}

/** A round that is being bet on: its cards are not dealt yet. */
export interface RoundToCome {
  readonly tableId: string;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly mode: Mode;
  readonly currency: string;
  readonly phase: Phase;
  /** When the countdown is over, RFC 3339; null while it does not run. */
  readonly dueAt: string | null;
}

export interface FoundRoundToCome {
  readonly keyLive: boolean;
  readonly round: RoundToCome;
  readonly session: SharedAskingSession | null;
}

/** The round that a table of the operator takes bets for; null when none has that id. */
export async function findRoundToCome(
  db: EntityManager,
  tableKey: number,
  roundId: string,
  { operatorId, keyId, session }: SharedAsking,
): Promise<FoundRoundToCome | null> {
  const rows = await db.query<FoundRoundToCome[]>(
    `SELECT ${ASKING},
       json_build_object('tableId', t.table_id, 'gameId', t.game_id, 'ruleSetVersion', t.rule_set_version,
         'mode', t.mode, 'currency', t.currency, 'phase', t.phase, 'dueAt', t.due_at) AS round
     FROM tables t
     WHERE t.table_key = $1 AND t.round_id = $2 AND t.operator_id = $3 AND t.phase <> 'closed'
       AND NOT EXISTS (SELECT FROM table_rounds r WHERE r.table_key = t.table_key AND r.round_id = t.round_id)`,
    [tableKey, roundId, operatorId, keyId, session?.sessionId ?? null, session?.playerKey ?? null],
  );
  return rows.at(0) ?? null;
}

/** Who bet in a round of a table, by their numbers: what makes their aliases. */
export interface BettorNames {
  /** Hexadecimal. */
  readonly aliasKey: string;
  readonly bettors: readonly {
    readonly bettor: number;
    readonly playerKey: number;
    readonly playerId: string;
  }[];
}

/** The bettors of a round and the key that their aliases are made with. */
export async function findBettorNames(
  db: EntityManager,
  { tableKey, tableId, roundId }: Pick<SharedRoundRecord, 'tableKey' | 'tableId' | 'roundId'>,
): Promise<BettorNames | null> {
  const rows = await db.query<BettorNames[]>(
    `SELECT encode(t.alias_key, 'hex') AS "aliasKey", coalesce((
       SELECT json_agg(json_build_object('bettor', b.bettor, 'playerKey', b.player_key, 'playerId', b.player_id)
         ORDER BY b.bettor)
       FROM rounds b WHERE b.table_key = $1 AND b.round_id = $3), '[]') AS bettors
     FROM tables t WHERE t.table_key = $1 AND t.table_id = $2`,
    [tableKey, tableId, roundId],
  );
  return rows.at(0) ?? null;
}
