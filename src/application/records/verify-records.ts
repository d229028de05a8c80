import type { EntityManager } from 'typeorm';
import { unloggedChanges } from '../../persistence/records/configuration-changes';
import type { SealRow } from '../../persistence/records/entities';
import { listMisplaced, type MisplacedRow } from '../../persistence/records/misplaced';
import { countUnsealed, readRecords } from '../../persistence/records/read-records';
import { findSealHash, listGaps, readSeals, sealedPosition } from '../../persistence/records/seals';
import { changedTables } from '../../persistence/records/table-settings';
import { listRoundsLeft } from '../../persistence/retention/old-rounds';
import { listRoundRemovals, type RoundRemoval } from '../../persistence/retention/round-removals';
import type { SeedVault } from '../../randomness/seed-vault';
import { LEAST_YEARS } from '../retention/remove-rounds';
import type { AuditHead } from './audit-head';
import { ChainCheck } from './check-chain';
import { checkRounds } from './check-rounds';
import { type Misnaming, RowCheck } from './check-rows';
import { checkSeeds } from './check-seeds';
import { checkShoes } from './check-shoes';
import type { Finding } from './findings';
import { Removals } from './removals';

/** What is read at once: some passes of the sealer, and so many rows of each kind. */
const PASSES = 10;
const ROWS = 1000;

export interface Verification {
  /** The first thing that is wrong comes first. */
  readonly findings: readonly Finding[];
  readonly seals: number;
  readonly rows: number;
  readonly unsealedRows: number;
  /** Whose old rounds were removed, which is why their rows are not there. */
  readonly removals: readonly RoundRemoval[];
  /** Shoes of tables of which rounds were removed, so that their salts and counts cannot be made again. */
  readonly thinnedShoes: number;
  /** Seeds that no key at hand opens: they are not held to their commitments. */
  readonly unopenedSeeds: number;
}

export interface VerifyOptions {
  /** One operator; null checks all of them. */
  readonly operatorId: string | null;
  /** A head that was exported earlier: what it says was sealed must still be so. */
  readonly head: AuditHead | null;
  /** By the clock of whoever verifies: nothing was made later. */
  readonly now: Date;
  /** What opens secret seeds; null where no key is at hand. */
  readonly vault: SeedVault | null;
  /** Enough is enough: the rest would follow from these. */
  readonly mostFindings?: number;
}

/** Names that do not fit are kept until erasures were looked at; where there are more, these will do. */
const MOST_NAMES = 10_000;

/**
 * Recomputes everything that was sealed and compares it with what is there now, and then what follows from it with what no
 * seal covers. It only reads, in batches, and may run beside a server: what is sealed does not change, and what is sealed
 * meanwhile is left to the next time.
 */
export async function verifyRecords(
  db: EntityManager,
  { operatorId, head, now, vault, mostFindings = 20 }: VerifyOptions,
): Promise<Verification> {
  const concerns = (finding: Finding): boolean => operatorId === null || finding.operatorId === operatorId;
  const findings = (await listMisplaced(db, operatorId, mostFindings)).map(misplaced);
  const names: Misnaming[] = [];
  const counts = { seals: 0, rows: 0, thinnedShoes: 0, unopenedSeeds: 0 };
  const upTo = await sealedPosition(db);
  const startedAt = performance.now();
  // What is removed while this reads goes on record first: whoever misses something looks again.
  const removalsNow = (): Promise<RoundRemoval[]> =>
    listRoundRemovals(db, LEAST_YEARS, new Date(now.getTime() + performance.now() - startedAt));
  for await (const pass of checkPasses(db, upTo, removalsNow)) {
    findings.push(...pass.findings.filter(concerns));
    names.push(
      ...pass.misnamed.filter(({ finding }) => concerns(finding)).slice(0, MOST_NAMES - names.length),
    );
    const counted = pass.seals.filter((seal) => operatorId === null || seal.operatorId === operatorId);
    counts.seals += counted.length;
    counts.rows += counted.reduce((sum, { rowCount }) => sum + rowCount, 0);
    if (findings.length >= mostFindings) break;
  }
  findings.push(...namesAlone(names, findings));
  if (head !== null) findings.push(...(await headFindings(db, head)));
  const removals = await removalsNow();
  findings.push(...new Removals(removals).findings().filter(concerns));
  const settings = [...(await unloggedChanges(db)), ...(await changedTables(db))];
  findings.push(...settings.filter(concerns));
  for await (const page of checkRounds(db)) {
    findings.push(...page.filter(concerns));
    if (findings.length >= mostFindings) break;
  }
  for await (const page of checkSeeds(db, operatorId, vault, mostFindings)) {
    findings.push(...page.findings);
    counts.unopenedSeeds += page.unopened;
    if (findings.length >= mostFindings) break;
  }
  for await (const page of checkShoes(db, { operatorId, vault, removalsNow })) {
    findings.push(...page.findings);
    counts.thinnedShoes += page.thinned;
    if (findings.length >= mostFindings) break;
  }
  const { rows: unsealedRows } = await countUnsealed(db, upTo);
  return { findings: findings.slice(0, mostFindings), ...counts, unsealedRows, removals };
}

