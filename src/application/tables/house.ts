import { present } from '../../domain/assert';
import type { RuleSet } from '../../domain/rule-set';
import type { CardSource } from '../../domain/shoe';
import type { House } from '../../domain/table/at-table';
import type { SeedRow } from '../../persistence/entities/seeds';
import type { TableRecord, TableRoundRecord, TableSeed } from '../../persistence/tables/load-table';
import { KEY_STREAM_VERSION } from '../../randomness/key-stream';
import { anyClientSeed, makeSeed } from '../fairness/seed-maker';
import { newId } from '../ids';
import { cardsFrom, type RoundShoe } from '../rounds/cards';
import { cardsIn } from '../rounds/game-steps';
import type { TableContext } from './context';

/** A shoe that was opened, with its salt, and the seed that was committed to for the one after it. */
export interface OpenedShoe {
  readonly number: number;
  readonly salt: string;
  readonly next: SeedRow;
}

/** What a table's cards come from, as it stands. */
export interface HouseStanding {
  readonly record: TableRecord;
  readonly ruleSet: RuleSet;
  /** The round as it was; null while bets are placed. */
  readonly round: TableRoundRecord | null;
  /** Of the shoe that lies there, and of the one after it. */
  readonly seeds: readonly TableSeed[];
  readonly at: Date;
  readonly attended: boolean;
}

/** Of what the cards of the round are made that is played, or would be dealt now. */
export function shoeOf({ record, ruleSet, round, seeds }: HouseStanding): RoundShoe {
  if (round !== null) return round;
  const { shoe, script } = record.state;
  const seed = present(seeds.at(0), 'a seed of the shoe');
  const made = { decks: decksOf(ruleSet), algorithm: KEY_STREAM_VERSION };
  if (script !== null) {
    const scripted = { ...made, start: 0, keptNo: null, script };
    return { seedNo: seed.no, clientSeed: seed.salt, nonce: seed.nextNonce, shoe: scripted };
  }
  const kept = { ...made, start: shoe.dealt, keptNo: shoe.number, script: null };
  return { seedNo: seed.no, clientSeed: seed.salt, nonce: 0, shoe: kept };
}

/** What a table is given from outside. Shoes that it opens are noted in `opened`, to be written. */
export function houseOf(
  { seeds: maker }: TableContext,
  standing: HouseStanding,
  opened: OpenedShoe[],
): House {
  const { record, ruleSet, round, seeds, at, attended } = standing;
  const serverSeed = ({ no, sealedSeed }: TableSeed): Buffer =>
    maker.vault.open(sealedSeed, { sessionId: record.tableId, seedNo: no });
  const shoe = shoeOf(standing);
  let source: CardSource | null = null;
  return {
    attended,
    newRoundId: () => newId(record.tableKey, at),
    cards: () => {
      if (round === null) maker.source.assertHealthy();
      const drawn = round === null ? 0 : cardsIn(round.steps);
      source ??= cardsFrom(shoe, serverSeed(present(seeds.at(0), 'a seed of the shoe')), drawn);
      return source;
    },
    newShoe: () => {
      const next = present(seeds.at(1), 'a seed that was committed to for the next shoe');
      const salt = record.transcript;
      opened.push({ number: next.no, salt, next: seedFor(maker, record, next.no + 1, at) });
      return freshShoe(ruleSet, serverSeed(next), salt);
    },
  };
}

/** A shared table deals from a shoe, and no other game has one. */
function decksOf({ decks }: RuleSet): number {
  if (decks === 'infinite') throw new Error('Broken invariant: a shared table deals from a shoe');
  return decks;
}

/** A shoe of a table from its first card. */
export function freshShoe(ruleSet: RuleSet, serverSeed: Buffer, salt: string): CardSource {
  const shoe = { decks: decksOf(ruleSet), start: 0, keptNo: 1, script: null, algorithm: KEY_STREAM_VERSION };
  return cardsFrom({ seedNo: 1, clientSeed: salt, nonce: 0, shoe }, serverSeed, 0);
}

/** The server seed for a shoe of that number; its salt is known when the shoe before it has ended. */
export function seedFor(
  maker: TableContext['seeds'],
  { tableKey, tableId }: Pick<TableRecord, 'tableKey' | 'tableId'>,
  seedNo: number,
  at: Date,
  salt = '',
): SeedRow {
  return makeSeed(maker, { playerKey: tableKey, sessionId: tableId, seedNo }, salt, at);
}

/** The salt of a table's first shoe, before which nothing was played. */
export function firstSalt(): string {
  return anyClientSeed();
}
