import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

// A process that moves a table and dies on the way, at the point that its order names: `orders.ts` in a process of its
// own. It reads one line of JSON and says what came of it when it did not die.
const require = createRequire(import.meta.url);
const dist = resolve(import.meta.dirname, '..', '..', 'dist', 'src');
const load = (path) => require(join(dist, path));

const { createDataSource } = load('database/data-source.js');
const { entities } = load('persistence/entities.js');
const { loadVault } = load('application/fairness/seed-maker.js');
const { RandomSource } = load('randomness/random-source.js');
const { placeTableBet, leaveTableSeat } = load('application/tables/bets.js');
const { chooseAtTable } = load('application/tables/choose.js');
const { pauseTable, resumeTable } = load('application/tables/supervise.js');
const { cancelTableRound } = load('application/tables/cancel-table-round.js');
const { runTable } = load('application/tables/on-time.js');

const WHY = { reason: 'test', note: null };
const does = {
  time: (context, place, _, { lease }) => runTable(context, place, lease),
  bet: (context, { tableId }, request, { bet }) => placeTableBet(context, request, tableId, bet),
  choose: (context, { tableId }, request, { choice }) => chooseAtTable(context, request, tableId, choice),
  leave: (context, { tableId }, request, order) =>
    leaveTableSeat(context, request, tableId, order.seat, order.sessionId),
  pause: (context, { tableId }, request) => pauseTable(context, request, tableId, WHY),
  resume: (context, { tableId }, request) => resumeTable(context, request, tableId, WHY),
  cancel: (context, _, request, { roundId }) =>
    cancelTableRound(context, request, roundId, { reason: 'test' }),
};

process.stdout.write('ready\n');
for await (const line of createInterface({ input: process.stdin })) {
  const { url, point, place, asking, order } = JSON.parse(line);
  const dataSource = await createDataSource(url, 2, entities).initialize();
  const context = {
    dataSource,
    seeds: { source: new RandomSource(), vault: await loadVault(dataSource.manager, undefined) },
    clock: () => new Date(asking.now),
    testMode: true,
    hook: async (reached) => {
      if (reached !== point) return;
      process.kill(process.pid, 'SIGKILL');
      await new Promise(() => undefined);
    },
    onStep: () => undefined,
  };
  const { operatorId, keyId, key, now } = asking;
  const request = {
    caller: { operatorId, keyId, sessionId: null, scopes: ['play', 'tables'], actorName: null },
    requestId: `request-${key}`,
    now: new Date(now),
    idempotency: { key, requestHash: createHash('sha256').update(key).digest() },
  };
  const outcome = await does[order.do](context, place, request, order);
  process.stdout.write(`survived: ${JSON.stringify(outcome)}\n`);
  process.exit(0);
}
