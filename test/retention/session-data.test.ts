import { Housekeeping } from '../../src/http/housekeeping';
import { forgetSessionData } from '../../src/application/retention/forget-session-data';
import { Casino } from '../support/casino';

const WHO = { lang: 'en', country: 'MT', ip: '203.0.113.77', returnUrl: 'https://lobby.example/' };
const GONE = { lang: null, country: null, ip: null, returnUrl: null };
const DAY_MS = 86_400_000;

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open({ sessionDataDays: 30, sessionHours: 24 });
});
afterAll(() => casino.close());

async function open(): Promise<string> {
  return (await casino.openSession({ ...WHO, gameId: 'american-blackjack', playerId: 'alice' })).id;
}

function pass(days: number): void {
  const { clock } = casino.app;
  clock.now = new Date(clock.now.getTime() + days * DAY_MS);
}

test('what a session knows of a person is cleared its days after the expiry, and not before', async () => {
  const older = await open();
  pass(1);
  const younger = await open();
  pass(30.01);
  await casino.app.app.get(Housekeeping).run();
  expect((await casino.get<object>(`/v1/sessions/${older}`)).body).toMatchObject({
    ...GONE,
    playerId: 'alice',
    gameId: 'american-blackjack',
  });
  expect((await casino.get<object>(`/v1/sessions/${younger}`)).body).toMatchObject(WHO);
  pass(1);
  await casino.app.app.get(Housekeeping).run();
  expect((await casino.get<object>(`/v1/sessions/${younger}`)).body).toMatchObject(GONE);
  expect(casino.app.logLines.join('\n')).not.toContain('could not be forgotten');
});

test('however many there are, several processes at once', async () => {
  const { dataSource, clock } = casino.app;
  const id = await open();
  await dataSource.query(
    `INSERT INTO sessions SELECT player_key, gen_random_uuid(), operator_id, player_id, game_id, rule_set_version, mode,
       currency, limits, lang, country, ip, return_url, NULL, opened_at, expires_at, closed_at
     FROM sessions, generate_series(1, 2500) WHERE session_id = $1`,
    [id],
  );
  pass(60);
  const { manager } = dataSource;
  await Promise.all([1, 2, 3].map(() => forgetSessionData(manager, 30, clock.now)));
  const [{ left }] = await dataSource.query<[{ left: number }]>(
    'SELECT count(*)::int AS left FROM sessions WHERE coalesce(ip, country, lang, return_url) IS NOT NULL',
  );
  expect(left).toBe(0);
});
