import type { EntityManager } from 'typeorm';
import { Channel } from '../../src/application/tables/channel';
import { Turns } from '../../src/application/tables/turns';
import type { TableEvent } from '../../src/persistence/tables/events';

const PLACE = { tableKey: 3, tableId: '019b0000-0000-7000-8000-000000000003' };

/** A database that holds so many events, each with so many private parts, and counts how often it is asked. */
class Kept {
  asked = 0;
  private readonly events: TableEvent[];

  constructor(events: number, parts: number) {
    const told = Object.fromEntries(Array.from({ length: parts }, (_, key) => [String(key + 1), {}]));
    this.events = Array.from({ length: events }, (_, index): TableEvent => {
      return { no: index + 1, type: 'bets', roundId: '', at: new Date(), body: {}, private: told };
    });
  }

  query(_sql: string, [, , after, limit]: [number, string, number, number]): Promise<TableEvent[]> {
    this.asked += 1;
    return Promise.resolve(this.events.slice(after, after + limit));
  }
}

async function read(kept: Kept, events: number): Promise<Channel> {
  const db = kept as unknown as EntityManager;
  const channel = new Channel(db, PLACE, 0, new Turns(1), () => undefined);
  await channel.readUpTo(events);
  kept.asked = 0;
  return channel;
}

test.each([
  ['1000 events where little is told', 1500, 5, 1000],
  ['20 events that tell a thousand players something', 60, 1000, 20],
])('what is new is kept: %s', async (_, events, parts, newest) => {
  const kept = new Kept(events, parts);
  const channel = await read(kept, events);
  expect((await channel.after(events - newest))?.[0].no).toBe(events - newest + 1);
  expect(kept.asked).toBe(0);
  expect((await channel.after(events - newest - 1))?.[0].no).toBe(events - newest);
  expect(kept.asked).toBe(1);
});
