import type { DataSource } from 'typeorm';
import type { Bets } from '../../domain/bets';
import type { TableLimits } from '../../domain/table-limits';
import type { Reading } from '../transaction';
import { type Holds, holdsOf } from '../compliance/holds';
import type { Mode } from '../entities/sessions';
import { hotQueryIn, type HotStatement } from '../hot-query';
import type { StoredAnswer } from '../idempotency';
import { type OwnRuleSet, ownRuleSetSql } from '../rule-sets';
import { walletSessionSql } from '../wallets';
import { type RoundRecord, roundJson } from './round-record';

/** What a decision about a round has to know besides the round; read with it in one round trip. */
export interface Standing {
  /** False when the operator's key was revoked meanwhile. */
  readonly keyLive: boolean;
  /** False when the signature of the request was used before. */
  readonly signatureNew: boolean;
  readonly record: {
    readonly requestHash: string;
    readonly status: number;
    readonly answer: StoredAnswer;
  } | null;
  /** Whether the operator used this Idempotency-Key for another player. */
  readonly keyElsewhere: boolean;
  readonly balance: number;
  readonly playerSettings: { readonly warnings?: boolean; readonly confirm?: boolean };
  /** The operator's own rule set under which the round is dealt, or null for one that everybody has. */
  readonly ownRuleSet: OwnRuleSet | null;
}

export interface SessionStanding extends Standing {
  readonly session: {
    readonly playerId: string;
    readonly gameId: string;
    readonly ruleSetVersion: number;
    readonly mode: Mode;
    readonly currency: string;
    readonly limits: TableLimits;
    readonly expiresAt: string;
    readonly closedAt: string | null;
  };
  readonly openRound: RoundRecord | null;
  /** What may hold back the next bet: suspensions, the pace, a reminder. */
  readonly holds: Holds;
  /** The shoe that the session keeps, if any (C-25). */
  readonly keptShoe: KeptShoe | null;
  /** The server seed from which the next shoe is made. */
  readonly seed: CurrentSeed;
  /** The bets of the player's previous round in this game, mode and currency (C-21). */
  readonly previousBets: Bets | null;
}

export interface KeptShoe {
  readonly no: number;
  readonly seedNo: number;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly dealt: number;
}

export interface CurrentSeed {
  readonly no: number;
  /** Encrypted, hexadecimal. */
  readonly sealedSeed: string;
  readonly clientSeed: string;
  readonly nextNonce: number;
}

export interface RoundStanding extends Standing {
  readonly round: RoundRecord;
  /** The server seed of its shoe, encrypted, hexadecimal. */
  readonly sealedSeed: string;
  /** Whether the asking session is of the round's player, game, mode and currency; true when no session asks. */
  readonly sameGame: boolean;
}

/** Who asks, and under which key. */
export interface Asking {
  readonly operatorId: string;
  readonly keyId: string | null;
  readonly idempotencyKey: string | null;
  /** The session whose token asks, if one does. */
  readonly sessionId: string | null;
  /** A signature to be used up with this read. */
  readonly signature: { readonly hash: Buffer; readonly at: Date } | null;
}

/** Parameters: 1 player, 2 session or round, 3 operator, 4 api key, 5 idempotency key. */
function standingColumns(alias: string): string {
  return `
    ($4::uuid IS NULL OR EXISTS (
      SELECT FROM api_keys WHERE key_id = $4 AND revoked_at IS NULL)) AS "keyLive",
    (SELECT json_build_object('requestHash', encode(request_hash, 'hex'), 'status', status, 'answer', answer)
     FROM idempotency_records WHERE player_key = $1 AND operator_id = $3 AND key = $5) AS record,
    EXISTS (SELECT FROM idempotency_records
            WHERE operator_id = $3 AND key = $5 AND player_key <> $1) AS "keyElsewhere",
    coalesce((
      SELECT balance FROM wallets WHERE wallets.player_key = $1 AND wallets.currency = ${alias}.currency
        AND wallets.session_id = ${walletSessionSql(alias)}), 0) AS balance,
    (SELECT settings FROM players WHERE players.player_key = $1) AS "playerSettings",
    ${ownRuleSetSql(alias)} AS "ownRuleSet"`;
}

/** The bets of the player's last round in the session's game, mode and currency. */
const PREVIOUS_BETS = `(
  SELECT first.step->'bets' FROM rounds p JOIN round_steps first USING (player_key, round_id)
  WHERE p.player_key = $1 AND p.game_id = s.game_id AND p.mode = s.mode AND p.currency = s.currency
    AND first.version = 1
  ORDER BY p.round_id DESC LIMIT 1)`;

