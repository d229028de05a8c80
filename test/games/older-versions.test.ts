import type { RoundDocument } from '../../src/application/records/record-parts';
import type { ReturnsLine } from '../../src/application/reports/returns-report';
import { presetReturn } from '../../src/application/games/catalogue-returns';
import type * as Presets from '../../src/domain/presets';
import { preset, PRESETS, publishedPreset } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { assess, report } from '../reports/lab';
import { Casino, type OpenSession, type Problem } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { askForRules, readPage } from './rules-reader';

/** Games of the house that have got a second version, whose dealer draws on soft 17. Fakes come first: so a function. */
function mockChanged(): string[] {
  return ['american-blackjack', 'blackjack-deluxe'];
}

jest.mock('../../src/domain/presets', () => {
  const real = jest.requireActual<typeof Presets>('../../src/domain/presets');
  const next = real.PUBLISHED.filter(({ id }) => mockChanged().includes(id)).map((ruleSet): RuleSet => ({
    ...ruleSet,
    version: 2,
    softSeventeen: 'hit',
  }));
  const published = [...real.PUBLISHED, ...next];
  return { ...real, ...real.presetsAmong(published), PUBLISHED: published };
});

jest.mock('../../src/application/games/catalogue-preset-returns.json', () => {
  const file = '../../src/application/games/catalogue-preset-returns.json';
  const real = jest.requireActual<Record<string, { mainBet: { return: number } }>>(file);
  const worse = mockChanged().map((id) => {
    const before = real[`${id}@1`];
    return [`${id}@2`, { ...before, mainBet: { ...before.mainBet, return: 0.5 } }] as const;
  });
  return { ...real, ...Object.fromEntries(worse) };
});

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

/** The dealer has a soft 17 on which he would draw a four under the second version. */
const SOFT_SEVENTEEN = ['Th', '6d', '9c', 'Ah', '4c'];
const BET = { boxes: [{ box: 1, stake: 1000 }], cards: SOFT_SEVENTEEN };
const STANDS = 'soft 17 included';
const DRAWS = 'draws on 16 or less and on soft 17';

/** As if it had been opened before the second version was published. */
async function age(table: 'sessions' | 'tables', id: string): Promise<void> {
  const key = table === 'sessions' ? 'session_id' : 'table_id';
  await casino.app.dataSource.query(`UPDATE ${table} SET rule_set_version = 1 WHERE ${key} = $1`, [id]);
}

async function sessionOfBefore(gameId = 'american-blackjack'): Promise<OpenSession> {
  const session = await casino.openSession({ gameId });
  await age('sessions', session.id);
  return session;
}

test('the catalogue has each game once, in its latest version', async () => {
  expect(PRESETS.map(({ id, version }) => `${id}@${version}`)).toEqual([
    'blackjack-deluxe@2',
    'american-blackjack@2',
    'american-blackjack-zero-edge@1',
    'infinite-blackjack@1',
    'classic-blackjack@1',
    'blackjack-switch@1',
    'blackjack-switch-push22@1',
  ]);
  expect(preset('american-blackjack')).toBe(publishedPreset('american-blackjack', 2));
  const { body } = await casino.get<{ items: { version: number }[] }>('/v1/games');
  expect(body.items.map(({ version }) => version)).toEqual([2, 2, 1, 1, 1, 1, 1]);
});

test('a session goes on under the version it was opened with: play, reading, lists, record, rules', async () => {
  const session = await sessionOfBefore();
  expect((await casino.get(`/v1/sessions/${session.id}`)).body).toMatchObject({
    ruleSet: 'american-blackjack@1',
  });
  const { body: dealt } = await casino.deal(session.id, BET);
  const { body: round } = await casino.act(dealt.id, { type: 'stand-all' });
  const dealer = { cards: ['6d', 'Ah'], total: 17 };
  expect(round).toMatchObject({ ruleSet: 'american-blackjack@1', returned: 2000, dealer });
  expect((await casino.round(round.id)).body).toMatchObject({ ruleSet: 'american-blackjack@1', dealer });
  for (const list of ['rounds', 'bets']) {
    const { body } = await casino.get<{ items: object[] }>(`/v1/${list}?sessionId=${session.id}`);
    expect(body.items).toEqual([expect.objectContaining({ ruleSet: 'american-blackjack@1' })]);
  }
  const { body: record } = await casino.get<RoundDocument>(`/v1/rounds/${round.id}/record`);
  expect([record.ruleSet, record.proof?.ruleSet]).toEqual([
    publishedPreset('american-blackjack', 1),
    publishedPreset('american-blackjack', 1),
  ]);
  const page = await readPage(casino, 'american-blackjack', '', { key: session.token });
  expect(page.text).toContain('american-blackjack@1.');
  expect(await readPage(casino, 'american-blackjack', `?sessionId=${session.id}`)).toEqual(page);
});

