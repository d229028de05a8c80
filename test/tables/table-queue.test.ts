import { setImmediate as pause } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { inTableQueue } from '../../src/application/tables/table-queue';

const [TABLE, OTHER] = ['019b0000-0000-7000-8000-000000000003', '019b0000-0000-7000-8000-000000000004'];

/** Names the process; no connection is opened. */
const dataSource = new DataSource({ type: 'postgres' });

/** Work of a player at a table that notes when it is done. */
function works(done: number[], playerKey: number, tableId = TABLE): Promise<void> {
  return inTableQueue(dataSource, tableId, playerKey, async () => {
    await pause();
    done.push(playerKey);
  });
}

test('whoever sends a thousand commands at once keeps nobody waiting but himself', async () => {
  const done: number[] = [];
  const spam = Array.from({ length: 1000 }, () => works(done, 1));
  const others = [2, 3, 4].map((playerKey) => works(done, playerKey));
  await Promise.all([...spam, ...others]);
  expect(done).toHaveLength(1003);
  for (const playerKey of [2, 3, 4]) expect(done.indexOf(playerKey)).toBeLessThan(10);
});

test('a player’s commands are carried out in the order in which they came, one at a time', async () => {
  const begun: number[] = [];
  let running = 0;
  const commands = Array.from({ length: 20 }, (_, index) =>
    inTableQueue(dataSource, TABLE, 1, async () => {
      running += 1;
      begun.push(index);
      expect(running).toBe(1);
      await pause();
      running -= 1;
    }),
  );
  await Promise.all(commands);
  expect(begun).toEqual([...begun].sort((a, b) => a - b));
});

test('a command that fails lets the next one through, and another table waits for none', async () => {
  const failing = inTableQueue(dataSource, TABLE, 1, () => Promise.reject(new Error('refused')));
  const done: number[] = [];
  const next = works(done, 1);
  await expect(failing).rejects.toThrow('refused');
  await next;
  let release = (): void => undefined;
  const held = inTableQueue(dataSource, TABLE, 1, () => new Promise<void>((resolve) => (release = resolve)));
  await works(done, 1, OTHER);
  release();
  await held;
  expect(done).toEqual([1, 1]);
});
