import { randomUUID } from 'node:crypto';
import { Casino, type OpenSession, type Problem, type Reply } from '../support/casino';
import { HttpTable } from '../tables/http-table';
import { askForRules, FORMS, readPage, type ReadPage, secondsAfter, WORDS } from './rules-reader';

/** C-23: whoever asks from within a session, or about a table, reads what is played there. */
const DECISION_SECONDS = 4_321;

let casino: Casino;
let stranger: Casino;

beforeAll(async () => {
  casino = await Casino.open({ decisionSeconds: DECISION_SECONDS });
  stranger = await Casino.at(casino.app);
});

afterAll(() => casino.close());

const { stake, sideBet, decisionTime, bettingTime, insuranceTime } = WORDS.en;

function limitsOf(min: number, max: number): object {
  return { stake: { min, max, step: min }, sideBet: { min: 100, max: 1_000, step: 100 } };
}

async function done(reply: Promise<Reply>): Promise<void> {
  const { status, text } = await reply;
  if (status >= 300) throw new Error(text);
}

/** A game of the operator's that changed after a session was opened: rules, and limits in EUR. */
async function changedGame(): Promise<{ gameId: string; session: OpenSession }> {
  const gameId = `house-${randomUUID()}`;
  const save = (settings: object) => done(casino.post('/v1/rule-sets', { id: gameId, settings }));
  const setLimits = (limits: object) => done(casino.call('PUT', `/v1/games/${gameId}/limits/EUR`, limits));
  await save({ softSeventeen: 'stand', decks: 6 });
  await setLimits(limitsOf(200, 5_000));
  const session = await casino.openSession({ gameId });
  await save({ softSeventeen: 'hit', decks: 8 });
  await setLimits(limitsOf(400, 9_200));
  return { gameId, session };
}

const OLD_STAKE = ['EUR', '2.00', '50.00', '2.00'];
const NEW_STAKE = ['EUR', '4.00', '92.00', '4.00'];

function decksOf({ text }: ReadPage): string | undefined {
  return /The shoe holds (\d) decks/.exec(text)?.[1];
}

describe('the rules of a session whose game has changed since', () => {
  test.each(FORMS)('are those it was opened under, to its own token (%s)', async (form) => {
    const { gameId, session } = await changedGame();
    const asked = { key: session.token, form };
    const page = await readPage(casino, gameId, '', asked);
    expect(page.text).toContain(`${gameId}@1.`);
    expect(page.text).not.toContain(`${gameId}@2`);
    expect(decksOf(page)).toBe('6');
    expect(page.tables.get(stake)).toEqual([OLD_STAKE]);
    expect(secondsAfter(page, decisionTime)).toBe(DECISION_SECONDS);
    const russian = await readPage(casino, gameId, '?lang=ru', asked);
    expect(russian.text).toContain(`${gameId}@1.`);
    expect(russian.tables.get(WORDS.ru.stake)).toEqual([OLD_STAKE]);
  });

  test('are told to an API key that names the session, also when it is closed', async () => {
    const { gameId, session } = await changedGame();
    const own = await readPage(casino, gameId, '', { key: session.token });
    expect(await readPage(casino, gameId, `?sessionId=${session.id}`)).toEqual(own);
    await done(casino.call('DELETE', `/v1/sessions/${session.id}`));
    expect(await readPage(casino, gameId, `?sessionId=${session.id.toUpperCase()}`)).toEqual(own);
  });

  test('are told to a token that names its own session, and no other one’s', async () => {
    const { gameId, session } = await changedGame();
    const own = await readPage(casino, gameId, '', { key: session.token });
    const named = `?sessionId=${session.id}`;
    for (const query of [named, `?sessionId=${session.id.toUpperCase()}`]) {
      expect(await readPage(casino, gameId, query, { key: session.token })).toEqual(own);
    }
    const other = await casino.openSession({ gameId });
    expect((await askForRules(casino, gameId, named, { key: other.token })).status).toBe(404);
  });

  test('have the return of that version', async () => {
    const { gameId, session } = await changedGame();
    const [before, after] = await Promise.all(
      [1, 2].map(async (version) => {
        const { body } = await casino.get<{ theoreticalReturn: { mainBet: number } }>(
          `/v1/rule-sets/${gameId}?version=${version}`,
        );
        return `${(body.theoreticalReturn.mainBet * 100).toFixed(2)}%`;
      }),
    );
    expect(before).not.toBe(after);
    const { tables } = await readPage(casino, gameId, '', { key: session.token });
    expect(tables.get(WORDS.en.returns)?.[0]).toEqual([WORDS.en.mainBet, before]);
    const latest = await readPage(casino, gameId, '');
    expect(latest.tables.get(WORDS.en.returns)?.[0]).toEqual([WORDS.en.mainBet, after]);
  });

  test('of another game are those that the operator offers now', async () => {
    const [{ session }, { gameId }] = [await changedGame(), await changedGame()];
    const offered = await readPage(casino, gameId, '');
    expect(await readPage(casino, gameId, '', { key: session.token })).toEqual(offered);
  });
});

