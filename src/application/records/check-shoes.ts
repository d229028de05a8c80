import type { EntityManager } from 'typeorm';
import { openShoe } from '../../domain/table/shoe';
import type { RoundRemoval } from '../../persistence/retention/round-removals';
import {
  listOfNoTable,
  type PlaceOfShoe,
  readStandingShoes,
  type SeedOfShoe,
  type ShoeStanding,
  type StandingShoe,
} from '../../persistence/records/standing-shoes';
import { commitmentOf, type SeedVault } from '../../randomness/seed-vault';
import { ruleSetOf } from '../rounds/rule-set-of';
import { freshShoe } from '../tables/house';
import { NOTHING_PLAYED } from '../tables/loaded-table';
import type { Finding } from './findings';
import { endOf, transcriptOf } from './rounds-of-shoe';

/** Shoes that are read at once, with all their rounds. */
const SHOES = 20;

export interface ShoesToCheck {
  /** One operator's; null for all. */
  readonly operatorId: string | null;
  /** What opens secret seeds; null where no key is at hand. */
  readonly vault: SeedVault | null;
  readonly removalsNow: () => Promise<readonly RoundRemoval[]>;
}

export interface CheckedShoes {
  readonly findings: readonly Finding[];
  /** Shoes of which rounds were removed for their age: what their rounds made cannot be made again. */
  readonly thinned: number;
}

/**
 * Compares what is published of tables' shoes, which no seal covers, with what seals cover: exposed card, burned cards and
 * cut with what the seed gives; salt and transcript with the rounds before; count with the cards that the rounds drew. Yields
 * what differs, page by page; a shoe whose seed is secret and no key opens is held to its rounds alone.
 */
export async function* checkShoes(db: EntityManager, to: ShoesToCheck): AsyncGenerator<CheckedShoes> {
  const { operatorId } = to;
  const strays = await listOfNoTable(db, operatorId, SHOES);
  yield { findings: strays.map((stray) => ({ sealNo: null, ...stray })), thinned: 0 };
  let after: PlaceOfShoe | null = null;
  let made: MadeSalt | null = null;
  for (;;) {
    const page: StandingShoe[] = await readStandingShoes(db, operatorId, after, SHOES);
    const removals = await to.removalsNow();
    const findings: Finding[] = [];
    let thinned = 0;
    for (const standing of page) {
      const salt: string | null = made?.tableId === standing.tableId ? made.salt : null;
      const check: ShoeCheck = new ShoeCheck(standing, to.vault, salt, removals);
      findings.push(...check.findings());
      if (check.isThinned) thinned += 1;
      made = check.nextSalt === null ? null : { tableId: standing.tableId, salt: check.nextSalt };
    }
    yield { findings, thinned };
    if (page.length < SHOES) return;
    after = page[page.length - 1];
  }
}

/** What the rounds of one shoe of a table have made the salt of the shoe after it. */
interface MadeSalt {
  readonly tableId: string;
  readonly salt: string;
}

class ShoeCheck {
  private readonly found: Finding[] = [];
  /** Whether rounds of it are missing that were old enough to be removed; known after `findings`. */
  isThinned = false;
  /** What the shoe after it is salted with; null where there is none yet, or it cannot be made. Known after `findings`. */
  nextSalt: string | null = null;

  /** @param madeSalt what the rounds of the shoe before made its salt; null where that is not known. */
  constructor(
    private readonly it: StandingShoe,
    private readonly vault: SeedVault | null,
    private readonly madeSalt: string | null,
    private readonly removals: readonly RoundRemoval[],
  ) {}

  findings(): readonly Finding[] {
    const { number, last, shoe, seed, hasNextSeed } = this.it;
    if (number > last) {
      const what = 'was inserted, or the state of its table was set back: that has not come to it';
      if (shoe === null) this.report('seeds', number + 1, what);
      else this.report('table_shoes', number, what);
      return this.found;
    }
    if (shoe === null) this.report('table_shoes', number, 'was removed');
    if (seed === null) this.report('seeds', number, 'was removed');
    if (!hasNextSeed) {
      const what = 'was removed or revealed: it is what the next shoe of its table was committed to';
      this.report('seeds', number + 1, what);
    }
    if (shoe !== null && seed !== null) this.compare(shoe, seed);
    return this.found;
  }

