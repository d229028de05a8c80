import type { INestApplicationContext } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { SeedMaker } from '../../src/application/fairness/seed-maker';
import { checkSeeds } from '../../src/application/records/check-seeds';
import { checkShoes } from '../../src/application/records/check-shoes';
import { describeFinding, type Finding } from '../../src/application/records/findings';
import { LEAST_YEARS } from '../../src/application/retention/remove-rounds';
import { cardsFrom } from '../../src/application/rounds/cards';
import { betsOf, corrections, inPlayOf, transfersOf } from '../../src/application/rounds/moves';
import { gameSteps } from '../../src/application/rounds/game-steps';
import { SOLO } from '../../src/application/rounds/round-body';
import { ruleSetOf } from '../../src/application/rounds/rule-set-of';
import { cardText } from '../../src/domain/card';
import { RecordingJournal } from '../../src/domain/journal';
import { replay } from '../../src/domain/step';
import { SEED_MAKER } from '../../src/http/tokens';
import { reconcileBooks } from '../../src/operations/reconcile-books';
import { findSeed } from '../../src/persistence/fairness/seeds';
import { listRoundRemovals, type RoundRemoval } from '../../src/persistence/retention/round-removals';
import { type RoundRecord, roundJson } from '../../src/persistence/rounds/round-record';
import type { SeedVault } from '../../src/randomness/seed-vault';
import { tableDifferences } from './audit-tables';

/** The vault of a running application. */
export function vaultOf(app: INestApplicationContext): SeedVault {
  return app.get<SeedMaker>(SEED_MAKER).vault;
}

/** The server seed that made a round's shoe. */
export async function serverSeedOf(
  { app, dataSource }: { app: INestApplicationContext; dataSource: DataSource },
  round: RoundRecord,
): Promise<Buffer> {
  const { table, playerKey, sessionId, seedNo } = round;
  const seed = await findSeed(
    dataSource.manager,
    table?.tableKey ?? playerKey,
    table?.tableId ?? sessionId,
    seedNo,
  );
  if (seed === null) throw new Error('every round has a seed');
  return vaultOf(app).open(seed.sealedSeed, seed);
}

interface StoredRound {
  readonly record: RoundRecord;
  readonly ownRuleSet: { name: string; settings: unknown } | null;
  readonly staked: number;
  readonly returned: number;
  readonly inPlay: number;
  readonly bets: unknown;
  readonly sealedSeed: string;
  /** Cards that left a table's shoe before its first round. */
  readonly burned: number;
  readonly transfers: readonly { kind: string; reason: string; bet: string; amount: number }[];
}

/**
 * What a regulator would do: replays every round of the database from its record alone and compares status, sums, bets
 * and transfers with what is stored, draws every card again from its seed, and reconciles the books. Says what differs.
 */
export async function auditEverything(dataSource: DataSource, vault: SeedVault): Promise<string[]> {
  const rounds = await dataSource.query<StoredRound[]>(
    `SELECT ${roundJson('r')} AS record, staked, returned, in_play AS "inPlay", bets,
       (SELECT json_build_object('name', name, 'settings', settings) FROM rule_sets s
        WHERE s.operator_id = r.operator_id AND rule_set_id = game_id AND s.version = rule_set_version) AS "ownRuleSet",
       (SELECT encode(sealed_seed, 'hex') FROM seeds
        WHERE seeds.player_key = coalesce(r.table_key, r.player_key)
          AND seeds.session_id = coalesce(r.table_id, r.session_id) AND seeds.seed_no = r.seed_no
       ) AS "sealedSeed",
       coalesce((SELECT burned + 1 FROM table_shoes s
        WHERE s.table_key = r.table_key AND s.table_id = r.table_id AND s.shoe_no = r.seed_no), 0) AS burned,
       (SELECT json_agg(json_build_object('kind', kind, 'reason', reason, 'bet', bet, 'amount', amount)
          ORDER BY entry_no)
        FROM transfers t WHERE t.player_key = r.player_key AND t.round_id = r.round_id) AS transfers
     FROM rounds r`,
  );
  const differences = rounds.flatMap((round) => differencesOf(round, vault));
  differences.push(...cardsDealtTwice(rounds), ...(await tableDifferences(dataSource, vault)));
  const lines: string[] = [];
  if ((await reconcileBooks(dataSource, (line) => lines.push(line))) > 0) differences.push(...lines);
  return [...differences, ...(await publishedDifferences(dataSource, vault))];
}