describe('a version that is named', () => {
  /** What the refusal says, for there is no such page. */
  async function missing(asking: Casino, gameId: string, version: number): Promise<string> {
    const { status, body } = await askForRules(asking, gameId, `?version=${version}`);
    expect(status).toBe(404);
    return (body as unknown as Problem).detail;
  }

  test('is told with the limits that new sessions have; the latest without a name', async () => {
    const { gameId } = await changedGame();
    const pages = await Promise.all(
      ['?version=1', '?version=2', ''].map((query) => readPage(casino, gameId, query)),
    );
    expect(pages.map(decksOf)).toEqual(['6', '8', '8']);
    expect(pages[2]).toEqual(pages[1]);
    for (const { tables } of pages) {
      expect(tables.get(stake)?.find(([currency]) => currency === 'EUR')).toEqual(NEW_STAKE);
    }
    expect(pages[0].text).toContain(`${gameId}@1.`);
  });

  test('may be that of a game of the house', async () => {
    const named = await readPage(casino, 'american-blackjack', '?version=1');
    expect(named).toEqual(await readPage(casino, 'american-blackjack', ''));
    expect(await missing(casino, 'american-blackjack', 2)).toBe(
      'american-blackjack has no version 2: the only one is 1.',
    );
  });

  test('does not exist for another operator, or at all', async () => {
    const { gameId } = await changedGame();
    expect(await missing(stranger, gameId, 1)).toBe('There is no such game.');
    expect(await missing(casino, gameId, 3)).toBe(`${gameId} has no version 3: there are 1 to 2.`);
  });
});

const TABLE = {
  limits: { stake: { min: 5_000, max: 50_000, step: 5_000 }, sideBet: { min: 500, max: 2_000, step: 500 } },
  seconds: { betting: 60, insurance: 45, decision: 300 },
};

const told = (page: ReadPage): unknown => ({
  stake: page.tables.get(stake),
  sideBet: page.tables.get(sideBet),
  seconds: [bettingTime, insuranceTime, decisionTime].map((name) => secondsAfter(page, name)),
  usual: page.text.search(WORDS.en.usual) >= 0,
});

const OPENED = {
  stake: [['EUR', '50.00', '500.00', '50.00']],
  sideBet: [['EUR', '5.00', '20.00', '5.00']],
  seconds: [60, 45, 300],
  usual: false,
};

describe('the rules of a table with limits and times of its own', () => {
  test.each(FORMS)('are told to whoever is there or names it (%s)', async (form) => {
    const table = await HttpTable.open(casino, TABLE);
    const session = await table.session();
    const ask = async (query: string, key?: string): Promise<unknown> =>
      told(
        await readPage(casino, 'blackjack-deluxe', query, { form, ...(key === undefined ? {} : { key }) }),
      );
    expect(await ask(`?tableId=${table.id}`)).toEqual(OPENED);
    expect(await ask(`?sessionId=${session.id}`)).toEqual(OPENED);
    expect(await ask('', session.token)).toEqual(OPENED);
    expect(await ask(`?tableId=${table.id}`, session.token)).toEqual(OPENED);
    expect(await ask(`?tableId=${table.id.toUpperCase()}`, session.token)).toEqual(OPENED);
    const russian = await readPage(casino, 'blackjack-deluxe', `?lang=ru&tableId=${table.id}`, { form });
    expect(russian.tables.get(WORDS.ru.stake)).toEqual(OPENED.stake);
    expect(secondsAfter(russian, WORDS.ru.decisionTime)).toBe(300);
  });

  test('are new with the countdown from which a change holds, for sessions that sat there before too', async () => {
    const table = await HttpTable.open(casino, TABLE);
    const session = await table.session();
    const ask = async (): Promise<unknown> =>
      told(await readPage(casino, 'blackjack-deluxe', '', { key: session.token }));
    const change = {
      limits: { ...TABLE.limits, stake: { min: 500, max: 1_000, step: 500 } },
      seconds: { decision: 30 },
    };
    await done(casino.call('PATCH', `/v1/tables/${table.id}`, change));
    const { limits, seconds } = await table.state();
    expect({ limits, seconds: seconds.decision }).toEqual({ limits: TABLE.limits, seconds: 300 });
    expect(await ask()).toEqual(OPENED);
    await table.bet({ seat: 1, amount: 5_000, sessionId: session.id });
    for (let phases = 0; phases < 20 && (await table.state()).seconds.decision === 300; phases += 1) {
      await table.advance();
    }
    const changed = { stake: [['EUR', '5.00', '10.00', '5.00']], seconds: [60, 45, 30] };
    expect(await ask()).toEqual({ ...OPENED, ...changed });
  });

  test('are told when it is closed', async () => {
    const table = await HttpTable.open(casino, TABLE);
    await done(casino.call('PATCH', `/v1/tables/${table.id}`, { status: 'closed' }));
    expect(told(await readPage(casino, 'blackjack-deluxe', `?tableId=${table.id}`))).toEqual(OPENED);
  });
});

