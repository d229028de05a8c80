import { canonicalJson } from '../application/canonical-json';
import { isObject } from './shape';

/**
 * What a check came to: it holds; it contradicts; it cannot be decided from what is at hand; or the cards were chosen, so
 * that nothing is proved of them.
 */
export type Verdict = 'ok' | 'wrong' | 'open' | 'chosen';

/** One thing that was checked, with what is proved, contradicts, or is missing. */
export interface Check {
  readonly what: string;
  readonly verdict: Verdict;
  readonly detail: string;
}

export function ok(what: string, detail: string): Check {
  return { what, verdict: 'ok', detail };
}

export function open(what: string, detail: string): Check {
  return { what, verdict: 'open', detail };
}

export function chosen(what: string, detail: string): Check {
  return { what, verdict: 'chosen', detail };
}

/** Holds when no fault is found; what throws is one. */
export function checked(what: string, detail: string, faultOf: () => string | null): Check {
  const fault = caught(faultOf);
  return fault === null ? ok(what, detail) : { what, verdict: 'wrong', detail: fault };
}

function caught(faultOf: () => string | null): string | null {
  try {
    return faultOf();
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Where two values differ first, as a path; null when they are equal. */
export function difference(claimed: unknown, found: unknown, path: string): string | null {
  if (Array.isArray(claimed) && Array.isArray(found) && claimed.length === found.length) {
    return firstOf(claimed.map((item, index) => difference(item, found[index], `${path}[${index}]`)));
  }
  if (isObject(claimed) && isObject(found)) {
    const keys = [...new Set([...Object.keys(claimed), ...Object.keys(found)])];
    return firstOf(keys.map((key) => difference(claimed[key], found[key], `${path}.${key}`)));
  }
  if (canonicalJson(claimed) === canonicalJson(found)) return null;
  return `${path} is ${written(claimed)}; it comes to ${written(found)}`;
}

export function firstOf(faults: readonly (string | null)[]): string | null {
  return faults.find((fault) => fault !== null) ?? null;
}

/** Long enough for any single value; of a list its beginning will do. */
const MOST_CHARACTERS = 300;

function written(value: unknown): string {
  const text = value === undefined ? 'missing' : canonicalJson(value);
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
}
