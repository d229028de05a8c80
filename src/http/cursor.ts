import { invalid } from '../application/refusal';
import { Refused } from './problem';
import { isText } from './text';

/** A place in a list as callers pass it around. It is opaque to them: its content is ours to change. */
export function makeCursor(place: object): string {
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

/**
 * The place that a cursor stands for, if it is one of ours.
 *
 * @param isPlace refuses what another list, or a stranger, has made.
 * @throws Refused with 400 at `query.cursor`.
 */
export function readCursor<Place>(cursor: string, isPlace: (value: unknown) => value is Place): Place {
  const place = parse(cursor);
  if (isPlace(place) && holdsTextOnly(place)) return place;
  throw new Refused(invalid([{ path: 'query.cursor', detail: 'is not a cursor that this list has given' }]));
}

/** A cursor that a stranger has made may hold what the database cannot. */
function holdsTextOnly(place: unknown): boolean {
  if (typeof place !== 'object' || place === null) return true;
  return Object.values(place).every((member) => typeof member !== 'string' || isText(member));
}

function parse(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}
