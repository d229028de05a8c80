import { randomUUID } from 'node:crypto';
import { playerKeyOf } from '../../src/application/ids';
import { listServingSoftware } from '../../src/persistence/records/serving-software';
import { Casino } from '../support/casino';
import { rowsLookedAt } from '../support/query-plan';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

const OPERATORS = 200;
const CHANGES = 25;

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
    const place = { operatorId, playerKey: playerKeyOf(round.id), roundId: round.id };
    const looked = await rowsLookedAt(dataSource, 'software_changes', (db) =>
      listServingSoftware(db, place, round.version),
    );
    expect(looked).toBeLessThan(20);
    expect(looked).toBeGreaterThan(0);
  }
});
