/** Marks a branch that the types rule out; reaching it means a broken invariant, so it throws. */
export function assertNever(value: never, what: string): never {
  throw new Error(`Broken invariant: ${what} cannot be ${JSON.stringify(value)}`);
}

/** Throws when a condition that the code relies on does not hold. */
export function invariant(condition: boolean, what: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${what}`);
}
