import { AssessingThread, ThreadEnded } from '../../src/application/reports/assessing-thread';
import { AssessmentPasses } from '../../src/application/reports/assessment-passes';
import type { RoundToAssess } from '../../src/application/reports/assess-round';
import { type Assessed, type Assignment, Theories } from '../../src/application/reports/theories';
import { presetReturn } from '../../src/application/games/catalogue-returns';
import type { Minor } from '../../src/domain/money';
import { chooseBest } from '../../src/returns/best-player';
import { bestStrategy } from '../../src/returns/best-strategy';
import { Casino } from '../support/casino';
import { rules } from '../support/hands';
import { houseOf, report } from './lab';
import { playPopulation } from './population';

const AMERICAN = rules('american-blackjack');
const STRATEGY = bestStrategy(AMERICAN);

let casino: Casino;
beforeEach(async () => {
  casino = await Casino.open();
});
// Rounds are written here without wallets and seeds: there is nothing to audit.
afterEach(() => casino.app.close());

/** A thread that ends whenever it is given a round that it cannot take; so often, where that heals by itself. */
class FrailThread extends AssessingThread {
  ended = 0;

  constructor(
    private readonly isFatal: (round: RoundToAssess) => boolean,
    private readonly healsAfter = Infinity,
  ) {
    super();
  }

  override assess(assignment: Assignment): Promise<Assessed[]> {
    if (this.ended >= this.healsAfter || !assignment.rounds.some(this.isFatal))
      return super.assess(assignment);
    this.ended += 1;
    return Promise.reject(new ThreadEnded('the thread for assessments ended: out of memory'));
  }
}

async function population(rounds: number): Promise<void> {
  await playPopulation(houseOf(casino), {
    ruleSet: AMERICAN,
    rounds,
    boxes: () => [{ box: 1, stake: 1000 as Minor }],
    choose: (round) => chooseBest(STRATEGY, round),
  });
}

/** Gives the round at that place in the queue another limit, which it can be told by. */
async function mark(round: number): Promise<(round: RoundToAssess) => boolean> {
  await casino.app.dataSource.query(
    `UPDATE rounds SET limits = jsonb_set(limits::jsonb, '{stake,max}', '77000') WHERE round_id =
       (SELECT round_id FROM rounds_to_assess ORDER BY queue_no OFFSET $1 LIMIT 1)`,
    [round],
  );
  return ({ limits }) => limits.stake.max === 77_000;
}

interface Outcome {
  readonly assessed: number;
  readonly failed: readonly string[];
  readonly passes: number;
}

async function passed(thread: AssessingThread): Promise<Outcome> {
  const passes = new AssessmentPasses(casino.app.dataSource, thread);
  let [assessed, count] = [0, 0];
  const failed: string[] = [];
  for (let more = true; more; count++) {
    if (count > 200) throw new Error('it goes on for ever');
    const pass = await passes.pass(casino.app.clock.now);
    assessed += pass.assessed;
    failed.push(...pass.failed.map(({ failure }) => failure));
    ({ more } = pass);
  }
  return { assessed, failed, passes: count };
}

test('a round that ends the thread is found among the others, set aside, and holds up none of them', async () => {
  await population(60);
  const thread = new FrailThread(await mark(41));
  const { assessed, failed } = await passed(thread);
  expect([assessed, failed]).toEqual([59, ['the thread for assessments ended: out of memory']]);
  // Halved from 500 to one, some of it again on the way to the round, and once more alone.
  expect(thread.ended).toBeLessThan(25);
  expect((await report(casino))[0].rounds).toBe(59);
  const kept = await casino.app.dataSource.query('SELECT failure FROM rounds_to_assess');
  expect(kept).toEqual([{ failure: 'the thread for assessments ended: out of memory' }]);
});

test('where the thread ended for another reason, every round is assessed after all', async () => {
  await population(60);
  const thread = new FrailThread(await mark(0), 9);
  expect(await passed(thread)).toMatchObject({ assessed: 60, failed: [] });
  expect(thread.ended).toBe(9);
});

test('a thread that ends at anything keeps no round from being assessed later', async () => {
  await population(3);
  class BrokenThread extends AssessingThread {
    override assess(): Promise<Assessed[]> {
      return Promise.reject(new ThreadEnded('the thread for assessments ended: there is no such file'));
    }
  }
  const passes = new AssessmentPasses(casino.app.dataSource, new BrokenThread());
  const looks = async (): Promise<unknown> => {
    for (let more = true; more;) ({ more } = await passes.pass(casino.app.clock.now));
    return 'every round was dealt with';
  };
  for (let count = 0; count < 3; count++) await expect(looks()).rejects.toThrow(ThreadEnded);
  const kept = await casino.app.dataSource.query('SELECT DISTINCT failure FROM rounds_to_assess');
  expect(kept).toEqual([{ failure: null }]);
  expect(await passed(new AssessingThread())).toMatchObject({ assessed: 3, failed: [] });
});

test('where the figures of a rule set cannot be worked out, its rounds are told of and the thread lives', () => {
  const returns = presetReturn(AMERICAN);
  if (returns === undefined) throw new Error('a preset has one');
  const ruleSet = { ...AMERICAN, id: 'broken', decks: NaN as never };
  const round = { limits: {}, currency: 'EUR', steps: [], bettors: [] } as unknown as RoundToAssess;
  const answers = new Theories().assess({ ruleSet, returns, rounds: [round, round] });
  expect(answers).toHaveLength(2);
  for (const answer of answers) expect('failure' in answer).toBe(true);
});
