import { finishAbandoned } from '../../src/application/rounds/finish-abandoned';
import type { RoundContext } from '../../src/application/rounds/context';
import { sealRecords } from '../../src/application/records/seal-records';
import { Housekeeping } from '../../src/http/housekeeping';
import { Sealer } from '../../src/http/records/sealer';
import { ROUND_CONTEXT } from '../../src/http/rounds/round-context';
import { Sweeper } from '../../src/http/rounds/sweeper';
import { SIXTEEN } from '../compliance/house';
import { beforeStatement } from '../support/before-statement';
import { Casino } from '../support/casino';

const GAME = { gameId: 'american-blackjack' };
const DAY_MS = 86_400_000;

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open({ decisionSeconds: 600, sessionDataDays: 30, sessionHours: 24 });
});
afterAll(() => casino.close());

async function count(what: string): Promise<number> {
  const [{ n }] = await casino.app.dataSource.query<[{ n: number }]>(
    `SELECT count(*)::int AS n FROM ${what}`,
  );
  return n;
}

/** So many sessions with an address, whose days are long over. */
async function oldSessions(sessions: number): Promise<void> {
  const { id } = await casino.openSession({ ...GAME, ip: '203.0.113.77' });
  await casino.app.dataSource.query(
    `INSERT INTO sessions SELECT player_key, gen_random_uuid(), operator_id, player_id, game_id, rule_set_version, mode,
       currency, limits, lang, country, ip, return_url, NULL, opened_at, $2, closed_at
     FROM sessions, generate_series(1, $3::int) WHERE session_id = $1`,
    [id, new Date(casino.app.clock.now.getTime() - 60 * DAY_MS), sessions],
  );
}

const OLD = `sessions WHERE ip IS NOT NULL AND expires_at < now() - interval '31 days'`;

test('a process that is to stop forgets one portion more, and leaves the rest to the others', async () => {
  await oldSessions(4500);
  const housekeeping = casino.app.app.get(Housekeeping);
  let stopping: Promise<void> | undefined;
  await beforeStatement(
    casino,
    (sql) => sql.startsWith('UPDATE sessions'),
    () => {
      stopping = housekeeping.onModuleDestroy();
      return Promise.resolve();
    },
    () => housekeeping.run(),
  );
  await stopping;
  expect(await count(OLD)).toBe(3500);
  await housekeeping.run();
  expect(await count(OLD)).toBe(0);
});

test('a process that is to stop begins no other seal', async () => {
  const sealer = casino.app.app.get(Sealer);
  await sealer.seal();
  const before = await count('seals');
  // More than one pass of it.
  await casino.app.dataSource.query(
    `INSERT INTO rule_sets (operator_id, rule_set_id, version, name, settings, theoretical_return, created_at)
     SELECT $1, 'many-' || n, 1, 'Many', '{}', '{}', now() FROM generate_series(1, 1200) n`,
    [casino.operatorId],
  );
  let stopping: Promise<void> | undefined;
  await beforeStatement(
    casino,
    (sql) => sql.startsWith('INSERT INTO "seals"'),
    () => {
      stopping = sealer.onModuleDestroy();
      return Promise.resolve();
    },
    () => sealer.seal(),
  );
  await stopping;
  expect(await count('seals')).toBe(before + 1);
  const { dataSource, clock } = casino.app;
  const signal = AbortSignal.abort();
  expect(await sealRecords(dataSource, clock.now, { signal })).toEqual({ rows: 0, seals: 0 });
  await sealer.seal();
  expect(await count('seals')).toBeGreaterThan(before + 1);
});

test('C-19 a process that is to stop finishes the abandoned round that it is at, and no other one', async () => {
  for (let rounds = 0; rounds < 3; rounds++) {
    const { id } = await casino.openSession(GAME);
    expect((await casino.deal(id, SIXTEEN)).status).toBe(201);
  }
  const late = new Date(casino.app.clock.now.getTime() + 700_000);
  const context = casino.app.app.get<RoundContext>(ROUND_CONTEXT);
  const leaving = new AbortController();
  const told = { ...context, onStep: () => leaving.abort() };
  expect(await finishAbandoned(told, late, new Set(), leaving.signal)).toMatchObject({ finished: 1 });
  expect(await finishAbandoned(context, late, new Set(), leaving.signal)).toMatchObject({ finished: 0 });
  casino.app.clock.now = late;
  await casino.app.app.get(Sweeper).sweep();
  expect(await count(`rounds WHERE status = 'playing'`)).toBe(0);
});
