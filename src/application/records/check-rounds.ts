import type { EntityManager } from 'typeorm';
import type { Round } from '../../domain/round';
import { replay } from '../../domain/step';
import {
  listStrayParts,
  readStandingRounds,
  type StandingPlace,
  type StandingPart,
  type StandingRound,
  type StrayPart,
} from '../../persistence/records/standing-rounds';
import { canonicalJson } from '../canonical-json';
import { stepsOfTheGame } from '../rounds/game-steps';
import { asCancelled, betsOf, inPlayOf } from '../rounds/moves';
import { ruleSetOf } from '../rounds/rule-set-of';
import type { Finding } from './findings';

/** Rounds that are read at once; a table's may have hundreds of bettors. */
const ROUNDS = { rounds: 500, table_rounds: 50 } as const;

/**
 * Compares what the rows of rounds say, which no seal covers, with what their steps make of them, which seals do: status,
 * version, stakes, returns, bets. Yields what differs, page by page;
 * first the parts of bettors that lead to no round.
 */
export async function* checkRounds(db: EntityManager): AsyncGenerator<Finding[]> {
  yield (await listStrayParts(db, ROUNDS.rounds)).map(strayPart);
  for (const table of ['rounds', 'table_rounds'] as const) {
    let after: StandingPlace | null = null;
    for (;;) {
      const page: StandingRound[] = await readStandingRounds(db, table, after, ROUNDS[table]);
      yield page.flatMap((round) => findingsOf(table, round));
      if (page.length < ROUNDS[table]) break;
      after = page[page.length - 1];
    }
  }
}

function strayPart({ operatorId, playerKey, roundId }: StrayPart): Finding {
  const what = 'is a part in a round that its table does not have';
  return { operatorId, sealNo: null, table: 'rounds', key: `${playerKey}/${roundId}`, what };
}

function findingsOf(table: string, round: StandingRound): Finding[] {
  const what = faultOf(round);
  const { key, roundId, operatorId } = round;
  return what === null ? [] : [{ operatorId, sealNo: null, table, key: `${key}/${roundId}`, what }];
}

function faultOf(round: StandingRound): string | null {
  const { steps, parts } = round;
  if (steps === null) return 'has no steps';
  const made = roundOf(round);
  if (made === null) return 'cannot be made of its steps: they do not follow its rules';
  const isCancelled = steps.some(({ type }) => type === 'cancel');
  const status = isCancelled ? 'cancelled' : made.status;
  const wrong = [
    ...(round.status === status ? [] : ['status']),
    ...(round.version === steps.length ? [] : ['version']),
    ...(parts.length === made.bettors.length ? [] : ['bettors']),
    ...parts.flatMap((part) => wrongIn(part, partOf(made, part.bettor, status))),
  ];
  return wrong.length === 0
    ? null
    : `was changed: its steps make another ${[...new Set(wrong)].sort().join(', ')}`;
}

/** Null where the steps make no round: one of them was changed, which its seal tells as well. */
function roundOf({ gameId, ruleSetVersion, ownRuleSet, limits, steps }: StandingRound): Round | null {
  try {
    return replay(ruleSetOf(gameId, ruleSetVersion, ownRuleSet), limits, stepsOfTheGame(steps ?? []));
  } catch {
    return null;
  }
}

/** Null for a bettor whom the round does not have. */
function partOf(round: Round, bettor: number, status: string): StandingPart | null {
  const account = round.bettors.at(bettor);
  if (account === undefined) return null;
  const { staked, returned } = account;
  const bets = betsOf(round, bettor);
  if (status !== 'cancelled') return { bettor, status, staked, returned, inPlay: inPlayOf(bets), bets };
  return { bettor, status, staked, returned: staked, inPlay: 0, bets: bets.map(asCancelled) };
}

function wrongIn(stored: StandingPart, made: StandingPart | null): string[] {
  if (made === null) return ['bettors'];
  const names = ['status', 'staked', 'returned', 'inPlay', 'bets'] as const;
  return names.filter((name) => canonicalJson(stored[name]) !== canonicalJson(made[name]));
}
