import { sealRecords } from '../../src/application/records/seal-records';
import { dealtRound, settledRound } from '../shared-rounds/played-round';
import { beforeStatement } from '../support/before-statement';
import { Casino } from '../support/casino';

const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th', '2c'] };
/** What goes when a round is removed for its age. */
const ROWS = ['cancellations', 'round_steps', 'table_steps', 'rounds', 'table_rounds'];
/** More statements than any of these answers is made of. */
const MOST_STATEMENTS = 20;

let casino: Casino;
const rounds: Record<string, string> = {};

async function settledAlone(): Promise<string> {
  const { id } = await casino.openSession({ gameId: 'american-blackjack' });
  const { body } = await casino.deal(id, SIXTEEN);
  await casino.act(body.id, { type: 'stand-all' });
  return body.id;
}

async function cancelled(roundId: string): Promise<string> {
  const { status, text } = await casino.cancel(roundId, { reason: 'fault' });
  if (status !== 200) throw new Error(text);
  return roundId;
}

beforeAll(async () => {
  casino = await Casino.open();
  rounds['a private round'] = await settledAlone();
  rounds['a cancelled private round'] = await cancelled(await settledAlone());
  const [settledThere, cancelledThere] = [await settledRound(casino), await dealtRound(casino)];
  rounds['a round of a table'] = settledThere.roundId;
  rounds['a cancelled round of a table'] = await cancelled(cancelledThere.roundId);
  // What its table shows is not removed.
  for (const { table } of [settledThere, cancelledThere]) await table.advance();
  await sealRecords(casino.app.dataSource, casino.app.clock.now);
});
afterAll(() => casino.close());

/** Everything that a round would lose by its removal goes at once, as if nobody watched. */
async function withoutTriggers(statements: readonly string[]): Promise<void> {
  await casino.app.dataSource.transaction(async (tx) => {
    await tx.query('SET LOCAL session_replication_role = replica');
    for (const statement of statements) await tx.query(statement);
  });
}

describe.each(['', '/events', '/record', '/proof'])('GET /v1/rounds/{id}%s', (of) => {
  test.each([
    'a private round',
    'a cancelled private round',
    'a round of a table',
    'a cancelled round of a table',
  ])('of %s that is removed meanwhile is all of it, or 404', async (name) => {
    const path = `/v1/rounds/${rounds[name]}${of}`;
    const whole = await casino.get(path);
    expect(whole.status).toBe(200);
    await withoutTriggers(
      ROWS.map(
        (table) => `CREATE TABLE kept_${table} AS SELECT * FROM ${table} WHERE round_id = '${rounds[name]}'`,
      ),
    );
    const answers = new Set<string>();
    for (let number = 0; number < MOST_STATEMENTS; number++) {
      const remove = (): Promise<void> =>
        withoutTriggers(ROWS.map((table) => `DELETE FROM ${table} WHERE round_id = '${rounds[name]}'`));
      const isRemoved = await beforeStatement(
        casino,
        (_, before) => before === number,
        remove,
        async () => {
          const { status, text } = await casino.get(path);
          answers.add(status === 404 ? '404' : text);
        },
      );
      if (!isRemoved) break;
      await withoutTriggers(ROWS.map((table) => `INSERT INTO ${table} SELECT * FROM kept_${table}`));
    }
    await withoutTriggers(ROWS.map((table) => `DROP TABLE kept_${table}`));
    expect([...answers].filter((answer) => answer !== '404' && answer !== whole.text)).toEqual([]);
  });
});
