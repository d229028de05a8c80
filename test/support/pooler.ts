import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** The byte that a client's goodbye to PostgreSQL begins with. */
const TERMINATE = 0x58;

export interface Pooler {
  readonly url: string;
  close(): void;
}

/**
 * Like a pooler it keeps each connection to the database when its client has gone, with all that the session holds.
 *
 * @param passOn what it makes of what clients say, as one that has parameters of the connection from its own settings.
 */
export async function startPooler(
  databaseUrl: string,
  passOn: (said: Buffer) => Buffer = (said) => said,
): Promise<Pooler> {
  const target = new URL(databaseUrl);
  const kept: Socket[] = [];
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname);
    kept.push(far.on('error', () => undefined));
    near.on('error', () => undefined);
    near.on('data', (chunk) => {
      if (chunk.at(0) !== TERMINATE) far.write(passOn(chunk));
    });
    far.on('data', (chunk) => {
      if (!near.destroyed) near.write(chunk);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(databaseUrl);
  url.port = String((server.address() as AddressInfo).port);
  const close = (): void => {
    for (const far of kept) far.destroy();
    server.close();
  };
  return { url: url.href, close };
}
