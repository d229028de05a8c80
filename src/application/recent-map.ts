/** Remembers the entries that were used most recently, up to a number: a cache that cannot grow without bound. */
export class RecentMap<Key, Value> {
  private readonly entries = new Map<Key, Value>();

  constructor(private readonly capacity: number) {}

  get(key: Key): Value | undefined {
    const value = this.entries.get(key);
    if (value !== undefined) this.set(key, value);
    return value;
  }

  set(key: Key, value: Value): void {
    // A Map iterates in the order of insertion: the first key is the one that was not used for longest.
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size <= this.capacity) return;
    const [oldest] = this.entries.keys();
    this.entries.delete(oldest);
  }

  delete(key: Key): void {
    this.entries.delete(key);
  }
}
