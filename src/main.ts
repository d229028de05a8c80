import 'reflect-metadata';
import { inspect } from 'node:util';
import { readConfig } from './config/config';
import { createLogger } from './logging/logger';
import { announcementOf } from './start/announcement';
import { StartError } from './start/start-error';
import { startServer } from './start/server';

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const started = startServer(config, createLogger(config.logLevel));

  let stopping = false;
  const stop = async (): Promise<void> => {
    // Somebody who asks twice does not want to wait; an embedded database is adopted by the next start.
    if (stopping) process.exit(1);
    stopping = true;
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
  process.stderr.write(`Holecard could not start or stop. ${text}\n`);
  process.exit(1);
}

main().catch(fail);
