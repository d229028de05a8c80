import type { DataSource } from 'typeorm';
import { Turns } from './turns';

/** One has the table's lock, and one is ready to take it: more would only wait. */
const AT_ONCE = 2;

interface Queue {
  readonly turns: Turns;
  asking: number;
}

const queues = new WeakMap<DataSource, Map<string, Queue>>();

/**
 * Lets the commands of players at one table take turns before they take a connection. The table's lock lets one of them
 * through at a time; without turns all those who wait for it would hold the connections of the process, and a crowd at
 * one table would keep the driver, and every other table, from theirs.
 */
export async function inTableQueue<T>(
  dataSource: DataSource,
  tableId: string,
  work: () => Promise<T>,
): Promise<T> {
  const ofProcess = queues.get(dataSource) ?? new Map<string, Queue>();
  queues.set(dataSource, ofProcess);
  const queue = ofProcess.get(tableId) ?? { turns: new Turns(AT_ONCE), asking: 0 };
  ofProcess.set(tableId, queue);
  queue.asking += 1;
  try {
    return await queue.turns.take(work);
  } finally {
    queue.asking -= 1;
    if (queue.asking === 0) ofProcess.delete(tableId);
  }
}
