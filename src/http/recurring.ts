/** Work that is done again and again in the background, one run at a time. */
export class Recurring {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  /** @param work must not fail: what goes wrong in the background is for it to tell. */
  constructor(private readonly work: () => Promise<void>) {}

  start(intervalMs: number): void {
    this.timer = setInterval(() => void this.run(), intervalMs).unref();
  }

  /** Runs now; while a run is under way, that one. */
  run(): Promise<void> {
    this.running ??= this.work().finally(() => {
      this.running = null;
    });
    return this.running;
  }

  /** Begins no other run and lets the one under way finish: the database closes after this. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
