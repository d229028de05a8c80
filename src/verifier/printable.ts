/** A line of a verdict that goes on for longer is a list that somebody put there. */
const MOST_CHARACTERS = 2_000;

/**
 * Control characters, line ends, what turns the direction of writing or has no width, halves of characters, and what is no
 * character: by these a text from the file could look like another line of the verdict. Likewise a run of spaces that
 * fills up a line.
 */
const MISLEADING = /[\p{C}\p{Zl}\p{Zp}]|(?<= ) +/gu;

/** A text from a file as it may be shown in one line: what misleads is written as its number. */
export function printable(text: string): string {
  const shown = text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)} …` : text;
  return shown.replace(MISLEADING, (found) =>
    Array.from(found, (one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`).join(''),
  );
}
