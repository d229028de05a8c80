import type { DataSource } from 'typeorm';
import type { Action } from '../../src/domain/action';
import type { BoxBet } from '../../src/domain/bets';
import { soloBets } from '../../src/domain/bets';
import { deal } from '../../src/domain/deal';
import { RecordingJournal } from '../../src/domain/journal';
import type { Minor } from '../../src/domain/money';
import { play } from '../../src/domain/play';
import type { Round } from '../../src/domain/round';
import type { RuleSet } from '../../src/domain/rule-set';
import { InfiniteDeck, Shoe } from '../../src/domain/shoe';
import { CardRecorder, type Step } from '../../src/domain/step';
import { betsOf, transfersOf } from '../../src/application/rounds/moves';
import { newId, playerKeyOf } from '../../src/application/ids';
import type { TransferToCommit } from '../../src/persistence/rounds/commit-step';
import { SimulationNumbers } from '../../src/returns/simulation-numbers';
import type { TableLimits } from '../../src/domain/table-limits';

const STAKES = { min: 100 as Minor, max: 20_000 as Minor, step: 100 as Minor };
const LIMITS: TableLimits = { stake: STAKES, sideBet: STAKES };

/** Where rounds are written. */
export interface House {
  readonly dataSource: DataSource;
  readonly operatorId: string;
  readonly now: Date;
}

/** Who plays how often what, and how. */
export interface Population {
  readonly ruleSet: RuleSet;
  readonly rounds: number;
  readonly boxes: (played: number) => readonly BoxBet[];
  readonly choose: (round: Round) => Action;
  readonly dealtAt?: Date;
  /** What the ledger says of a round's money: what the round came to, unless somebody falsifies it. */
  readonly ledger?: (transfers: TransferToCommit[], played: number) => TransferToCommit[];
}

const NIL = '00000000-0000-0000-0000-000000000000';

/**
 * Rounds for real money, each from a fresh shoe, written with their steps and transfers as if they had been played over
 * HTTP, which takes longer. They have no seeds and no wallets: nothing that is audited may be played beside them.
 */
export async function playPopulation(house: House, population: Population): Promise<void> {
  const { ruleSet, ledger = (transfers) => transfers, dealtAt = house.now } = population;
  const numbers = new SimulationNumbers(11, 5);
  const cards = ruleSet.decks === 'infinite' ? new InfiniteDeck(numbers) : new Shoe(ruleSet.decks, numbers);
  const rounds: object[] = [];
  for (let played = 0; played < population.rounds; played += 1) {
    if (cards instanceof Shoe) cards.shuffle();
    const { round, steps, journal } = playOne(population, played, new CardRecorder(cards));
    // A millisecond of its own: ids of one player and one instant differ by chance alone.
    const id = newId(1 + (played % 1000), new Date(dealtAt.getTime() + played));
    rounds.push({
      playerKey: playerKeyOf(id),
      roundId: id,
      staked: round.bettors[0].staked,
      returned: round.bettors[0].returned,
      bets: betsOf(round),
      steps,
      transfers: ledger(transfersOf(journal.events), played),
    });
  }
  await insert(house, ruleSet, dealtAt, rounds);
}

function playOne(
  { ruleSet, boxes, choose }: Population,
  played: number,
  cards: CardRecorder,
): { round: Round; steps: Step[]; journal: RecordingJournal } {
  const journal = new RecordingJournal();
  const bets = soloBets(boxes(played));
  const steps: Step[] = [];
  const taken = (): string[] => cards.texts.slice(steps.reduce((sum, step) => sum + step.cards.length, 0));
  const round = deal(ruleSet, LIMITS, bets, cards, journal);
  steps.push({ type: 'deal', bets, cards: taken() });
  while (round.status !== 'settled') {
    const action = choose(round);
    const refusal = play({ round, cards, journal }, 0, action);
    if (refusal !== null) throw new Error(`${JSON.stringify(action)}: ${refusal.code}`);
    steps.push({ type: 'action', bettor: 0, action, cards: taken() });
  }
  return { round, steps, journal };
}

async function insert(
  { dataSource, operatorId }: House,
  { id, version }: RuleSet,
  at: Date,
  rounds: readonly object[],
): Promise<void> {
  const listed = `jsonb_to_recordset($1) AS x ("playerKey" bigint, "roundId" uuid, staked bigint,
    returned bigint, bets jsonb, steps jsonb, transfers jsonb)`;
  const json = JSON.stringify(rounds);
  const [{ entries }] = await dataSource.query<[{ entries: number }]>(
    'SELECT coalesce(max(entry_no), 0) AS entries FROM transfers',
  );
  await dataSource.query(
    `INSERT INTO transfers (player_key, currency, session_id, entry_no, operator_id, kind, reason, debit_account,
       credit_account, amount, balance_after, round_id, round_version, bet, at)
     SELECT "playerKey", 'EUR', '${NIL}', $4 + row_number() OVER (), $2, move->>'kind', move->>'reason',
       CASE move->>'kind' WHEN 'stake' THEN 'player' ELSE 'house' END,
       CASE move->>'kind' WHEN 'stake' THEN 'house' ELSE 'player' END, (move->>'amount')::bigint, 0, "roundId", 1,
       move->>'bet', $3
     FROM ${listed}, jsonb_array_elements(transfers) AS move`,
    [json, operatorId, at, entries],
  );
  await dataSource.query(
    `INSERT INTO round_steps (player_key, round_id, version, step, balance_after, actor, request_id, at)
     SELECT "playerKey", "roundId", number, step, 0, 'test', 'test', $2
     FROM ${listed}, jsonb_array_elements(steps) WITH ORDINALITY AS listed (step, number)`,
    [json, at],
  );
  await dataSource.query(
    `INSERT INTO rounds (player_key, round_id, session_id, operator_id, player_id, game_id, rule_set_version, mode,
       currency, limits, decision_seconds, seed_no, client_seed, nonce, shoe, status, version, staked, returned, in_play,
       bets, dealt_at, deadline, ended_at)
     SELECT "playerKey", "roundId", "roundId", $2, 'somebody', $4, $5, 'real', 'EUR', $6, 60, 1, '', 0, '{}', 'settled',
       jsonb_array_length(steps), staked, returned, 0, bets, $3, $3, $3
     FROM ${listed}`,
    [json, operatorId, at, id, version, LIMITS],
  );
}
