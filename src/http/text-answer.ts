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
