import { createServer } from 'node:net';
import type { Config } from '../config/config';
import { StartError } from './start-error';

/** Says in the operator's words why the server cannot listen; other errors are returned as they are. */
export function explainListenError(error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): unknown {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return new StartError(`PORT ${port} on ${host} is in use by another program. Set PORT to a free one.`);
    case 'EACCES':
      return new StartError(`PORT ${port} may not be opened by this user. Set PORT to one above 1023.`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new StartError(`HOST ${host} is not an address of this machine.`);
    default:
      return error;
  }
}

/** Opens the port for a moment. */
export async function refusePortInUse(config: Pick<Config, 'port' | 'host'>): Promise<void> {
  const probe = createServer();
  try {
    await new Promise<void>((resolve, reject) => {
      probe.once('error', reject);
      probe.listen(config.port, config.host, resolve);
    });
  } catch (error) {
    throw explainListenError(error, config);
  }
  await new Promise((resolve) => probe.close(resolve));
}
