/** What a progress bar needs of the terminal. */
export interface Terminal {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

const WIDTH = 30;
const REFRESH_MS = 100;
const CLEAR_LINE = '\r\x1b[2K';

/** Shows on a terminal how far a simulation is, and nothing where there is none, so that no log is filled with it. */
export class ProgressBar {
  private played = 0;
  private shownAt = -Infinity;
  private readonly startedAt: number;

  constructor(
    private readonly terminal: Terminal,
    private readonly rounds: number,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.startedAt = now();
  }

  add(name: string, rounds: number): void {
    this.played += rounds;
    const now = this.now();
    if (this.terminal.isTTY !== true || now - this.shownAt < REFRESH_MS) return;
    this.shownAt = now;
    const share = this.played / this.rounds;
    const filled = Math.round(share * WIDTH);
    const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled);
    const perSecond = this.played / Math.max(now - this.startedAt, 1) / 1000;
    const text = `${bar} ${(share * 100).toFixed(0)} %  ${name}, ${perSecond.toFixed(2)} million rounds a second`;
    this.terminal.write(`${CLEAR_LINE}${text}`);
  }

  clear(): void {
    if (this.terminal.isTTY === true) this.terminal.write(CLEAR_LINE);
  }
}
