import { TRANSITIONS } from '../../../src/domain/table/phases';
import type { Phase } from '../../../src/domain/table/table';
import { AuditedTable } from '../../support/audited-table';
import { LiveTable } from '../../support/live-table';
import { RandomTable } from '../../support/random-table';
import { close, pause } from '../../../src/domain/table/running';

const ROUNDS = 2000;
const WEEK_MS = 7 * 24 * 60 * 60 * 1000;

/** Closes tables in the phases in which they can be closed, and tells which transitions that takes. */
function closings(): string[] {
  const taken = new Set<string>();
  for (const paused of [false, true]) {
    for (const inRound of [false, true]) {
      const at = new AuditedTable(11);
      const play = new RandomTable(at, 11, { seated: 6, behind: 5, nonsense: 0, pauses: 0 });
      play.playRound();
      if (inRound) play.placeBetsAndDeal();
      if (paused) at.run(pause);
      at.run(close);
      if (!paused && inRound) play.playOn();
      for (const transition of at.transitions) taken.add(transition);
    }
  }
  return [...taken];
}

describe('a table of random people', () => {
  test('2,000 rounds with seven seats and 40 behind keep every promise after every command', () => {
    const at = new AuditedTable(7);
    const play = new RandomTable(at, 7, { seated: 6, behind: 40, nonsense: 60, pauses: 30 });
    while (at.counts.rounds < ROUNDS) play.playRound();
    for (const [what, times] of Object.entries(at.counts)) expect([what, times > 20]).toEqual([what, true]);
    expect(at.shoes.length).toBeGreaterThan(100);
    const known = Object.entries(TRANSITIONS).flatMap(([from, next]) =>
      next.map((to: Phase) => `${from}>${to}`),
    );
    expect([...new Set([...at.transitions, ...closings()])].sort()).toEqual(known.sort());
  }, 300_000);

  test('a week of a full table runs in seconds', () => {
    const at = new LiveTable(3);
    const play = new RandomTable(at, 3, { seated: 6, behind: 40, nonsense: 0, pauses: 1 });
    const over = at.now + WEEK_MS;
    let rounds = 0;
    const before = process.cpuUsage().user;
    for (; at.now < over; rounds++) play.playRound();
    const seconds = (process.cpuUsage().user - before) / 1e6;
    expect(rounds).toBeGreaterThan(8000);
    expect(seconds).toBeLessThan(30);
  }, 300_000);
});
