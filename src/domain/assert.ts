/** Marks a branch that the types rule out; reaching it means a broken invariant, so it throws. */
export function assertNever(value: never, what: string): never {
  throw new Error(`Broken invariant: ${what} cannot be ${JSON.stringify(value)}`);
}

/** The value, which must be there. */
export function present<T>(value: T | null | undefined, what: string): T {
  if (value === null || value === undefined) throw new Error(`Broken invariant: there is ${what}`);
  return value;
}

/** Throws when a condition that the code relies on does not hold. */
export function invariant(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${what}`);
}
