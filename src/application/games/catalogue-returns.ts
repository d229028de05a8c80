import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type RuleSet, ruleSetRef } from '../../domain/rule-set';
import { type TheoreticalReturn, theoreticalReturn } from '../../returns/theoretical-return';
import presetReturns from './catalogue-preset-returns.json';
import { RecentMap } from '../recent-map';

/** There is none when the sources run uncompiled, as in tests: then the figures are worked out on the spot. */
const WORKER_FILE = join(__dirname, 'catalogue-returns.worker.js');

/** The figures of the presets are data: working them out takes seconds, and a test does it again to compare. */
const PRESETS = presetReturns as Readonly<Record<string, TheoreticalReturn>>;

const KEPT = 200;

const known = new RecentMap<string, Promise<TheoreticalReturn>>(KEPT);

/** The theoretical return of a version of a game of the house; undefined for any other rule set. */
export function presetReturn(ruleSet: RuleSet): TheoreticalReturn | undefined {
  const name = ruleSetRef(ruleSet);
  return Object.hasOwn(PRESETS, name) ? PRESETS[name] : undefined;
}

/** One thread at a time: more of them would take the processors from those who play. */
let lastInLine: Promise<unknown> = Promise.resolve();
let waiting = 0;
const LONGEST_LINE = 8;

/**
 * The theoretical return of a rule set, worked out in a thread of its own, one after the other: it takes about a
 * quarter of a second, for which nobody else's round shall wait. Rule sets that differ only in their names share the figures. Null
 * when too many wait already.
 */
export function returnOf(ruleSet: RuleSet): Promise<TheoreticalReturn> | null {
  const key = JSON.stringify({ ...ruleSet, id: '', version: 0, name: '' });
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  if (waiting >= LONGEST_LINE) return null;
  waiting += 1;
  const figures = lastInLine.then(() => workOut(ruleSet)).finally(() => (waiting -= 1));
  lastInLine = figures.catch(() => undefined);
  known.set(key, figures);
  figures.catch(() => known.delete(key));
  return figures;
}

async function workOut(ruleSet: RuleSet): Promise<TheoreticalReturn> {
  if (__filename.endsWith('.ts')) return theoreticalReturn(ruleSet);
  const worker = new Worker(WORKER_FILE, { workerData: ruleSet });
  return new Promise((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
    worker.once('exit', (code) =>
      reject(new Error(`the worker for returns ended with ${code} and no answer`)),
    );
  });
}

/** Whether some bet gives back more than it takes (SW-14). */
export function hasPlayerEdge({ mainBet, sideBets }: TheoreticalReturn): boolean {
  return mainBet.return > 1 || sideBets.some((bet) => bet.return > 1);
}
