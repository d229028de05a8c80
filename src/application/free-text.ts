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
 * A text that somebody wrote for people, such as a name or a note: one line without anything that could make it look like
 * another text on a page, in a list or in a terminal.
 */
export const FREE_TEXT = new RegExp(`^[^${NOT_IN_IT}]*$`);
