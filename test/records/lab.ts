import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { DataSource, EntityManager } from 'typeorm';
import type { AuditHead } from '../../src/application/records/audit-head';
import { sealRecords } from '../../src/application/records/seal-records';
import type { Signed } from '../../src/application/records/signing';
import { createDataSource } from '../../src/database/data-source';
import { runAuditCommand } from '../../src/operations/audit-run';
import type { AuditCommand } from '../../src/operations/audit-command';
import { entities } from '../../src/persistence/entities';
import { Casino } from '../support/casino';
import { waitUntil } from '../support/child';

const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th', '2c'] };

/** Some of everything that is sealed: two operators' rounds, cash, a cancellation, a rule set, limits, keys. */
export async function playSomething(
  casino: Casino,
  other: Casino,
): Promise<{ cancelled: string; settled: string }> {
  for (const house of [casino, other]) {
    await house.deposit('alice', 100_000);
    const real = await house.openSession({ gameId: 'american-blackjack', mode: 'real', playerId: 'alice' });
    for (let count = 0; count < 3; count++) {
      const { body } = await house.deal(real.id, { boxes: [{ box: 1, stake: 1000 }] });
      if (body.status !== 'settled') await house.act(body.id, { type: 'stand-all' });
    }
  }
  const { id } = await casino.openSession({ gameId: 'american-blackjack', playerId: 'bob' });
  const { body: settled } = await casino.deal(id, SIXTEEN);
  await casino.act(settled.id, { type: 'hit', hand: '1.1' });
  await casino.act(settled.id, { type: 'stand', hand: '1.1' });
  const { body: cancelled } = await casino.deal(id, SIXTEEN);
  const why = { reason: 'fault', note: 'The table froze.' };
  await casino.cancel(cancelled.id, why, { headers: { 'x-actor-name': 'Ada L.' } });
  const { status, text } = await casino.post('/v1/rule-sets', {
    id: 'own-game',
    settings: { softSeventeen: 'hit' },
  });
  if (status !== 201) throw new Error(text);
  await casino.call('PUT', '/v1/games/american-blackjack/limits/EUR', {
    stake: { min: 200, max: 10_000, step: 200 },
    sideBet: { min: 100, max: 1000, step: 100 },
  });
  return { settled: settled.id, cancelled: cancelled.id };
}

/** A sealed installation whose database can be copied, and every copy edited. */
export class Lab {
  private constructor(
    private readonly casino: Casino,
    readonly url: string,
    readonly head: Signed<AuditHead>,
    readonly keys: object,
    readonly rounds: { readonly cancelled: string; readonly settled: string },
  ) {}

  static async open(): Promise<Lab> {
    const casino = await Casino.open({ sealIntervalMs: 3_600_000 });
    const { dataSource, clock } = casino.app;
    const rounds = await playSomething(casino, await Casino.at(casino.app));
    // Small passes make a chain of many seals.
    await sealRecords(dataSource, clock.now, { rowsPerPass: 3 });
    const { body: head } = await casino.get<Signed<AuditHead>>('/v1/audit/head');
    const { body: keys } = await casino.get<object>('/.well-known/jwks.json');
    const { url } = dataSource.options as { url: string };
    // A database is copied while nobody is connected to it, which takes a moment.
    await dataSource.destroy();
    await waitUntil(() => isLeft(url));
    return new Lab(casino, url, head, keys, rounds);
  }

  async copy(): Promise<Copy> {
    const url = new URL(this.url);
    const name = `copy_${randomBytes(8).toString('hex')}`;
    await maintain(this.url, `CREATE DATABASE ${name} TEMPLATE ${url.pathname.slice(1)}`);
    url.pathname = `/${name}`;
    const dataSource = await createDataSource(url.href, 2, entities).initialize();
    return new Copy(dataSource, url.href, async () => {
      await maintain(this.url, `DROP DATABASE ${name} WITH (FORCE)`);
    });
  }

  close(): Promise<void> {
    return this.casino.app.close();
  }
}

/** Verifies what that manager sees. */
export async function verify(
  db: EntityManager,
  command: Partial<AuditCommand> = {},
): Promise<{ code: number; lines: string[] }> {
  const lines: string[] = [];
  const whole = {
    type: 'verify',
    operator: null,
    headPath: null,
    keysPath: null,
    ...command,
  } as AuditCommand;
  const code = await runAuditCommand(db, whole, (line) => lines.push(line));
  return { code, lines };
}

export class Copy {
  constructor(
    readonly dataSource: DataSource,
    readonly url: string,
    private readonly dropDatabase: () => Promise<void>,
  ) {}

  /** Does work on an edited copy: what a superuser can do who has switched every trigger off. Then undoes the edits. */
  async edited<T>(statements: readonly string[], work: (db: EntityManager) => Promise<T>): Promise<T> {
    const runner = this.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      await runner.query('SET LOCAL session_replication_role = replica');
      for (const statement of statements) {
        const { affected } = (await runner.query(statement, [], true)) as { affected?: number };
        if (affected === 0) throw new Error(`nothing was edited: ${statement}`);
      }
      return await work(runner.manager);
    } finally {
      await runner.rollbackTransaction();
      await runner.release();
    }
  }

  async drop(): Promise<void> {
    await this.dataSource.destroy();
    await this.dropDatabase();
  }
}

/** Whether nobody is connected to the database of that address. */
async function isLeft(url: string): Promise<boolean> {
  const name = new URL(url).pathname.slice(1);
  return (await maintain(url, `SELECT FROM pg_stat_activity WHERE datname = '${name}'`)) === 0;
}

/** Runs a statement beside the database of that address; says how many rows it was about. */
export async function maintain(url: string, sql: string): Promise<number | null> {
  const beside = new URL(url);
  beside.pathname = '/postgres';
  const client = new Client({ connectionString: beside.href });
  await client.connect();
  try {
    return (await client.query(sql)).rowCount;
  } finally {
    await client.end();
  }
}

let unnamed = 0;

/**
 * What was found, with the column in it that was changed. A seal tells columns apart by marks of sixteen bits, which one
 * change in 65,536 leaves as they were: then it says "some column". More than two of those in one run are no chance.
 */
export function withName(found: string, column: string): string {
  if (!found.endsWith('was changed: some column')) return found;
  unnamed += 1;
  if (unnamed > 2) throw new Error(`the changed columns are not named: ${found}`);
  return found.replace(/some column$/, column);
}
