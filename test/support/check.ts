/** Throws when something that was looked at is not so; far cheaper than an expectation where it is done a million times. */
export function check(condition: boolean, what: string): void {
  if (!condition) throw new Error(`Not so: ${what}`);
}
