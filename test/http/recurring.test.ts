import { setImmediate as turn } from 'node:timers/promises';
import { Recurring } from '../../src/http/recurring';

test('a stop has the run under way break off, and waits for it', async () => {
  const told: string[] = [];
  const recurring = new Recurring(async (signal) => {
    while (!signal.aborted) await turn();
    told.push('broken off');
  });
  const run = recurring.run();
  expect(recurring.run()).toBe(run);
  await recurring.stop();
  expect(told).toEqual(['broken off']);
  await run;
});

test('one that was stopped still runs when it is asked to, to its end', async () => {
  const told: boolean[] = [];
  const recurring = new Recurring(async (signal) => {
    await turn();
    told.push(signal.aborted);
  });
  await recurring.stop();
  await recurring.run();
  expect(told).toEqual([false]);
});
