import hooks, { type IntervalHistogram, type PerformanceObserverCallback } from 'node:perf_hooks';

/**
 * Runs before each test file. The metrics of an application listen to this process for as long as it lives, and cannot be
 * told to stop: every application that was ever started would be kept in memory, and hear of every garbage collection. So
 * what listens is ended after the file, and all of them read one histogram of the event loop, which no file can end.
 */
const LAG = Symbol.for('holecard event loop lag');
const { monitorEventLoopDelay, PerformanceObserver } = hooks;
const kept = hooks as { [LAG]?: IntervalHistogram | undefined };
const lag = (kept[LAG] ??= monitorEventLoopDelay({ resolution: 10 }));
const ends: (() => void)[] = [];

class EndedObserver extends PerformanceObserver {
  constructor(callback: PerformanceObserverCallback) {
    super(callback);
    ends.push(() => this.disconnect());
  }
}

Object.assign(hooks, { monitorEventLoopDelay: () => lag, PerformanceObserver: EndedObserver });

afterAll(() => {
  for (const end of ends) end();
  Object.assign(hooks, { monitorEventLoopDelay, PerformanceObserver });
});
