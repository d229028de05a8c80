import { randomUUID } from 'node:crypto';
import type { DataSource, EntityManager } from 'typeorm';
import { playerKeyOf } from '../../src/application/ids';
import { listServingSoftware } from '../../src/persistence/records/serving-software';
import { Casino } from '../support/casino';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

const OPERATORS = 200;
const CHANGES = 25;

interface Plan {
  readonly 'Relation Name'?: string;
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly Plans?: readonly Plan[];
}

/** How many rows of a table were looked at, whether they were of use or not. */
function rowsRead(table: string, plan: Plan): number {
  const rows = (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0)) * plan['Actual Loops'];
  const here = plan['Relation Name'] === table ? rows : 0;
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(table, part), here);
}

/** A database that is asked how it finds an answer in the place of the answer. */
function explaining({ manager }: DataSource): { db: EntityManager; plans: Plan[] } {
  const plans: Plan[] = [];
  const query = async (sql: string, values: unknown[]): Promise<unknown[]> => {
    const [{ 'QUERY PLAN': explained }] = await manager.query<[{ 'QUERY PLAN': [{ Plan: Plan }] }]>(
      `EXPLAIN (ANALYZE, FORMAT JSON) ${sql}`,
      values,
    );
    plans.push(explained[0].Plan);
    return [];
  };
  return { db: { query } as unknown as EntityManager, plans };
}

test('what served a round is found without looking through what served everybody else', async () => {
  const { dataSource } = casino.app;
  const operators = Array.from({ length: OPERATORS }, () => randomUUID());
  await dataSource.query(
    `INSERT INTO software_changes (operator_id, name, version, digest, node, at)
     SELECT operator_id::uuid, 'holecard', '1', repeat('0', 64), 'v20', now()
     FROM generate_series(1, $2::integer), unnest($1::text[]) AS operator_id`,
    [operators, CHANGES],
  );
  await dataSource.query('ANALYZE software_changes');
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const dealt = await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th'] });
  const { body: round } = await casino.act(dealt.body.id, { type: 'stand', hand: '1.1' });
  for (const operatorId of [casino.operatorId, operators[7], randomUUID()]) {
    const { db, plans } = explaining(dataSource);
    const place = { operatorId, playerKey: playerKeyOf(round.id), roundId: round.id };
    await listServingSoftware(db, place, round.version);
    expect(rowsRead('software_changes', plans[0])).toBeLessThan(20);
  }
});
