/** Rounds that were played, and how long the processor took. */
export interface Played {
  readonly rounds: number;
  readonly cpuSeconds: number;
  /** Of the initial stakes: what shows that both play the same game. */
  readonly returned: number;
}

/** Plays batches until so much processor time is over: other work on the machine does not count. */
export function playFor(seconds: number, batch: number, netOfBatch: () => number): Played {
  const started = process.cpuUsage();
  let net = 0;
  for (let rounds = batch; ; rounds += batch) {
    net += netOfBatch();
    const { user, system } = process.cpuUsage(started);
    const cpuSeconds = (user + system) / 1e6;
    if (cpuSeconds >= seconds) return { rounds, cpuSeconds, returned: 1 + net / rounds };
  }
}

export function perSecond({ rounds, cpuSeconds }: Played): number {
  return rounds / cpuSeconds;
}

export function line(name: string, played: Played): string {
  const speed = Math.round(perSecond(played)).toLocaleString('en-US').padStart(12);
  return `${name.padEnd(44)} ${speed} a second, returned ${(played.returned * 100).toFixed(1)} %`;
}
