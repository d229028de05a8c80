const HALF_OF_A_PAIR = /\p{Surrogate}/u;

/** Whether the database can hold a text: no U+0000, and no half of a surrogate pair. */
export function isText(value: string): boolean {
  return !value.includes('\0') && !HALF_OF_A_PAIR.test(value);
}
