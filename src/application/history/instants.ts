const RFC_3339 =
  /^(\d{4}-\d\d-\d\d)T((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,9}))?(Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * The first whole millisecond that is not before a time in RFC 3339; null when the text is none. Everything here happens
 * at whole milliseconds, so "from that time on" and "before it" are the same said of this one.
 */
export function instantOf(text: string): Date | null {
  const match = RFC_3339.exec(text.toUpperCase());
  if (match === null) return null;
  const [, date, time, fraction = '', offset] = match;
  // JavaScript takes the 30th of February for a day of March.
  const midnight = new Date(`${date}T00:00:00Z`);
  if (Number.isNaN(midnight.getTime()) || !midnight.toISOString().startsWith(date)) return null;
  const milliseconds = new Date(`${date}T${time}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  const isWhole = /^0*$/.test(fraction.slice(3));
  return isWhole ? milliseconds : new Date(milliseconds.getTime() + 1);
}

/**
 * The lowest id that a round dealt at that time can have. The ids begin with the milliseconds of the deal, so a range of
 * times is a range of ids, for which there are indexes.
 */
export function firstIdAt(at: Date): string {
  const hex = Math.max(at.getTime(), 0).toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-0000-0000-000000000000`;
}
