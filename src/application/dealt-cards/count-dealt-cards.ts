import type { EntityManager } from 'typeorm';
import type { RuleSet } from '../../domain/rule-set';
import {
  type DealtRound,
  type IdRange,
  listPlaces,
  listPrivateRounds,
  listTableRounds,
  type RoundOnPage,
} from '../../persistence/rounds/dealt-rounds';
import { findRuleSetRow } from '../../persistence/rule-sets';
import { publishedPreset } from '../../domain/presets';
import { lastIdAt, NIL_ID } from '../ids';
import { ruleSetOf } from '../rounds/rule-set-of';
import { DealtCards, type DealtGroup } from './dealt-groups';

const ROUNDS_PER_PAGE = 500;
const TABLES_PER_PAGE = 100;
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Which rounds are meant; a null leaves the choice open. Rounds of a table belong to the time their countdown began. */
export interface DealtSelection {
  readonly operatorIds: readonly string[];
  readonly from: Date | null;
  /** The first moment after the time that is meant. */
  readonly to: Date | null;
}

/**
 * Counts the cards that were really dealt, read page by page. Rounds with chosen cards and test rounds are left out.
 *
 * @param progress told after each page how many rounds were read in all.
 */
export async function countDealtCards(
  db: EntityManager,
  { operatorIds, from, to }: DealtSelection,
  progress: (rounds: number) => void = () => undefined,
): Promise<DealtGroup[]> {
  const afterId = from === null ? NIL_ID : lastIdAt(new Date(from.getTime() - 1));
  const range = { afterId, lastId: to === null ? LAST_ID : lastIdAt(new Date(to.getTime() - 1)) };
  const cards = new DealtCards();
  let read = 0;
  for (const operatorId of operatorIds) {
    const rules = new Map<string, RuleSet>();
    for await (const page of pagesOf(db, operatorId, range)) {
      read += page.length;
      for (const { cards: round } of page) {
        if (round !== null) cards.count(round, await ruleSetFor(db, operatorId, round, rules));
      }
      progress(read);
    }
  }
  return cards.groups;
}

async function* pagesOf(
  db: EntityManager,
  operatorId: string,
  range: IdRange,
): AsyncGenerator<RoundOnPage[]> {
  yield* pages(range, (rest) => listPrivateRounds(db, operatorId, rest, ROUNDS_PER_PAGE));
  let tables = await listPlaces(db, operatorId, NIL_ID, TABLES_PER_PAGE);
  while (tables.length > 0) {
    for (const place of tables)
      yield* pages(range, (rest) => listTableRounds(db, place, rest, ROUNDS_PER_PAGE));
    tables = await listPlaces(db, operatorId, tables[tables.length - 1].tableId, TABLES_PER_PAGE);
  }
}

async function* pages(
  range: IdRange,
  read: (rest: IdRange) => Promise<RoundOnPage[]>,
): AsyncGenerator<RoundOnPage[]> {
  let page = await read(range);
  while (page.length > 0) {
    yield page;
    page = await read({ ...range, afterId: page[page.length - 1].roundId });
  }
}

/** Rule sets do not change under their versions, and are few. */
async function ruleSetFor(
  db: EntityManager,
  operatorId: string,
  { gameId, ruleSetVersion }: DealtRound,
  known: Map<string, RuleSet>,
): Promise<RuleSet> {
  const name = `${gameId}@${ruleSetVersion}`;
  const before = known.get(name);
  if (before !== undefined) return before;
  const isPreset = publishedPreset(gameId, ruleSetVersion) !== undefined;
  const own = isPreset ? null : await findRuleSetRow(db, operatorId, gameId, ruleSetVersion);
  const ruleSet = ruleSetOf(gameId, ruleSetVersion, own);
  known.set(name, ruleSet);
  return ruleSet;
}