/**
 * The names that do not fit, but those of players with the record of whose erasure something is wrong as a whole: it was
 * removed, or put there. Their rows are as they were sealed; what is wrong has been named.
 */
function namesAlone(names: readonly Misnaming[], findings: readonly Finding[]): Finding[] {
  const erasures = findings.filter(({ table }) => table === 'erasures');
  const made = new Set(erasures.filter(({ what }) => !isOfColumns(what)).map(({ key }) => key));
  return names.flatMap(({ playerKey, finding }) => (made.has(`${playerKey}`) ? [] : [finding]));
}

function isOfColumns(what: string): boolean {
  return what.startsWith('was changed: ') && !what.includes('player_key');
}

function misplaced({ operatorId, table, key }: MisplacedRow): Finding {
  const what = 'was inserted: nobody was given its position, and no seal would ever cover it';
  return { operatorId, sealNo: null, table, key: key.join('/'), what };
}

interface CheckedPass {
  readonly findings: readonly Finding[];
  readonly misnamed: readonly Misnaming[];
  readonly seals: readonly SealRow[];
}

async function* checkPasses(
  db: EntityManager,
  upTo: number,
  removalsNow: () => Promise<RoundRemoval[]>,
): AsyncGenerator<CheckedPass> {
  const chain = new ChainCheck(await listGaps(db));
  yield { findings: chain.missingAtTheStart(), misnamed: [], seals: [] };
  for (let after = 0; after < upTo;) {
    const seals = await readSeals(db, after, PASSES);
    // Seals that vanish while they are read leave nothing more to compare.
    if (seals.length === 0) return;
    for (const pass of passesOf(seals)) {
      const faults = pass.flatMap((seal) => chain.check(seal));
      const [{ toPosition }] = pass;
      const { findings, misnamed } = await checkedRows(db, pass, [after, toPosition], removalsNow);
      yield { findings: [...faults, ...findings], misnamed, seals: pass };
      after = toPosition;
    }
  }
}

/** Seals that end at one position were made together. */
function passesOf(seals: readonly SealRow[]): SealRow[][] {
  const passes: SealRow[][] = [];
  for (const seal of seals) {
    const last = passes.at(-1);
    if (last?.[0].toPosition === seal.toPosition) last.push(seal);
    else passes.push([seal]);
  }
  return passes;
}

async function checkedRows(
  db: EntityManager,
  pass: readonly SealRow[],
  [from, to]: readonly [number, number],
  removalsNow: () => Promise<RoundRemoval[]>,
): Promise<Omit<CheckedPass, 'seals'>> {
  const check = new RowCheck(pass);
  for (let after = from; after < to;) {
    const { rows, upTo } = await readRecords(db, after, to, ROWS);
    for (const row of rows) check.meet(row);
    after = upTo;
  }
  const removals = new Removals(check.misses ? await removalsNow() : []);
  const left = await listRoundsLeft(db, check.roundsRemoved(removals));
  return { findings: check.findings(removals, left), misnamed: check.misnamed };
}

async function headFindings(db: EntityManager, head: AuditHead): Promise<Finding[]> {
  if (head.sealNo === 0) return [];
  const { operatorId, sealNo, hash, at } = head;
  const found = await findSealHash(db, operatorId, sealNo);
  const finding = { operatorId, sealNo, table: 'seals', key: `${sealNo}` };
  if (found === null) return [{ ...finding, what: `was removed: the head of ${at} names it` }];
  if (found.hash.toString('hex') === hash) return [];
  return [{ ...finding, what: `is another one than the head of ${at} names: the chain was made anew` }];
}
