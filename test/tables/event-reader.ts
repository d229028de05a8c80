/** An event as it was received. */
export interface Received {
  readonly id: number;
  readonly event: string;
  readonly data: Record<string, unknown>;
}

/** Takes the text of a stream apart, chunk by chunk, as a client does. */
export class EventParser {
  readonly events: Received[] = [];
  comments = 0;
  private rest = '';

  take(chunk: string): void {
    const blocks = (this.rest + chunk).split('\n\n');
    this.rest = blocks.pop() ?? '';
    for (const block of blocks) this.takeBlock(block);
  }

  private takeBlock(block: string): void {
    const fields = new Map(
      block.split('\n').map((line): [string, string] => {
        const [, name, value] = /^([^:]*): ?(.*)$/.exec(line) ?? ['', line, ''];
        return [name, value];
      }),
    );
    if (fields.has('')) this.comments += 1;
    const [id, event, data] = ['id', 'event', 'data'].map((name) => fields.get(name));
    if (id === undefined || event === undefined || data === undefined) return;
    this.events.push({ id: Number(id), event, data: JSON.parse(data) as Record<string, unknown> });
  }
}

/** A reader of a stream over HTTP. */
export class EventReader {
  private readonly parser = new EventParser();
  private readonly abort = new AbortController();
  private response: Response | undefined;
  /** `open`, `ended` in good order, or `broken`. */
  standing: 'open' | 'ended' | 'broken' = 'open';

  private constructor(private readonly url: string) {}

  static async open(url: string, headers: Record<string, string>): Promise<EventReader> {
    const reader = new EventReader(url);
    reader.response = await fetch(url, { headers, signal: reader.abort.signal });
    if (reader.response.status !== 200) throw new Error(await reader.response.text());
    void reader.read(reader.response);
    return reader;
  }

  get headers(): Headers {
    if (this.response === undefined) throw new Error(`${this.url} is not open`);
    return this.response.headers;
  }

  get events(): readonly Received[] {
    return this.parser.events;
  }

  get ids(): number[] {
    return this.events.map(({ id }) => id);
  }

  close(): void {
    this.abort.abort();
  }

  private async read({ body }: Response): Promise<void> {
    if (body === null) throw new Error(`${this.url} has no body`);
    const decoder = new TextDecoder();
    try {
      for await (const chunk of body) this.parser.take(decoder.decode(chunk as Uint8Array, { stream: true }));
      this.standing = 'ended';
    } catch {
      this.standing = 'broken';
    }
  }
}
