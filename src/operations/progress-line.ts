import type { Terminal } from './returns/progress';

/** One line on a terminal that tells how far a command is; nothing where there is none, so that no log is filled with it. */
export class ProgressLine {
  constructor(private readonly terminal: Terminal) {}

  show(text: string): void {
    if (this.terminal.isTTY === true) this.terminal.write(`\r${text} `);
  }

  /** What is written next begins below it. */
  end(): void {
    if (this.terminal.isTTY === true) this.terminal.write('\n');
  }
}