  private compare(shoe: Shoe, seed: SeedOfShoe): void {
    const { number, last, rounds, isClosed } = this.it;
    const hasEnded = number < last || isClosed;
    if (seed.isRevealed !== hasEnded) {
      const what = hasEnded
        ? 'was changed: it was revealed when its shoe ended, and is not any more'
        : 'was changed: it is revealed, and its shoe is dealt from';
      this.report('seeds', number, what);
    }
    // What the rounds were dealt under is sealed with them.
    const salt = rounds.at(0)?.clientSeed ?? this.madeSalt ?? seed.salt;
    if (seed.salt !== salt) this.report('seeds', number, 'was changed: client_seed, the salt of a shoe');
    if (this.madeSalt !== null && this.madeSalt !== salt) {
      this.report('table_shoes', number, 'has a salt that is not the hash over the rounds before it');
    }
    const opening = this.openingUnder(salt, seed);
    const end = endOf(rounds, opening?.dealt ?? (shoe.exposed === null ? 0 : 1) + shoe.burned);
    if (end !== shoe.dealt && this.mayBeThinned()) this.isThinned = true;
    const wrong = [
      ...(shoe.salt === salt ? [] : ['salt']),
      ...(opening === null ? [] : differing(shoe, opening, ['cut', 'exposed', 'burned'])),
      ...(end === null || end === shoe.dealt || this.isThinned ? [] : ['dealt']),
      ...(shoe.beganThen ? [] : ['opened_at']),
      ...(shoe.endedThen ? [] : ['ended_at']),
    ];
    if (wrong.length > 0) this.report('table_shoes', number, `was changed: ${wrong.join(', ')}`);
    if (end === null && !this.isThinned) {
      this.report('table_shoes', number, 'has rounds that do not lie end to end in it');
    }
    if (number === last && wrong.length === 0) this.compareState(shoe);
    if (end !== null && !this.isThinned) this.compareTranscript(salt);
  }

  /** What lies at the table is what the next round is dealt from. */
  private compareState(shoe: Shoe): void {
    const wrong = differing(this.it.state, shoe, ['cut', 'exposed', 'burned', 'dealt']);
    if (wrong.length > 0)
      this.reportTable(`was changed: its shoe is not the one that it opened: ${wrong.join(', ')}`);
  }

  private compareTranscript(salt: string): void {
    const { number, last, rounds, transcript, mode } = this.it;
    const made = transcriptOf(this.it, number === 1 ? NOTHING_PLAYED : salt, rounds);
    // Chosen cards leave no gap in the shoe where a round of theirs was removed.
    const isUncertain = mode === 'test' && this.mayBeThinned();
    if (isUncertain && (number < last || made !== transcript)) this.isThinned = true;
    else if (number < last) this.nextSalt = made;
    else if (made !== transcript) {
      this.reportTable('was changed: transcript, the hash over its rounds that salts the next shoe');
    }
  }

  /** The shoe as its seed gives it; null where the seed is secret, or the table is no longer what it was opened as. */
  private openingUnder(salt: string, seed: SeedOfShoe): ShoeStanding | null {
    const { gameId, ruleSetVersion, number } = this.it;
    const serverSeed = this.openedSeed(seed);
    if (serverSeed === null) return null;
    try {
      const ruleSet = ruleSetOf(gameId, ruleSetVersion, null);
      return openShoe(ruleSet, freshShoe(ruleSet, serverSeed, salt), number);
    } catch {
      // The comparison of tables with the log of their changes has named it.
      return null;
    }
  }

  /** Null where no key opens it, and where it is not the one that was committed to, which is found with the seeds. */
  private openedSeed({ revealedSeed, sealedSeed, commitment }: SeedOfShoe): Buffer | null {
    const { tableId: sessionId, number: seedNo } = this.it;
    try {
      const seed =
        revealedSeed === null
          ? this.vault?.open(Buffer.from(sealedSeed, 'hex'), { sessionId, seedNo })
          : Buffer.from(revealedSeed, 'hex');
      return seed !== undefined && commitmentOf(seed).toString('hex') === commitment ? seed : null;
    } catch {
      return null;
    }
  }

  /** Whether a lawful removal can have taken rounds of it: what came before it lies before where the removal ends. */
  private mayBeThinned(): boolean {
    return this.removals.some(
      ({ operatorId, flaw, upToPosition }) =>
        operatorId === this.it.operatorId && flaw === null && this.it.openedBehind <= upToPosition,
    );
  }

  private report(table: 'table_shoes' | 'seeds', number: number, what: string): void {
    const { tableKey, tableId, operatorId } = this.it;
    this.found.push({ operatorId, sealNo: null, table, key: `${tableKey}/${tableId}/${number}`, what });
  }

  private reportTable(what: string): void {
    const { tableId, operatorId } = this.it;
    this.found.push({ operatorId, sealNo: null, table: 'tables', key: tableId, what });
  }
}

type Shoe = NonNullable<StandingShoe['shoe']>;

function differing(
  one: ShoeStanding,
  other: ShoeStanding,
  columns: readonly (keyof ShoeStanding)[],
): string[] {
  return columns.filter((column) => one[column] !== other[column]);
}
