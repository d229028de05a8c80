/** Texts of 1 to `maxLength` printable ASCII characters. */
export function printableAscii(maxLength: number): RegExp {
  return new RegExp(String.raw`^[\x20-\x7e]{1,${maxLength}}$`);
}

/** What an operator may use as an id of his own. */
export const EXTERNAL_ID = printableAscii(128);

/** A player's word, of which his cards are made as well. */
export const CLIENT_SEED = printableAscii(64);

/** An operator's code for the reason why something was done. */
export const REASON_CODE = printableAscii(128);

/** Written as numbers, for the API's document shows the pattern to programs in any language. */
const NOT_IN_IT = [
  // Control characters, ends of lines among them.
  String.raw`\u0000-\u001f\u007f-\u009f`,
  // Ends of lines and of paragraphs.
  String.raw`\u2028\u2029`,
  // Unicode's Bidi_Control: marks that turn the direction of writing.
  String.raw`\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069`,
].join('');

/**
 * A text that somebody wrote for people, such as a name or a note: one line, without anything that breaks it or turns it
 * round on a page, in a list or in a terminal.
 */
export const FREE_TEXT = new RegExp(`^[^${NOT_IN_IT}]*$`);