test('a new session is under the latest one', async () => {
  const session = await casino.openSession({ gameId: 'american-blackjack' });
  const { body: dealt } = await casino.deal(session.id, BET);
  const { body: round } = await casino.act(dealt.id, { type: 'stand-all' });
  expect(round).toMatchObject({ ruleSet: 'american-blackjack@2', returned: 0, dealer: { total: 21 } });
});

test('the rules of each version can be read, and a version that there is not is said to be missing', async () => {
  const rules = async (query: string): Promise<boolean[]> => {
    const { text } = await readPage(casino, 'american-blackjack', query);
    return [text.includes(STANDS), text.includes(DRAWS)];
  };
  expect(await rules('?version=1')).toEqual([true, false]);
  expect(await rules('?version=2')).toEqual([false, true]);
  expect(await rules('')).toEqual([false, true]);
  const { status, body } = await askForRules(casino, 'american-blackjack', '?version=3');
  const { detail } = body as unknown as Problem;
  expect([status, detail]).toEqual([404, 'american-blackjack has no version 3: there are 1 to 2.']);
});

test('a table goes on under its version, and so does who sits down at it later', async () => {
  const table = await HttpTable.open(casino);
  await age('tables', table.id);
  const session = await table.session();
  expect((await casino.get(`/v1/sessions/${session.id}`)).body).toMatchObject({
    ruleSet: 'blackjack-deluxe@1',
  });
  await table.cards(...SOFT_SEVENTEEN);
  await table.bet({ sessionId: session.id, seat: 1, amount: 1000 });
  const { roundId } = await table.advance();
  const { body: after } = await table.act({ sessionId: session.id, type: 'stand', hand: '1.1' });
  expect(after.dealer).toMatchObject({ cards: ['6d', 'Ah'], total: 17 });
  for (const key of [session.token, casino.key]) {
    const { body: round } = await casino.round(roundId, { key });
    expect(round).toMatchObject({ ruleSet: 'blackjack-deluxe@1', returned: 2000 });
  }
  const { text } = await readPage(casino, 'blackjack-deluxe', `?tableId=${table.id}`);
  expect([text.includes('blackjack-deluxe@1.'), text.includes(STANDS)]).toEqual([true, true]);
});

test('the report judges each version by its own theory', async () => {
  await assess(casino);
  const lines = (await report(casino)).filter(
    ({ bet, gameId }) => bet === 'main' && mockChanged().includes(gameId),
  );
  const theory = (version: number, gameId: string): number | undefined => {
    const ruleSet = publishedPreset(gameId, version);
    return ruleSet && presetReturn(ruleSet)?.mainBet.return;
  };
  const told = lines.map(({ ruleSet, theoreticalReturn }: ReturnsLine) => [ruleSet, theoreticalReturn]);
  expect(told).toEqual([
    ['american-blackjack@1', theory(1, 'american-blackjack')],
    ['american-blackjack@2', 0.5],
    ['blackjack-deluxe@1', theory(1, 'blackjack-deluxe')],
  ]);
});

test('SW-14: real money is let in on a table by the return of its own version', async () => {
  const table = await HttpTable.open(casino, { mode: 'real' });
  await age('tables', table.id);
  await casino.app.dataSource.query('UPDATE operators SET max_return_ppm = 900000 WHERE operator_id = $1', [
    casino.operatorId,
  ]);
  const wanted = { playerId: 'alice', gameId: 'blackjack-deluxe', currency: 'EUR', mode: 'real' };
  const { body } = await casino.post<Problem>('/v1/sessions', { ...wanted, tableId: table.id });
  expect(body.code).toBe('return_too_high');
  const newer = await HttpTable.open(casino, { mode: 'real' });
  const { status } = await casino.post('/v1/sessions', { ...wanted, tableId: newer.id });
  expect(status).toBe(201);
});
