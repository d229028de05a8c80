import type { DataSource } from 'typeorm';
import { present } from '../../domain/assert';
import { PUBLISHED } from '../../domain/presets';
import { setAside } from '../../persistence/reports/queue';
import { presetReturn } from '../games/catalogue-returns';
import { type AssessmentPass, assessSettled, BATCH, NOTHING, ThreadEndedOver } from './assess-settled';
import type { AssessingThread } from './assessing-thread';

/** A round that has ended the thread so often, with no other one beside it, is set aside. */
const MOST_TRIES = 2;

/** What a healthy thread answers at once, and no round is in. */
const [HOUSE_GAME] = PUBLISHED;
const NO_ROUNDS = {
  ruleSet: HOUSE_GAME,
  returns: present(presetReturn(HOUSE_GAME), 'a return of a house game'),
  rounds: [],
};

/** A pass, and why it came to nothing where the thread ended over it. */
export type WatchedPass = AssessmentPass & { readonly endedBy: ThreadEndedOver | null };

/**
 * The passes of a process. A round that fails tells so, and is set aside; one that ends the thread, as for want of memory,
 * tells nothing and takes the pass with it. The next passes then take half as many, until it is alone and known. It is
 * blamed only where the thread is well otherwise: what ends at anything is no fault of a round.
 */
export class AssessmentPasses {
  private batch = BATCH;
  private alone = { queueNo: 0, tries: 0 };

  constructor(
    private readonly dataSource: DataSource,
    private readonly thread: Pick<AssessingThread, 'assess'>,
  ) {}

  /** @throws ThreadEnded when the thread ends whatever it is given: the rounds wait on. */
  async pass(now: Date): Promise<WatchedPass> {
    try {
      const pass = await assessSettled(this.dataSource, this.thread, now, this.batch);
      // One that found nothing to do, or another process at it, says nothing about rounds.
      if (pass.assessed > 0 || pass.more) this.batch = Math.min(BATCH, 2 * this.batch);
      return { ...pass, endedBy: null };
    } catch (error) {
      if (!(error instanceof ThreadEndedOver)) throw error;
      return { ...NOTHING, failed: await this.narrow(error), more: true, endedBy: error };
    }
  }

  /** The rounds that are set aside now: one, or none yet. */
  private async narrow({ suspects, message: failure }: ThreadEndedOver): Promise<AssessmentPass['failed']> {
    this.batch = Math.max(1, Math.floor(this.batch / 2));
    if (suspects.length > 1) return [];
    const [{ queueNo, roundId }] = suspects;
    const before = this.alone.queueNo === queueNo ? this.alone.tries : 0;
    this.alone = { queueNo, tries: before + 1 };
    if (this.alone.tries < MOST_TRIES) return [];
    await this.thread.assess(NO_ROUNDS);
    // Not in the transaction of the pass, which may be gone by now: a thread may take its time to end.
    await setAside(this.dataSource.manager, queueNo, failure);
    return [{ roundId, failure }];
  }
}
