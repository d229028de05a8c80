import 'reflect-metadata';
import { inspect } from 'node:util';
import { readConfig } from './config/config';
import { createLogger } from './logging/logger';
import { announcementOf } from './start/announcement';
import { StartError } from './start/start-error';
import { startServer } from './start/server';

/** One Ctrl-C comes twice: from the terminal, and from npm, which passes on what it gets. Within this time it is one. */
const SAME_SIGNAL_MS = 1000;

/** Aborted when this process ends without closing in order what it has opened. */
const leaving = new AbortController();

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const started = startServer(config, createLogger(config.logLevel), leaving.signal);

  let toldAt: number | null = null;
  const stop = async (): Promise<void> => {
    if (toldAt !== null) {
      // Somebody who asks twice does not want to wait. Nothing is lost but the answers that are under way.
      if (performance.now() - toldAt >= SAME_SIGNAL_MS)
        leave('Holecard was told again to stop, and ends at once.');
      return;
    }
    toldAt = performance.now();
    // A start that has begun is finished first: half of a start cannot be undone in order.
    const server = await started;
    await server.stop();
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop().catch(fail));

  process.stdout.write(announcementOf(await started));
}

function fail(error: unknown): never {
  const text = error instanceof StartError ? error.message : inspect(error);
  leave(`Holecard could not start or stop. ${text}`);
}

function leave(why: string): never {
  process.stderr.write(`${why}\n`);
  leaving.abort();
  process.exit(1);
}

main().catch(fail);
