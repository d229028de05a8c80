import type { DataSource, EntityManager } from 'typeorm';
import type { SeedRow } from '../../persistence/entities/seeds';
import type { SessionRow } from '../../persistence/entities/sessions';
import {
  changeClientSeed,
  findKeptShoe,
  holdCurrentSeed,
  insertSeed,
  listSeeds,
  markRevealed,
  openRoundId,
} from '../../persistence/fairness/seeds';
import { findRuleSetRow } from '../../persistence/rule-sets';
import { Moved } from '../../persistence/transaction';
import { KEY_STREAM_VERSION } from '../../randomness/key-stream';
import { playerKeyOf } from '../ids';
import { notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { runOnce } from '../run-once';
import { shoeFor } from '../rounds/cards';
import { ruleSetOf } from '../rounds/rule-set-of';
import { reachableSession, statusOf } from '../sessions/sessions';
import type { Fairness, NextRound, RevealedSeed } from './fairness-body';
import { makeSeed, revealedSeedOf, type SeedMaker } from './seed-maker';
import { fairnessAtTable } from './table-shoes';

const SHOWN_SEEDS = 100;

/** No single player may choose what all cards of a table are made of, nor when its seed is revealed. */
const SHARED_SHOE: Refusal = {
  refused: 'shared_shoe',
  detail: 'The cards come from the shoe of a shared table, whose salt and end are nobody’s to choose.',
};

/** The commitment of a session, the player's word, and what was revealed; and the calls that change them. */
export class FairnessDesk {
  constructor(
    private readonly dataSource: DataSource,
    private readonly seeds: SeedMaker,
  ) {}

  async read(request: Request, sessionId: string): Promise<Answer<Fairness> | Refusal> {
    const { manager } = this.dataSource;
    const session = await reachableSession(manager, request, sessionId);
    if (session === null) return notFound('session');
    const { tableId } = session;
    if (tableId === null) return ok(await this.fairnessOf(manager, session));
    return ok(await fairnessAtTable(manager, this.seeds.vault, session, tableId, SHOWN_SEEDS + 1));
  }

  /** The player's word for the shoes to come; a shoe that is being dealt keeps the one it was made with. */
  setClientSeed(
    request: Request,
    sessionId: string,
    clientSeed: string,
  ): Promise<Answer<Fairness> | Refusal> {
    return this.change(request, sessionId, async (tx, seed) => {
      await changeClientSeed(tx, seed, clientSeed);
      return null;
    });
  }

  /** Reveals the server seed and commits to a new one; refused while a round is open that it could decide. */
  rotate(request: Request, sessionId: string): Promise<Answer<Fairness> | Refusal> {
    return this.change(request, sessionId, async (tx, seed) => {
      const open = await openRoundId(tx, seed.playerKey, sessionId);
      if (open !== null) return { refused: 'round_open', detail: `Round ${open} is not finished.` };
      await markRevealed(tx, seed, this.seeds.vault.open(seed.sealedSeed, seed), request.now);
      const next = { playerKey: seed.playerKey, sessionId, seedNo: seed.seedNo + 1 };
      await insertSeed(tx, makeSeed(this.seeds, next, seed.clientSeed, request.now));
      return null;
    });
  }

  private change(
    request: Request,
    sessionId: string,
    work: (tx: EntityManager, seed: SeedRow) => Promise<Refusal | null>,
  ): Promise<Answer<Fairness> | Refusal> {
    const playerKey = playerKeyOf(sessionId);
    return runOnce<Fairness>(this.dataSource, request, playerKey, async (tx) => {
      const session = await reachableSession(tx, request, sessionId);
      if (session === null) return notFound('session');
      if (session.tableId !== null) return SHARED_SHOE;
      const seed = await holdCurrentSeed(tx, playerKey, sessionId);
      if (seed === null) throw new Error('Broken invariant: every session has a seed');
      // Whoever waited for a rotation holds the seed before; the one after it has to be taken anew.
      if (seed.revealedAt !== null) throw new Moved('the seed was revealed meanwhile');
      // What a session that is over has not used decides nothing, and there is nothing more to be dealt from it.
      if (statusOf(session, request.now) !== 'open' && seed.nextNonce === 0) {
        return { refused: 'session_closed', detail: 'The session is over, and its last seed was not used.' };
      }
      const refusal = await work(tx, seed);
      return refusal ?? ok(await this.fairnessOf(tx, session));
    });
  }

  private async fairnessOf(db: EntityManager, session: SessionRow): Promise<Fairness> {
    const { playerKey, sessionId } = session;
    const [current, ...earlier] = await listSeeds(db, playerKey, sessionId, SHOWN_SEEDS + 1);
    return {
      sessionId,
      seedNo: current.seedNo,
      commitment: current.commitment.toString('hex'),
      clientSeed: current.clientSeed,
      nonce: current.nextNonce,
      algorithm: KEY_STREAM_VERSION,
      nextRound: await nextRoundOf(db, session, current),
      revealed: earlier.map((seed) => this.revealed(seed)),
    };
  }

  private revealed(seed: SeedRow): RevealedSeed {
    if (seed.revealedAt === null)
      throw new Error('Broken invariant: only the newest seed of a session is secret');
    return {
      seedNo: seed.seedNo,
      serverSeed: revealedSeedOf(this.seeds.vault, seed, seed).toString('hex'),
      commitment: seed.commitment.toString('hex'),
      revealedAt: seed.revealedAt.toISOString(),
    };
  }
}

/** Of what a round would be dealt now. */
async function nextRoundOf(
  db: EntityManager,
  { playerKey, sessionId, operatorId, gameId, ruleSetVersion }: SessionRow,
  { seedNo, clientSeed, nextNonce }: SeedRow,
): Promise<NextRound> {
  const own = await findRuleSetRow(db, operatorId, gameId, ruleSetVersion);
  const ruleSet = ruleSetOf(gameId, ruleSetVersion, own);
  const kept = await findKeptShoe(db, playerKey, sessionId);
  const next = shoeFor(ruleSet, { no: seedNo, clientSeed, nextNonce }, kept, null);
  return { clientSeed: next.clientSeed, nonce: next.nonce, start: next.shoe.start };
}
