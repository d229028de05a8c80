/** Whether a value is plain JSON: written and read again, it would be the same, down to its prototypes. */
export function isPlainJson(value: unknown): boolean {
  switch (typeof value) {
    case 'string':
    case 'boolean':
      return true;
    case 'number':
      return Number.isFinite(value) && !Object.is(value, -0);
    case 'object':
      return value === null || isPlainObject(value);
    default:
      return false;
  }
}

function isPlainObject(value: object): boolean {
  const isArray = Array.isArray(value);
  if (Object.getPrototypeOf(value) !== (isArray ? Array.prototype : Object.prototype)) return false;
  const keys = Object.keys(value);
  // A hole of an array would be read as null, and what it has besides its places would be lost.
  if (isArray && keys.length !== value.length) return false;
  if (Object.getOwnPropertySymbols(value).length > 0) return false;
  return keys.every((key) => isPlainJson((value as Record<string, unknown>)[key]));
}
