import { TableDrive } from '../../src/application/tables/drive';
import { waitUntil } from '../support/child';
import { BareTables } from './bare-tables';

let bare: BareTables;

beforeAll(async () => {
  bare = await BareTables.open();
});
afterAll(() => bare.close());

test('while as many tables run as may, those that wait for a turn are not looked for, and come as soon as one has ended', async () => {
  let monotonic = 0;
  const running: { readonly tableId: string; readonly finish: () => void }[] = [];
  const drive = new TableDrive({
    dataSource: bare.dataSource,
    processId: '00000000-0000-4000-8000-000000000001',
    clock: () => bare.now,
    monotonicMs: () => monotonic,
    run: ({ tableId }) => new Promise((done) => running.push({ tableId, finish: () => done('lost') })),
    onDriven: () => undefined,
    onMoved: () => undefined,
    onFailed: () => undefined,
  });
  const due = await Promise.all([40, 30, 20, 10, 0].map((ms) => bare.add(-ms)));
  // Nothing else to come: whoever drives looks again in his own time.
  expect(await drive.tick()).toBe(Infinity);
  expect(running).toHaveLength(4);
  await bare.add(5000);
  expect(await drive.tick()).toBe(5000);
  monotonic += 5000;
  expect(await drive.tick()).toBe(Infinity);

  running[0].finish();
  await waitUntil(() => running.length === 5);
  expect(running[4].tableId).toBe(due[4].tableId);
  // There is room again, and the next one takes it at once.
  running[1].finish();
  await waitUntil(() => running.length === 6);
  for (const { finish } of running) finish();
  await drive.settled();
});