/** Two statements rather than a parameter: the plan of either is then the same for all, and PostgreSQL keeps it. */
const SESSION = both('load-session-standing', sessionStatement('NULL'), 6);
const SESSION_FOR_REBET = both('load-session-standing-for-rebet', sessionStatement(PREVIOUS_BETS), 6);

interface Both {
  readonly plain: HotStatement;
  /** Uses a signature up in the same round trip: its hash and the time are the two parameters behind the others. */
  readonly signed: HotStatement;
}

function both(name: string, columnsAndSource: string, signatureParameter: number): Both {
  const use = `WITH used AS (
    INSERT INTO seen_signatures (operator_id, signature_hash, seen_at)
    VALUES ($3, $${signatureParameter}, $${signatureParameter + 1}) ON CONFLICT DO NOTHING RETURNING operator_id)`;
  return {
    plain: { name, text: `SELECT TRUE AS "signatureNew", ${columnsAndSource}` },
    signed: {
      name: `${name}-signed`,
      text: `${use} SELECT EXISTS (SELECT FROM used) AS "signatureNew", ${columnsAndSource}`,
    },
  };
}

function sessionStatement(previousBets: string): string {
  return `
    ${standingColumns('s')},
      json_build_object('playerId', s.player_id, 'gameId', s.game_id, 'ruleSetVersion', s.rule_set_version,
        'mode', s.mode, 'currency', s.currency, 'limits', s.limits, 'expiresAt', s.expires_at,
        'closedAt', s.closed_at) AS session,
      (SELECT ${roundJson('r')} FROM rounds r WHERE r.player_key = $1 AND r.session_id = $2
        AND r.status IN ('insurance', 'playing')) AS "openRound",
      (SELECT json_build_object('no', shoe_no, 'seedNo', seed_no, 'clientSeed', client_seed, 'nonce', nonce,
         'dealt', dealt)
       FROM shoes WHERE shoes.player_key = $1 AND shoes.session_id = $2 ORDER BY shoe_no DESC LIMIT 1) AS "keptShoe",
      (SELECT json_build_object('no', seed_no, 'sealedSeed', encode(sealed_seed, 'hex'), 'clientSeed', client_seed,
         'nextNonce', next_nonce)
       FROM seeds WHERE seeds.player_key = $1 AND seeds.session_id = $2 ORDER BY seed_no DESC LIMIT 1) AS seed,
      ${holdsOf('s')} AS holds, ${previousBets} AS "previousBets"
    FROM sessions s WHERE s.player_key = $1 AND s.session_id = $2 AND s.operator_id = $3`;
}

const ROUND = both(
  'load-round-standing',
  `
    ${standingColumns('r')}, ${roundJson('r')} AS round,
      (SELECT encode(sealed_seed, 'hex') FROM seeds WHERE seeds.player_key = $1
        AND seeds.session_id = r.session_id AND seeds.seed_no = r.seed_no) AS "sealedSeed",
      ($6::uuid IS NULL OR EXISTS (
        SELECT FROM sessions s WHERE s.player_key = $1 AND s.session_id = $6
          AND s.game_id = r.game_id AND s.mode = r.mode AND s.currency = r.currency)) AS "sameGame"
    FROM rounds r WHERE r.player_key = $1 AND r.round_id = $2 AND r.operator_id = $3`,
  7,
);

/** One round trip: all that a bet in this session has to know. Null when the operator has no such session. */
export async function loadSessionStanding(
  dataSource: DataSource,
  playerKey: number,
  sessionId: string,
  asking: Asking,
  withPreviousBets: boolean,
): Promise<SessionStanding | null> {
  const values = [playerKey, sessionId, asking.operatorId, asking.keyId, asking.idempotencyKey];
  const rows = await load<SessionStanding>(
    dataSource,
    withPreviousBets ? SESSION_FOR_REBET : SESSION,
    values,
    asking,
  );
  return rows.at(0) ?? null;
}

/** One round trip: all that an action on this round has to know. Null when the operator has no such round. */
export async function loadRoundStanding(
  reading: Reading,
  playerKey: number,
  roundId: string,
  asking: Asking,
): Promise<RoundStanding | null> {
  const { operatorId, keyId, idempotencyKey, sessionId } = asking;
  const values = [playerKey, roundId, operatorId, keyId, idempotencyKey, sessionId];
  const rows = await load<RoundStanding>(reading, ROUND, values, asking);
  return rows.at(0) ?? null;
}

async function load<Row extends Standing>(
  { manager }: Reading,
  { plain, signed }: Both,
  values: unknown[],
  { signature }: Asking,
): Promise<Row[]> {
  return signature === null
    ? hotQueryIn<Row>(manager, plain, values)
    : hotQueryIn<Row>(manager, signed, [...values, signature.hash, signature.at]);
}
