import type { DataSource } from 'typeorm';
import { Turns } from './turns';

/** One has the table's lock, and one is ready to take it: more would only wait. */
const AT_ONCE = 2;

interface Queue {
  readonly turns: Turns;
  asking: number;
}

type Queues = Map<string, Queue>;

const queues = new WeakMap<DataSource, Queues>();

/**
 * Lets the commands of players at one table take turns before they take a connection. The table's lock lets one of them
 * through at a time; without turns all those who wait for it would hold the connections of the process, and a crowd at
 * one table would keep the driver, and every other table, from theirs. A player stands in the queue once, however much he
 * sends: who sends a thousand choices must not make the others miss their time.
 */
export function inTableQueue<T>(
  dataSource: DataSource,
  tableId: string,
  playerKey: number,
  work: () => Promise<T>,
): Promise<T> {
  const ofProcess: Queues = queues.get(dataSource) ?? new Map<string, Queue>();
  queues.set(dataSource, ofProcess);
  return inQueue(ofProcess, `${tableId} ${playerKey}`, 1, () => inQueue(ofProcess, tableId, AT_ONCE, work));
}

async function inQueue<T>(all: Queues, name: string, atOnce: number, work: () => Promise<T>): Promise<T> {
  const queue = all.get(name) ?? { turns: new Turns(atOnce), asking: 0 };
  all.set(name, queue);
  queue.asking += 1;
  try {
    return await queue.turns.take(work);
  } finally {
    queue.asking -= 1;
    if (queue.asking === 0) all.delete(name);
  }
}
