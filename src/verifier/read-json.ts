/** Deeper than any proof or record; what goes deeper would only exhaust whoever reads it. */
const MOST_LEVELS = 64;

const SPACE = /[ \t\n\r]*/y;
/** From one quotation mark to the other; what stands in between is for JSON itself to judge. */
const STRING = /"[^"\\]*(?:\\[^][^"\\]*)*"/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const WORD = /true|false|null/y;
const WORDS: Readonly<Record<string, boolean | null>> = { true: true, false: false, null: null };

/**
 * Reads JSON that means one thing only. Signature and hash are over what was read, not over the text, so a text that says
 * something else to whoever looks at it is refused: a name that an object has twice, and a number that is not written as
 * it is understood, such as one beyond all bounds.
 *
 * @throws SyntaxError with the place, counted in characters from 0.
 */
export function readJson(text: string): unknown {
  const reader = new Reader(text);
  const value = reader.value(0);
  reader.end();
  return value;
}

class Reader {
  private at = 0;

  constructor(private readonly text: string) {}

  value(level: number): unknown {
    if (level > MOST_LEVELS) throw this.fault(`it goes more than ${MOST_LEVELS} levels deep`);
    this.match(SPACE);
    switch (this.text[this.at]) {
      case '{':
        return this.object(level);
      case '[':
        return this.list(level);
      case '"':
        return this.string();
      default:
        return this.word();
    }
  }

  end(): void {
    this.match(SPACE);
    if (this.at < this.text.length) throw this.fault('something follows after the end');
  }

  private object(level: number): Record<string, unknown> {
    const members = new Map<string, unknown>();
    this.each('}', () => {
      const name = this.string();
      if (members.has(name)) throw this.fault(`an object has the name ${JSON.stringify(name)} twice`);
      this.sign(':');
      members.set(name, this.value(level + 1));
    });
    // As own members, whatever they are called.
    return Object.fromEntries(members);
  }

  private list(level: number): unknown[] {
    const items: unknown[] = [];
    this.each(']', () => items.push(this.value(level + 1)));
    return items;
  }

  /** Reads what stands between brackets, one after another with commas in between. */
  private each(closing: string, read: () => void): void {
    this.at += 1;
    this.match(SPACE);
    if (this.text[this.at] === closing) {
      this.at += 1;
      return;
    }
    for (;;) {
      this.match(SPACE);
      read();
      this.match(SPACE);
      if (this.text[this.at] === closing) break;
      this.sign(',');
    }
    this.at += 1;
  }

  private string(): string {
    const written = this.match(STRING);
    if (written === null) throw this.fault('no text in quotes');
    return JSON.parse(written) as string;
  }

  private word(): unknown {
    const word = this.match(WORD);
    if (word !== null) return WORDS[word];
    const written = this.match(NUMBER);
    if (written === null) throw this.fault('no value');
    const number = Number(written);
    if (String(number) === written) return number;
    throw this.fault(`the number ${written.slice(0, 40)} is understood as ${number}`);
  }

  private sign(sign: string): void {
    this.match(SPACE);
    if (this.text[this.at] !== sign) throw this.fault(`no ${sign}`);
    this.at += 1;
  }

  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.text);
    if (found === null) return null;
    this.at = pattern.lastIndex;
    return found[0];
  }

  private fault(why: string): SyntaxError {
    return new SyntaxError(`it is no JSON that means one thing only: ${why} at ${this.at}`);
  }
}