/** What was published of seeds and shoes, as an auditor holds it to the course of things. */
async function publishedDifferences({ manager }: DataSource, vault: SeedVault): Promise<string[]> {
  const found: Finding[] = [];
  const removalsNow = (): Promise<RoundRemoval[]> => listRoundRemovals(manager, LEAST_YEARS, new Date());
  for await (const page of checkSeeds(manager, null, vault, 20)) found.push(...page.findings);
  for await (const page of checkShoes(manager, { operatorId: null, vault, removalsNow }))
    found.push(...page.findings);
  return found.map((finding) => describeFinding(finding, new Map()));
}

function differencesOf(kept: StoredRound, vault: SeedVault): string[] {
  const { record, ownRuleSet, staked, returned, inPlay, bets, transfers } = kept;
  const journal = new RecordingJournal();
  const ruleSet = ruleSetOf(record.gameId, record.ruleSetVersion, ownRuleSet);
  const round = replay(ruleSet, record.limits, gameSteps(record), journal);
  const cancelled = record.status === 'cancelled';
  const bettor = record.table?.bettor ?? SOLO;
  const own = journal.events.filter((event) => !('bettor' in event) || event.bettor === bettor);
  const moves = transfersOf(own);
  const account = round.bettors[bettor];
  const place = { sessionId: record.table?.tableId ?? record.sessionId, seedNo: record.seedNo };
  const expected = {
    status: cancelled ? 'cancelled' : round.status,
    staked: account.staked,
    returned: cancelled ? account.staked : account.returned,
    inPlay: cancelled ? 0 : inPlayOf(betsOf(round, bettor)),
    bets: betsOf(round, bettor).map((bet) =>
      cancelled ? { ...bet, outcome: 'cancelled', returned: bet.stake } : bet,
    ),
    transfers: cancelled ? [...moves, ...corrections(moves)] : moves,
    cards: drawnAgain(record, vault.open(Buffer.from(kept.sealedSeed, 'hex'), place)),
  };
  const stored = { status: record.status, staked, returned, inPlay, bets, transfers, cards: drawn(record) };
  return Object.entries(expected)
    .filter(([field, value]) => sorted(value) !== sorted(stored[field as keyof typeof stored]))
    .map(([field]) => `round ${record.roundId}: ${field} is not what its record makes it`);
}

/** Rounds of one kept shoe that lie over each other: no card of a shoe may be dealt twice. */
function cardsDealtTwice(stored: readonly StoredRound[]): string[] {
  const shoes = new Map<string, { burned: number; rounds: Map<string, RoundRecord> }>();
  for (const { record: round, burned } of stored) {
    if (round.shoe.keptNo === null) continue;
    const shoe = `${round.table?.tableId ?? round.sessionId} ${round.shoe.keptNo}`;
    const kept = shoes.get(shoe) ?? { burned, rounds: new Map<string, RoundRecord>() };
    // The bettors of a table's round share its cards.
    kept.rounds.set(round.roundId, round);
    shoes.set(shoe, kept);
  }
  return [...shoes.values()].flatMap(({ burned, rounds }) => {
    const inOrder = [...rounds.values()].sort((one, other) => one.shoe.start - other.shoe.start);
    return inOrder.flatMap((round, index) => {
      if (index === 0)
        return round.shoe.start === burned ? [] : [`round ${round.roundId} begins within a shoe`];
      const before = inOrder[index - 1];
      const end = before.shoe.start + drawn(before).length;
      return round.shoe.start === end
        ? []
        : [`round ${round.roundId} begins at ${round.shoe.start}, not at ${end}`];
    });
  });
}

function drawn(record: RoundRecord): string[] {
  return gameSteps(record).flatMap(({ cards }) => cards);
}

function drawnAgain(record: RoundRecord, serverSeed: Buffer): string[] {
  const source = cardsFrom(record, serverSeed, 0);
  return drawn(record).map(() => cardText(source.draw()));
}

/** JSON with the members of objects in order, as the database may give them in another one. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === 'object' && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([one], [other]) => (one < other ? -1 : 1)))
      : member,
  );
}
