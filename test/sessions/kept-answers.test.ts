import { randomUUID } from 'node:crypto';
import { ForgetPersonsInAnswers1765900000000 } from '../../migrations/1765900000000-forget-persons-in-answers';
import { Housekeeping } from '../../src/http/housekeeping';
import { Casino, type Reply } from '../support/casino';

const WHO = { lang: 'mt', country: 'MT', ip: '203.0.113.77', returnUrl: 'https://lobby.example/back' };
const GONE = { lang: null, country: null, ip: null, returnUrl: null };
const DAY_MS = 86_400_000;

let casino: Casino;

beforeAll(async () => {
  // Answers are kept for longer than what sessions know of a person.
  casino = await Casino.open({ sessionDataDays: 30, sessionHours: 24, idempotencyDays: 365 });
});
afterAll(() => casino.close());

type Session = Reply<Record<string, unknown> & { readonly id: string }>;

/** The three calls that are answered with a session, each with a key of its own; the first was made, and answered so. */
async function calls(): Promise<{ asked: (() => Promise<Session>)[]; opened: Session }> {
  const keys = [randomUUID(), randomUUID(), randomUUID()];
  const body = { playerId: 'alice', gameId: 'american-blackjack', currency: 'EUR', mode: 'test', ...WHO };
  const ask = (place: number, method: string, path: string, sent?: object): Promise<Session> =>
    casino.call(method, `/v1/sessions${path}`, sent, { idempotencyKey: keys[place] });
  const opened = await ask(0, 'POST', '', body);
  const { id } = opened.body;
  const asked = [
    () => ask(0, 'POST', '', body),
    () => ask(1, 'POST', `/${id}/reminder/acknowledge`),
    () => ask(2, 'DELETE', `/${id}`),
  ];
  return { asked, opened };
}

test('what a session knows of a person is in no answer that is kept, and in no answer once the session has forgotten it', async () => {
  const { asked, opened } = await calls();
  const first = [opened, await asked[1](), await asked[2]()];
  for (const { body } of first) expect(body).toMatchObject(WHO);

  const kept = await casino.app.dataSource.query<{ answer: unknown }[]>(
    'SELECT answer FROM idempotency_records',
  );
  expect(kept).toHaveLength(3);
  for (const value of Object.values(WHO)) expect(JSON.stringify(kept)).not.toContain(`"${value}"`);

  // Meanwhile they are given again byte for byte.
  for (const [place, ask] of asked.entries()) {
    const again = await ask();
    expect([again.status, again.text]).toEqual([first[place].status, first[place].text]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  }

  const { clock } = casino.app;
  clock.now = new Date(clock.now.getTime() + 32 * DAY_MS);
  await casino.app.app.get(Housekeeping).run();
  for (const [place, ask] of asked.entries()) {
    const again = await ask();
    expect(again.status).toBe(first[place].status);
    expect(again.body).toEqual({ ...first[place].body, ...GONE });
  }
});

test('answers that an older version has kept lose what they tell of a person, and nothing else', async () => {
  const { asked, opened } = await calls();
  const { dataSource } = casino.app;
  const kept = async (): Promise<string> => {
    const rows = await dataSource.query<{ answer: string }[]>(
      `SELECT answer::text FROM idempotency_records WHERE answer -> 'body' ->> 'id' = $1`,
      [opened.body.id],
    );
    return JSON.stringify(JSON.parse(rows[0].answer));
  };
  const today = await kept();
  const told = Object.entries(WHO).reduce(
    (text, [name, value]) => text.replace(`"${name}":null`, `"${name}":"${value}"`),
    today,
  );
  await dataSource.query(`UPDATE idempotency_records SET answer = $1 WHERE answer -> 'body' ->> 'id' = $2`, [
    told,
    opened.body.id,
  ]);
  const runner = dataSource.createQueryRunner();
  await new ForgetPersonsInAnswers1765900000000().up(runner);
  await runner.release();
  expect(told).toContain(WHO.ip);
  expect(await kept()).toBe(today);
  expect((await asked[0]()).text).toBe(opened.text);
});
