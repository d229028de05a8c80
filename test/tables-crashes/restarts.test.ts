import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { loadVault } from '../../src/application/fairness/seed-maker';
import { createDataSource } from '../../src/database/data-source';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../../src/embedded-postgres/embedded-postgres';
import { entities } from '../../src/persistence/entities';
import { auditEverything } from '../support/audit';
import { Casino } from '../support/casino';
import { stopChildren, waitUntil } from '../support/child';
import { silentLog } from '../support/silent-log';
import { createTemporaryFolder, type TemporaryFolder } from '../support/temporary-folder';
import { EventReader } from '../tables/event-reader';
import { HttpTable } from '../tables/http-table';
import { EventClient } from './event-client';
import { Fleet } from './fleet';
import { gapsOfTables } from './numbering';

const SECONDS = { betting: 1, insurance: 1, decision: 1, result: 1 };

describe('a database that dies while a round is played', () => {
  let folder: TemporaryFolder;
  let postgres: EmbeddedPostgres;

  beforeAll(async () => {
    folder = createTemporaryFolder();
    // The disk is not what dies here: what the system has taken is safe from a killed process.
    postgres = await startEmbeddedPostgres({
      dataDir: folder.path,
      log: silentLog,
      settings: { fsync: 'off' },
    });
  });

  afterAll(async () => {
    await stopChildren();
    await postgres.stop();
    await folder.remove();
  });

  const postmaster = (): number =>
    Number(readFileSync(join(folder.path, 'cluster', 'data', 'postmaster.pid'), 'utf8').split('\n')[0]);

  test('the driver and the streams go on when it is back, and nothing is lost or doubled', async () => {
    const fleet = new Fleet(postgres.url, 1);
    await fleet.start();
    const table = { gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'test', seconds: SECONDS };
    const { id } = (await fleet.send('POST', '/v1/tables', table)).body;
    const path = `/v1/tables/${String(id)}`;
    const session = {
      playerId: 'ann',
      gameId: 'blackjack-deluxe',
      currency: 'EUR',
      mode: 'test',
      tableId: id,
    };
    const token = String((await fleet.send('POST', '/v1/sessions', session)).body['token']);
    const client = new EventClient(fleet, `${path}/stream`, token, 100_000);
    client.start();
    const over = { isOver: false };
    const betting = (async () => {
      while (!over.isOver) {
        await fleet.send('POST', `${path}/bets`, { seat: 1, kind: 'seat', amount: 1000 }, token);
        await sleep(100);
      }
    })();
    const phase = async (): Promise<unknown> => (await fleet.send('GET', path, null)).body['status'];
    for (let kill = 0; kill < 2; kill++) {
      await waitUntil(async () => (await phase()) === 'deciding');
      const died = client.lastId ?? 0;
      process.kill(postmaster(), 'SIGKILL');
      await waitUntil(() => (client.lastId ?? 0) > died + 15);
    }
    over.isOver = true;
    await betting;
    expect((await fleet.send('POST', `${path}/pause`, { reason: 'enough' })).status).toBe(200);
    const eventNo = Number((await fleet.send('GET', path, null)).body['eventId']);
    await waitUntil(() => client.lastId === eventNo);
    await client.stop();
    await fleet.stop();
    // The stream stayed open all the time: it is the process that found its way back to the database.
    expect(client.connections).toBe(1);
    expect(client.faults).toEqual([]);
    const dataSource = await createDataSource(postgres.url, 2, entities).initialize();
    try {
      expect(await gapsOfTables(dataSource)).toEqual([]);
      expect(await auditEverything(dataSource, await loadVault(dataSource.manager, undefined))).toEqual([]);
    } finally {
      await dataSource.destroy();
    }
  }, 600_000);
});

const HOUR_MS = 3_600_000;

describe('a clock that is set while a table is driven', () => {
  let casino: Casino;
  let aheadMs = 0;
  /** How often the driver has asked how much time is left at its tables, and was told. */
  let looks = 0;

  beforeAll(async () => {
    casino = await Casino.open({ tableLookMs: 50 });
    Object.defineProperty(casino.app.clock, 'now', { get: () => new Date(Date.now() + aheadMs) });
    countLooks(casino.app.dataSource);
  });
  afterAll(() => casino.close());

  function countLooks(dataSource: DataSource): void {
    const query = dataSource.query.bind(dataSource);
    dataSource.query = async <Rows>(sql: string, ...rest: never[]): Promise<Rows> => {
      const rows = await query<Rows>(sql, ...rest);
      if (sql.includes('FROM tables t LEFT JOIN table_leases')) looks += 1;
      return rows;
    };
  }

  test('ahead: no phase ends early; back: the phase that ran has its whole length again, and the table goes on', async () => {
    const table = await HttpTable.open(casino, { seconds: SECONDS });
    const { token } = await table.session();
    const reader = await EventReader.open(`${casino.app.baseUrl}/v1/tables/${table.id}/stream`, {
      authorization: `Bearer ${token}`,
    });
    // A countdown at which nobody bets is followed by the next one: each of them is told, with the time that it was.
    const countdowns = (): number[] =>
      reader.events.flatMap(({ event, data }) => (event === 'phase' ? [trueTime(String(data['at']))] : []));
    /** Waits for the next countdown and says how long the one before it was. */
    const next = async (): Promise<number> => {
      const before = countdowns().length;
      await waitUntil(() => countdowns().length > before);
      const [began, ended] = countdowns().slice(before - 1);
      return ended - began;
    };
    /** Sets the clock while a countdown runs, that of a second, of which the driver knows how long it lasts. */
    const set = async (milliseconds: number): Promise<void> => {
      const runsFor = (): number => Date.now() - countdowns()[countdowns().length - 1];
      do {
        await next();
        const seen = looks;
        await waitUntil(() => looks >= seen + 2);
      } while (runsFor() > 700);
      aheadMs = milliseconds;
    };
    await waitUntil(() => countdowns().length > 0);
    await set(HOUR_MS);
    expect(await next()).toBeGreaterThan(900);
    expect(await next()).toBeGreaterThan(900);
    await set(-HOUR_MS);
    await next();
    expect(await next()).toBeGreaterThan(900);
    aheadMs = 0;
    await next();
    expect(reader.ids).toEqual(reader.ids.map((_, index) => reader.ids[0] + index));
    reader.close();
  });
});

/** When something was, by the clock that nobody has set: the other one goes wrong by whole hours. */
function trueTime(at: string): number {
  const wrongBy = Date.parse(at) - Date.now();
  return Date.parse(at) - Math.round(wrongBy / HOUR_MS) * HOUR_MS;
}
