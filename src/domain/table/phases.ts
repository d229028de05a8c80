import { invariant } from '../assert';
import type { AtTable } from './at-table';
import type { Phase, RunningPhase } from './table';

/** Which phase may follow which. `betting` follows itself when a countdown ends without a bet. */
export const TRANSITIONS: Readonly<Record<Phase, readonly Phase[]>> = {
  betting: ['betting', 'insurance', 'deciding', 'result', 'paused', 'closed'],
  insurance: ['deciding', 'result', 'paused'],
  deciding: ['deciding', 'result', 'paused'],
  result: ['betting', 'paused', 'closed'],
  paused: ['betting', 'insurance', 'deciding', 'result', 'closed'],
  closed: [],
};

/** How long a phase lasts, in milliseconds. */
export function lengthOf({ table: { seconds } }: AtTable, phase: RunningPhase): number {
  const inSeconds = {
    betting: seconds.betting,
    insurance: seconds.insurance,
    deciding: seconds.decision,
    result: seconds.result,
  };
  return inSeconds[phase] * 1000;
}

/** Enters a phase; `endsAt` null where nothing is waited for. */
export function enter(t: AtTable, phase: Phase, endsAt: number | null): void {
  const { table } = t;
  invariant(TRANSITIONS[table.phase].includes(phase), `${table.phase} leads to ${phase}`);
  table.phase = phase;
  table.endsAt = endsAt;
  t.happened.push({ type: 'phase', phase, endsAt });
}

/** Enters a phase for its whole length. */
export function enterFor(t: AtTable, phase: RunningPhase): void {
  enter(t, phase, t.now + lengthOf(t, phase));
}
