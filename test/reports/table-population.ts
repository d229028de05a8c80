import { newId } from '../../src/application/ids';
import { transfersOf } from '../../src/application/rounds/moves';
import type { RoundEvent } from '../../src/domain/journal';
import { Shoe } from '../../src/domain/shoe';
import type { Mode } from '../../src/persistence/entities/sessions';
import type { TransferToCommit } from '../../src/persistence/rounds/commit-step';
import { SimulationNumbers } from '../../src/returns/simulation-numbers';
import { playTableRound, type TablePlay } from '../support/table-round';
import type { House } from './population';

/** Who plays how often at one table, each bettor in which mode; for real money unless told. */
export interface TablePopulation extends TablePlay {
  readonly rounds: number;
  readonly modes?: readonly Mode[];
  /** What the ledger says of a bettor's money: what the round came to, unless somebody falsifies it. */
  readonly ledger?: (transfers: TransferToCommit[], played: number) => TransferToCommit[];
}

let tables = 0;

/**
 * Rounds of a table, each from a fresh shoe, written with their steps, bettors and transfers as if they had been played
 * over HTTP, which takes longer. They have no seeds and no wallets: nothing that is audited may be played beside them.
 */
export async function playTablePopulation(house: House, population: TablePopulation): Promise<void> {
  const { rounds, modes = [], ledger = (transfers) => transfers } = population;
  const tableKey = ++tables;
  const shoe = new Shoe(8, new SimulationNumbers(21, 8));
  const written: object[] = [];
  for (let played = 0; played < rounds; played += 1) {
    shoe.shuffle();
    const { round, steps, journal } = playTableRound(population, shoe);
    written.push({
      roundId: newId(tableKey, new Date(house.now.getTime() + played)),
      steps,
      bettors: round.bettors.map(({ staked, returned }, bettor) => ({
        playerKey: 1000 + bettor,
        bettor,
        mode: modes[bettor] ?? 'real',
        staked,
        returned,
        transfers: ledger(transfersOf(movesOf(journal.events, bettor)), played),
      })),
    });
  }
  await insert(house, population, tableKey, written);
}

function movesOf(events: readonly RoundEvent[], bettor: number): RoundEvent[] {
  return events.filter((event) => {
    return (event.type === 'charged' || event.type === 'decided') && event.bettor === bettor;
  });
}

async function insert(
  { dataSource, operatorId, now }: House,
  { ruleSet, limits, bets }: TablePopulation,
  tableKey: number,
  rounds: readonly object[],
): Promise<void> {
  const tableId = newId(tableKey, now);
  const json = JSON.stringify(rounds);
  const listed = `jsonb_to_recordset($1) AS x ("roundId" uuid, steps jsonb, bettors jsonb)`;
  const ofBettors = `${listed}, jsonb_to_recordset(bettors) AS b ("playerKey" bigint, bettor integer, mode text,
    staked bigint, returned bigint, transfers jsonb)`;
  await dataSource.query(
    `INSERT INTO transfers (player_key, currency, session_id, entry_no, operator_id, kind, reason, debit_account,
       credit_account, amount, balance_after, round_id, round_version, bet, at)
     SELECT "playerKey", 'EUR', $4, row_number() OVER (), $2, move->>'kind', move->>'reason',
       CASE move->>'kind' WHEN 'stake' THEN 'player' ELSE 'house' END,
       CASE move->>'kind' WHEN 'stake' THEN 'house' ELSE 'player' END, (move->>'amount')::bigint, 0, "roundId", 1,
       move->>'bet', $3
     FROM ${ofBettors}, jsonb_array_elements(transfers) AS move`,
    [json, operatorId, now, tableId],
  );
  await dataSource.query(
    `INSERT INTO table_steps (table_key, round_id, version, step, actor, request_id, at)
     SELECT $3, "roundId", number, step, 'test', 'test', $2
     FROM ${listed}, jsonb_array_elements(steps) WITH ORDINALITY AS listed (step, number)`,
    [json, now, tableKey],
  );
  await dataSource.query(
    `INSERT INTO rounds (player_key, round_id, session_id, operator_id, player_id, game_id, rule_set_version, mode,
       currency, limits, decision_seconds, seed_no, client_seed, nonce, shoe, status, version, staked, returned, in_play,
       bets, dealt_at, deadline, ended_at, table_key, table_id, bettor, balance_after)
     SELECT "playerKey", "roundId", "roundId", $2, 'bettor-' || bettor, $4, $5, mode, 'EUR', $6, 60, 1, '', 0, '{}',
       'settled', 1, staked, returned, 0, '[]', $3, $3, $3, $7, $8, bettor, 0
     FROM ${ofBettors}`,
    [json, operatorId, now, ruleSet.id, ruleSet.version, limits, tableKey, tableId],
  );
  await dataSource.query(
    `INSERT INTO table_rounds (table_key, round_id, table_id, operator_id, game_id, rule_set_version, mode, currency,
       limits, decision_seconds, seed_no, client_seed, nonce, shoe, status, version, bettors, dealt_at, ended_at)
     SELECT $7, "roundId", $8, $2, $4, $5, 'real', 'EUR', $6, 60, 1, '', 0, '{}', 'settled', jsonb_array_length(steps),
       $9, $3, $3
     FROM ${listed}`,
    [json, operatorId, now, ruleSet.id, ruleSet.version, limits, tableKey, tableId, bets.bettors],
  );
}
