import type { DataSource, EntityManager } from 'typeorm';
import type { SessionRow } from '../../persistence/entities/sessions';
import { findTable, type TablePlace } from '../../persistence/tables/load-table';
import { listShoes, type ListedShoe } from '../../persistence/tables/shoes';
import { KEY_STREAM_VERSION } from '../../randomness/key-stream';
import type { SeedVault } from '../../randomness/seed-vault';
import { type Page, pageOf } from '../history/pages';
import { playerKeyOf } from '../ids';
import { notFound, type Refusal } from '../refusal';
import type { Request } from '../request';
import { reachableSession } from '../sessions/sessions';
import type { Fairness, RevealedSeed } from './fairness-body';
import { revealedSeedOf } from './seed-maker';

/** A shoe of a shared table, as anybody at it can hold the server to it. Hashes and seeds are hexadecimal. */
export interface TableShoeBody {
  /** From 1. */
  readonly number: number;
  /** SHA-256 of the server seed; of every shoe but the first it was published when the shoe before it started. */
  readonly commitment: string;
  /** What takes the place of a player's word: fixed before the shoe starts. */
  readonly salt: string;
  readonly algorithm: string;
  /** The first card, and how many were burned for it (DX-03). */
  readonly exposed: string | null;
  readonly burned: number;
  /** Cards before the cut card, and those that have left the shoe, the burned ones included. */
  readonly cut: number;
  readonly dealt: number;
  readonly openedAt: string;
  readonly endedAt: string | null;
  /** Null until the shoe has ended. */
  readonly serverSeed: string | null;
}

/** The place of a shoe in the list. */
export interface ShoePlace {
  readonly number: number;
}

interface Shop {
  readonly dataSource: DataSource;
  readonly vault: SeedVault;
}

/** The shoes of a table of the operator, or of the table that the caller's session was opened at; the newest first. */
export async function tableShoes(
  { dataSource, vault }: Shop,
  request: Request,
  tableId: string,
  after: ShoePlace | null,
  limit: number,
): Promise<Page<TableShoeBody, ShoePlace> | Refusal> {
  const { manager } = dataSource;
  const { operatorId, sessionId } = request.caller;
  const place = placeOf(tableId);
  if (sessionId !== null) {
    const session = await reachableSession(manager, request, sessionId);
    if (session?.tableId !== tableId) return notFound('table');
  }
  if ((await findTable(manager, operatorId, place)) === null) return notFound('table');
  const shoes = await listShoes(manager, place, after?.number ?? null, limit + 1);
  const { items, next } = pageOf(shoes, limit, ({ number }) => ({ number }));
  return { items: items.map((shoe) => shoeBody(vault, tableId, shoe)), next };
}

/** What a session at a table can hold the server to: the shoe that is dealt from, and those before it. */
export async function fairnessAtTable(
  db: EntityManager,
  vault: SeedVault,
  { sessionId }: SessionRow,
  tableId: string,
  shown: number,
): Promise<Fairness> {
  const [current, ...earlier] = await listShoes(db, placeOf(tableId), null, shown);
  return {
    sessionId,
    seedNo: current.number,
    commitment: current.commitment.toString('hex'),
    clientSeed: current.salt,
    nonce: 0,
    algorithm: KEY_STREAM_VERSION,
    nextRound: { clientSeed: current.salt, nonce: 0, start: current.dealt },
    revealed: [...(current.revealedAt === null ? [] : [current]), ...earlier].map((shoe) =>
      revealed(vault, tableId, shoe),
    ),
  };
}

function placeOf(tableId: string): TablePlace {
  return { tableKey: playerKeyOf(tableId), tableId };
}

function revealed(vault: SeedVault, tableId: string, shoe: ListedShoe): RevealedSeed {
  const { number, commitment, revealedAt } = shoe;
  const serverSeed = seedOf(vault, tableId, shoe);
  if (serverSeed === null || revealedAt === null)
    throw new Error('Broken invariant: only the newest shoe of a table is secret');
  const at = revealedAt.toISOString();
  return { seedNo: number, serverSeed, commitment: commitment.toString('hex'), revealedAt: at };
}

function seedOf(vault: SeedVault, tableId: string, shoe: ListedShoe): string | null {
  if (shoe.revealedAt === null) return null;
  return revealedSeedOf(vault, shoe, { sessionId: tableId, seedNo: shoe.number }).toString('hex');
}

function shoeBody(vault: SeedVault, tableId: string, shoe: ListedShoe): TableShoeBody {
  const { number, salt, exposed, burned, cut, dealt, openedAt, endedAt, commitment } = shoe;
  return {
    number,
    commitment: commitment.toString('hex'),
    salt,
    algorithm: KEY_STREAM_VERSION,
    exposed,
    burned,
    cut,
    dealt,
    openedAt: openedAt.toISOString(),
    endedAt: endedAt?.toISOString() ?? null,
    serverSeed: seedOf(vault, tableId, shoe),
  };
}
