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
