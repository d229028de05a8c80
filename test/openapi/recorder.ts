import type { Visit } from './visitor';

type Recorded = Record<string, Record<string, Record<string, Record<string, unknown>>>>;

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const HOUR_MS = 3_600_000;
const ID_IN_TOKEN = '019b0000000070008000000000000001';
const TOKEN = `hs_${ID_IN_TOKEN}${ID_IN_TOKEN}_rJ3tq0cJc1mYv8W2o7kqLx5b9dQe4fGhTzUaNsPiVwE`;
const CURSOR = 'eyJyb3VuZElkIjoiMDE5YjAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAyIn0';

const KEY_ID = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';
const SIGNATURE = 'hgyY0il_MGCjP0JzlnLWG1PPOt7-09PGcvMg3AIbQR6dWbhijcNR4ki4iylGjg5BhVsPt9g7sVvpAr_MuM0KAA';

/** As if the first card of every shoe of a table were an eight. */
function burnedEight(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || !('exposed' in value)) return value;
  const { dealt, burned } = value as { dealt?: unknown; burned?: unknown };
  if (typeof dealt !== 'number' || typeof burned !== 'number') return value;
  return { ...value, dealt: dealt - burned + 8, burned: 8, exposed: '8h' };
}

/** Keeps answers as examples for the document: the same in every run, whatever the ids and the time. */
export class Recorder {
  private readonly ids = new Map<string, string>();
  private readonly hashes = new Map<string, string>();
  readonly recorded: Recorded = {};

  record(operationId: string, name: string, { status, mediaType, body }: Visit): void {
    const byStatus = (this.recorded[operationId] ??= {});
    const byType = (byStatus[String(status)] ??= {});
    const byName = (byType[mediaType] ??= {});
    byName[name] ??= JSON.parse(this.timeless(JSON.stringify(body)), burnedEight);
  }

  private timeless(text: string): string {
    return (
      text
        .replace(/hs_[0-9a-f]{32,}_[\w-]{43}/g, TOKEN)
        .replace(/"nextCursor":"[^"]+"/, `"nextCursor":"${CURSOR}"`)
        // The signed document inside a record's page stands in full where it is JSON.
        .replace(/(data:application\/json;charset=utf-8,)[^"\\]+/, '$1…')
        .replace(/(id=\\"record\\">)[^<]+/, '$1…')
        .replace(/"uptimeSeconds":\d+/, '"uptimeSeconds":86400')
        .replace(
          /(["<>;])([0-9a-f]{64})(?=["<&\\])/g,
          (_, before: string, hash: string) => before + this.stableHash(hash),
        )
        .replace(/(:"|<dd>)[\w-]{86}(?=["<])/g, `$1${SIGNATURE}`)
        .replace(/("keyId":"|"kid":"|"x":"|<dd>)[\w-]{43}(?=["<])/g, `$1${KEY_ID}`)
        .replace(/"node":"v[\d.]+"/g, '"node":"v20.20.2"')
        .replace(/Node v[\d.]+/g, 'Node v20.20.2')
        .replace(/(clientSeed&quot;:&quot;)[0-9a-f]{16}/g, '$10123456789abcdef')
        .replace(/"clientSeed":"[0-9a-f]{16}"/g, '"clientSeed":"0123456789abcdef"')
        .replace(/erased·\d+/g, 'erased·357583906401969')
        .replace(/"salt":"[0-9a-f]{16}"/g, '"salt":"0123456789abcdef"')
        .replace(/P-[2-9A-HJ-NP-Z]{6}/g, 'P-7XKQ2M')
        .replace(/"elapsedSeconds":\d+/g, '"elapsedSeconds":12')
        .replace(UUID, (id) => this.stableId(id))
        .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, stableTime)
    );
  }

  /** Hashes and seeds, too, each a number in hexadecimal. */
  private stableHash(hash: string): string {
    const known = this.hashes.get(hash) ?? (this.hashes.size + 1).toString(16).padStart(64, '0');
    this.hashes.set(hash, known);
    return known;
  }

  /** Ids are numbered as they are met. */
  private stableId(id: string): string {
    const known = this.ids.get(id);
    if (known !== undefined) return known;
    const stable = `019b0000-0000-7000-8000-${String(this.ids.size + 1).padStart(12, '0')}`;
    this.ids.set(id, stable);
    return stable;
  }
}

/** What happens now, or what is to come: deadlines and expiries are a day away. */
function stableTime(time: string): string {
  return Date.parse(time) - Date.now() < HOUR_MS ? '2026-01-01T12:00:00.000Z' : '2026-01-02T12:00:00.000Z';
}
