/** Work that is done again and again in the background, one run at a time. */
export class Recurring {
  private timer: NodeJS.Timeout | undefined;
  private running: { readonly done: Promise<void>; readonly breakOff: AbortController } | null = null;

  /**
   * @param work must not fail: what goes wrong in the background is for it to tell. What it does in portions it breaks off
   *   between two of them when the signal comes.
   */
  constructor(private readonly work: (signal: AbortSignal) => Promise<void>) {}

  start(intervalMs: number): void {
    this.timer = setInterval(() => void this.run(), intervalMs).unref();
  }

  /** Runs now; while a run is under way, that one. */
  run(): Promise<void> {
    this.running ??= this.begin();
    return this.running.done;
  }

  /** Begins no other run by itself, and has the one under way break off: the database closes after this. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.running?.breakOff.abort();
    await this.running?.done;
  }

  private begin(): NonNullable<typeof this.running> {
    const breakOff = new AbortController();
    const done = this.work(breakOff.signal).finally(() => {
      this.running = null;
    });
    return { done, breakOff };
  }
}
