import { once } from 'node:events';
import type { Writable } from 'node:stream';
import { KeyStream } from '../randomness/key-stream';

/** What a shoe of six decks could use at most is far less; long streams and new nonces are both looked at this way. */
const BYTES_PER_NONCE = 65_536;
const WORD_BYTES = 4;
const ALL_WORDS = 2 ** 32;

/** The words of a seed's shoes, nonce after nonce, 64 KiB of each, as big-endian bytes. `bytes` 0: without end. */
export function* rawBytes(serverSeed: Buffer, bytes: number): Generator<Buffer> {
  let left = bytes === 0 ? Infinity : bytes;
  for (let nonce = 0; left > 0; nonce++) {
    const stream = new KeyStream({ serverSeed, clientSeed: 'laboratory', nonce });
    const chunk = Buffer.alloc(BYTES_PER_NONCE);
    for (let place = 0; place < BYTES_PER_NONCE; place += WORD_BYTES)
      chunk.writeUInt32BE(stream.below(ALL_WORDS), place);
    yield left < BYTES_PER_NONCE ? chunk.subarray(0, left) : chunk;
    left -= BYTES_PER_NONCE;
  }
}

/** Writes as fast as the reader reads, and ends without complaint when he closes the pipe: he has enough. */
export async function writeRaw(output: Writable, serverSeed: Buffer, bytes: number): Promise<void> {
  const closed = new Promise<'closed'>((resolve, reject) => {
    output.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EPIPE') resolve('closed');
      else reject(error);
    });
  });
  for (const chunk of rawBytes(serverSeed, bytes)) {
    const written = output.write(chunk) ? nextTurn() : once(output, 'drain');
    if ((await Promise.race([written, closed])) === 'closed') return;
  }
}

/** Lets the stream notice that its reader went away. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}
