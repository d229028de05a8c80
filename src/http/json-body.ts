import { invalid } from '../application/refusal';
import type { Exchange } from './express-adapter';
import { Refused } from './problem';

/** No request here nests deeper than a handful of levels; code that walks a body may recurse. */
const MAX_DEPTH = 32;

/** The parsed body; undefined when there is none. Only JSON in UTF-8 is taken. */
export function readJsonBody(exchange: Exchange): unknown {
  const bytes = exchange.rawBody;
  if (bytes.length === 0) return undefined;
  if (!/^application\/json *(; *charset="?utf-8"? *)?$/i.test(exchange.header('Content-Type') ?? '')) {
    throw new Refused({
      refused: 'unsupported_media_type',
      detail: 'The body has to be sent as Content-Type: application/json.',
    });
  }
  const body = parse(bytes);
  if (isDeeperThan(body, MAX_DEPTH)) throw malformed('nests too deeply');
  return body;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    throw malformed(error instanceof SyntaxError ? 'is not valid JSON' : 'is not UTF-8');
  }
}

function malformed(detail: string): Refused {
  return new Refused(invalid([{ path: '', detail }]));
}

function isDeeperThan(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return depth === 0 || Object.values(value).some((member) => isDeeperThan(member, depth - 1));
}
