import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { StreamableFile } from '@nestjs/common';

/** An answer that is not JSON: Markdown, HTML. A controller returns it as it is. */
export function textAnswer(mediaType: string, text: string): StreamableFile {
  return new StreamableFile(Buffer.from(text), { type: `${mediaType}; charset=utf-8` });
}

/** An answer that is written while it is read, such as a CSV of a whole history; the reader sets the pace. */
export function streamedAnswer(mediaType: string, chunks: AsyncIterable<string>): StreamableFile {
  return new StreamableFile(Readable.from(chunks), { type: `${mediaType}; charset=utf-8` });
}

/** An answer that is a file to be kept, with its digest, so that it can be compared with one from elsewhere. */
export class FileAnswer extends StreamableFile {
  readonly headers: Readonly<Record<string, string>>;

  constructor(mediaType: string, name: string, bytes: Buffer) {
    super(bytes, { type: `${mediaType}; charset=utf-8`, disposition: `attachment; filename="${name}"` });
    const digest = createHash('sha256').update(bytes).digest();
    this.headers = {
      // As `sha256sum` writes it, and as RFC 9530 does.
      ETag: `"${digest.toString('hex')}"`,
      'Repr-Digest': `sha-256=:${digest.toString('base64')}:`,
    };
  }
}

/**
 * An answer that stays open and tells events as they happen (Server-Sent Events). Whoever fills the stream sees by its
 * length what the connection has not taken; destroyed with an error it breaks the connection, which is no fault of ours.
 */
export class EventStream extends StreamableFile {
  constructor(events: Readable) {
    super(events, { type: 'text/event-stream; charset=utf-8' });
    this.setErrorHandler((_error, response) => response.destroy?.());
    this.setErrorLogger(() => undefined);
  }
}