describe('C-23, DX-08: the rules of a test', () => {
  const TEST = 'This is a test: the cards may be chosen';
  const NO_SEATS = 'Demo sessions and sessions in play money cannot take seats';
  const pageAt = async (query: string, gameId = 'blackjack-deluxe'): Promise<string> =>
    (await readPage(casino, gameId, query)).text;

  test('say that its seats are taken with play money, to whoever is there; those of a real table do not', async () => {
    const [testing, real] = [await HttpTable.open(casino), await HttpTable.open(casino, { mode: 'real' })];
    const demo = await testing.session({ mode: 'demo' });
    for (const query of [`?tableId=${testing.id}`, `?sessionId=${demo.id}`]) {
      const text = await pageAt(query);
      expect(text).toContain(TEST);
      expect(text).toContain('test sessions take its seats with play money');
      expect(text).not.toContain(NO_SEATS);
    }
    for (const query of [`?tableId=${real.id}`, '']) {
      expect(await pageAt(query)).toContain(NO_SEATS);
      expect(await pageAt(query)).not.toContain(TEST);
    }
  });

  test('say that cards may be chosen where one plays alone too; those of a demo session do not', async () => {
    const gameId = 'american-blackjack';
    const test = await casino.openSession({ gameId });
    const demo = await casino.openSession({ gameId, mode: 'demo' });
    expect(await pageAt(`?sessionId=${test.id}`, gameId)).toContain(TEST);
    expect(await pageAt(`?sessionId=${demo.id}`, gameId)).not.toContain(TEST);
    expect(await pageAt('', gameId)).not.toContain(TEST);
  });
});

describe('what does not go together is refused', () => {
  let table: HttpTable;
  let seated: OpenSession;
  let alone: OpenSession;

  beforeAll(async () => {
    table = await HttpTable.open(casino);
    seated = await table.session();
    alone = await casino.openSession({ gameId: 'american-blackjack' });
  });

  const atTable = (): string => `tableId=${table.id}`;
  const inSession = (): string => `sessionId=${seated.id}`;

  test.each([
    ['version and table', () => `version=1&${atTable()}`, ['query.version']],
    ['version and session', () => `version=1&${inSession()}`, ['query.version']],
    ['session and table', () => `${inSession()}&${atTable()}`, ['query.tableId']],
    ['all three', () => `version=1&${inSession()}&${atTable()}`, ['query.version', 'query.tableId']],
    ['a session of another game', () => `sessionId=${alone.id}`, ['query.sessionId']],
    ['version 0', () => 'version=0', ['query.version']],
    ['an empty version', () => 'version=', ['query.version']],
    ['a version in words', () => 'version=one', ['query.version']],
    ['two versions', () => 'version=1&version=1', ['query.version']],
    ['a table that is no UUID', () => 'tableId=7', ['query.tableId']],
    ['a session that is no UUID', () => 'sessionId=', ['query.sessionId']],
    ['an unknown field', () => 'roundId=1', ['query.roundId']],
  ])('%s: 400', async (_what, query, paths) => {
    const { status, body } = await askForRules(casino, 'blackjack-deluxe', `?${query()}`);
    const { errors = [] } = body as unknown as Problem;
    expect([status, errors.map(({ path }) => path)]).toEqual([400, paths]);
  });

  test('a table of another game: 400 that says which', async () => {
    const { status, body } = await askForRules(casino, 'american-blackjack', `?${atTable()}`);
    const errors = [{ path: 'query.tableId', detail: 'the table plays blackjack-deluxe' }];
    expect([status, (body as unknown as Problem).errors]).toEqual([400, errors]);
  });

  test('a version and a session token: 400', async () => {
    for (const gameId of ['american-blackjack', 'infinite-blackjack']) {
      const { status, body } = await askForRules(casino, gameId, '?version=1', { key: alone.token });
      const paths = (body as unknown as Problem).errors?.map(({ path }) => path);
      expect([status, paths]).toEqual([400, ['query.version']]);
    }
  });

  test('another operator’s table and session do not exist: 404', async () => {
    for (const query of [atTable(), inSession()]) {
      const { status } = await askForRules(stranger, 'blackjack-deluxe', `?${query}`);
      expect([query, status]).toEqual([query, 404]);
    }
  });

  test('a table that the token’s session is not at does not exist: 404', async () => {
    const elsewhere = await HttpTable.open(casino);
    for (const { token } of [seated, alone]) {
      const asked = { key: token };
      const query = `?tableId=${elsewhere.id}`;
      expect((await askForRules(casino, 'blackjack-deluxe', query, asked)).status).toBe(404);
    }
  });
});

test('one caller’s page is not kept for another: it depends on who asks, and has no mark of its own', async () => {
  const { headers } = await askForRules(casino, 'american-blackjack', '');
  const vary = (headers.get('vary') ?? '').toLowerCase().split(/, */);
  expect(vary).toEqual(expect.arrayContaining(['accept', 'authorization']));
  expect(headers.get('etag')).toBeNull();
});
