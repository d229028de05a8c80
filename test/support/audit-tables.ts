import type { DataSource } from 'typeorm';
import { freshShoe } from '../../src/application/tables/house';
import { ruleSetOf } from '../../src/application/rounds/rule-set-of';
import { cardText, cardValue } from '../../src/domain/card';
import type { TableLimits } from '../../src/domain/table-limits';
import { replay, type Step } from '../../src/domain/step';
import type { SeedVault } from '../../src/randomness/seed-vault';

interface StoredShoe {
  readonly tableId: string;
  readonly number: number;
  readonly salt: string;
  readonly exposed: string;
  readonly burned: number;
  readonly dealt: number;
  readonly isRevealed: boolean;
  readonly endedAt: Date | null;
  readonly sealedSeed: Buffer;
  readonly revealedSeed: Buffer | null;
  readonly roundCards: number;
}

interface StoredTableRound {
  readonly roundId: string;
  readonly gameId: string;
  readonly ruleSetVersion: number;
  readonly limits: TableLimits;
  readonly status: string;
  readonly steps: readonly (Step | { readonly type: 'cancel' })[];
  readonly parts: readonly { readonly bettor: number; readonly staked: number; readonly returned: number }[];
}

/** What of shared tables is not as it has to be: shoes against their seeds, rounds against all their bettors together. */
export async function tableDifferences(dataSource: DataSource, vault: SeedVault): Promise<string[]> {
  const shoes = await dataSource.query<StoredShoe[]>(
    `SELECT t.table_id AS "tableId", t.shoe_no AS number, t.salt, t.exposed, t.burned, t.dealt, t.ended_at AS "endedAt",
       s.revealed_at IS NOT NULL AS "isRevealed", s.sealed_seed AS "sealedSeed", s.revealed_seed AS "revealedSeed", (
         SELECT coalesce(sum(jsonb_array_length(coalesce(p.step->'cards', '[]'))), 0)::integer
         FROM table_rounds r JOIN table_steps p USING (table_key, round_id)
         WHERE r.table_key = t.table_key AND r.table_id = t.table_id
           AND (r.shoe->>'keptNo')::integer = t.shoe_no) AS "roundCards"
     FROM table_shoes t JOIN seeds s ON s.player_key = t.table_key AND s.session_id = t.table_id AND s.seed_no = t.shoe_no`,
  );
  const rounds = await dataSource.query<StoredTableRound[]>(
    `SELECT r.round_id AS "roundId", r.game_id AS "gameId", r.rule_set_version AS "ruleSetVersion", r.limits, r.status,
       (SELECT json_agg(step ORDER BY version) FROM table_steps s
        WHERE s.table_key = r.table_key AND s.round_id = r.round_id) AS steps,
       (SELECT json_agg(json_build_object('bettor', bettor, 'staked', staked, 'returned', returned) ORDER BY bettor)
        FROM rounds b WHERE b.table_key = r.table_key AND b.round_id = r.round_id) AS parts
     FROM table_rounds r`,
  );
  return [...shoes.flatMap((shoe) => shoeFaults(shoe, vault)), ...rounds.flatMap(roundFaults)];
}

/** The one game that is played at tables. */
const DELUXE = ruleSetOf('blackjack-deluxe', 1, null);

/** DX-03: the first card is exposed and as many are burned as it is worth; every other card is one of a round. */
function shoeFaults(shoe: StoredShoe, vault: SeedVault): string[] {
  const { tableId, number, salt, exposed, burned, dealt, sealedSeed, roundCards } = shoe;
  const serverSeed = vault.open(sealedSeed, { sessionId: tableId, seedNo: number });
  const first = freshShoe(DELUXE, serverSeed, salt).draw();
  const faults: readonly [boolean, string][] = [
    [cardText(first) !== exposed, `exposed ${exposed}; its seed gives ${cardText(first)}`],
    [cardValue(first) !== burned, `burned ${burned} for ${exposed}`],
    [dealt !== 1 + burned + roundCards, `dealt ${dealt}; burned ${burned}, and ${roundCards} in its rounds`],
    [shoe.isRevealed !== (shoe.endedAt !== null), 'its seed is public exactly when it has ended'],
    [shoe.isRevealed !== (shoe.revealedSeed?.equals(serverSeed) ?? false), 'kept in plain is what is public'],
  ];
  return faults.filter(([wrong]) => wrong).map(([, what]) => `shoe ${number} of table ${tableId}: ${what}`);
}

/** The parts of all bettors are the whole round. */
function roundFaults({
  roundId,
  gameId,
  ruleSetVersion,
  limits,
  status,
  steps,
  parts,
}: StoredTableRound): string[] {
  const game = steps.filter((step): step is Step => step.type !== 'cancel');
  const round = replay(ruleSetOf(gameId, ruleSetVersion, null), limits, game);
  const cancelled = status === 'cancelled';
  const expected = round.bettors.map(({ staked, returned }, bettor) => {
    return { bettor, staked, returned: cancelled ? staked : returned };
  });
  const [is, shouldBe] = [JSON.stringify(parts), JSON.stringify(expected)];
  return is === shouldBe ? [] : [`round ${roundId}: its bettors have ${is}, not ${shouldBe}`];
}
