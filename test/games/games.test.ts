import { PRESETS } from '../../src/domain/presets';
import { startTestApp, type TestApp } from '../http/test-app';
import { clientWith, type OperatorClient, operatorClient, rowCounts } from '../players/operator-client';

let app: TestApp;
let operator: OperatorClient;
let stranger: OperatorClient;

beforeAll(async () => {
  app = await startTestApp();
  operator = await operatorClient(app);
  stranger = await operatorClient(app);
});

afterAll(() => app.close());

interface Listed {
  readonly items: {
    readonly id: string;
    readonly playerEdge: boolean;
    readonly limits: Record<string, object>;
  }[];
  readonly nextCursor: string | null;
}

async function list(query = '', client = operator): Promise<Listed> {
  return (await client.send('get', `/v1/games${query}`)).body as Listed;
}

const save = (id: string, settings: object = {}, client = operator) =>
  client.send('post', '/v1/rule-sets', { id, settings });

describe('the catalogue', () => {
  test('shows a game in full', async () => {
    const { status, body } = await operator.send('get', '/v1/games/american-blackjack');
    expect(status).toBe(200);
    expect(body).toMatchObject({
      id: 'american-blackjack',
      version: 1,
      name: 'American Blackjack',
      own: false,
      table: 'private',
      editions: ['american-blackjack-zero-edge'],
      playerEdge: false,
      ruleSet: PRESETS.find(({ id }) => id === 'american-blackjack'),
      limits: {
        EUR: { stake: { min: 100, max: 20_000, step: 100 }, sideBet: { min: 100, max: 2000, step: 100 } },
        JPY: { stake: { min: 100, max: 20_000, step: 100 } },
      },
      sideBets: [
        { type: 'blackjack', pays: { blackjack: 19 }, maxUnits: 20, assumption: null },
        { type: 'sevens', pays: { seven: 8, twoSevens: 40, threeSevens: 250 }, maxUnits: 20 },
      ],
    });
    const { theoreticalReturn, sideBets } = body as {
      theoreticalReturn: { mainBet: number; sideBets: Record<string, number> };
      sideBets: { theoreticalReturn: number; hitFrequency: number }[];
    };
    expect(theoreticalReturn.mainBet).toBeCloseTo(0.9974, 3);
    expect(theoreticalReturn.sideBets).toEqual({
      blackjack: sideBets[0]?.theoreticalReturn,
      sevens: sideBets[1]?.theoreticalReturn,
    });
    expect(sideBets[1]?.hitFrequency).toBeCloseTo(1 / 13, 6);
  });

  test('lists the games of the house to everybody, and the own ones to their operator', async () => {
    await save('zebra');
    await save('badger');
    const house = PRESETS.map(({ id }) => id);
    expect((await list()).items.map(({ id }) => id)).toEqual([...house, 'badger', 'zebra']);
    expect((await list('', stranger)).items.map(({ id }) => id)).toEqual(house);
    expect((await stranger.send('get', '/v1/games/zebra')).status).toBe(404);
    expect((await operator.send('get', '/v1/games/zebra')).body).toMatchObject({
      own: true,
      version: 1,
      editions: [],
    });
  });

  test.each([1, 2, 6, 7, 8, 9])('gives every game once in pages of %i', async (limit) => {
    const all = (await list()).items.map(({ id }) => id);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page: Listed = await list(`?limit=${limit}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      expect(page.items.length).toBeLessThanOrEqual(limit);
      seen.push(...page.items.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(all);
  });

  test('SW-14: flags the games that return more than they take', async () => {
    const flagged = (await list('', stranger)).items
      .filter(({ playerEdge }) => playerEdge)
      .map(({ id }) => id);
    expect(flagged).toEqual(['infinite-blackjack', 'blackjack-switch']);
  });

  test('C-14: has default limits in every currency, which all may be dealt', async () => {
    const { body } = await operator.send('get', '/v1/currencies');
    const codes = (body as { items: { code: string }[] }).items.map(({ code }) => code);
    for (const { limits } of (await list('', stranger)).items) expect(Object.keys(limits)).toEqual(codes);
  });
});

describe('the rules for people', () => {
  test.each([
    ['text/markdown', 'en', '# American Blackjack'],
    ['text/html', 'ru', '<html lang="ru"'],
    ['*/*', 'en', '# American Blackjack'],
  ])('come as %s in %s', async (accept, lang, start) => {
    const path = `/v1/games/american-blackjack/rules?lang=${lang}`;
    const { key } = await app.addKey(operator.operatorId);
    const answer = await app.call('get', path).set('Authorization', `Bearer ${key}`).set('Accept', accept);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(accept === '*/*' ? 'text/markdown' : accept);
    expect(answer.text).toContain(start);
  });

  test('are refused in other forms and languages', async () => {
    const { key } = await app.addKey(operator.operatorId);
    const call = (path: string) => app.call('get', path).set('Authorization', `Bearer ${key}`);
    expect((await call('/v1/games/american-blackjack/rules').set('Accept', 'application/pdf')).status).toBe(
      406,
    );
    expect((await call('/v1/games/american-blackjack/rules?lang=de')).status).toBe(400);
    expect((await call('/v1/games/whist/rules')).status).toBe(404);
  });
});

describe('own limits', () => {
  const limits = { stake: { min: 200, max: 50_000, step: 200 }, sideBet: { min: 100, max: 1000, step: 100 } };
  const path = '/v1/games/american-blackjack/limits';

  test('hold for the operator who set them, in that currency', async () => {
    const { status, body } = await operator.send('put', `${path}/EUR`, limits);
    expect([status, body]).toEqual([200, { gameId: 'american-blackjack', currency: 'EUR', limits }]);
    const mine = (await operator.send('get', '/v1/games/american-blackjack')).body as Listed['items'][0];
    expect(mine.limits['EUR']).toEqual(limits);
    expect(mine.limits['USD']).toMatchObject({ stake: { min: 100 } });
    const theirs = (await stranger.send('get', '/v1/games/american-blackjack')).body as Listed['items'][0];
    expect(theirs.limits['EUR']).toMatchObject({ stake: { min: 100 } });
    const raised = { ...limits, stake: { ...limits.stake, max: 60_000 } };
    expect((await operator.send('put', `${path}/EUR`, raised)).body).toMatchObject({ limits: raised });
  });

  test.each([
    [
      'C-13: a step on which a payout would not be whole',
      { stake: { min: 3, max: 9, step: 3 } },
      ['stake.step'],
    ],
    ['C-14: a maximum below the minimum', { stake: { min: 400, max: 200, step: 200 } }, ['stake.max']],
    [
      'C-14: bounds off the step',
      { stake: { min: 300, max: 500, step: 200 }, sideBet: { min: 150, max: 1000, step: 100 } },
      ['stake.min', 'stake.max', 'sideBet.min'],
    ],
    ['AM-14: a side bet above its ceiling', { sideBet: { min: 100, max: 2100, step: 100 } }, ['sideBet.max']],
    ['no step', { stake: { min: 100, max: 200 } }, ['stake.step']],
    ['a text', { stake: { min: '100', max: 200, step: 100 } }, ['stake.min']],
    ['no side bets', { sideBet: undefined }, ['sideBet']],
    ['an unknown field', { stake: { ...limits.stake, unit: 1 } }, ['stake.unit']],
  ])('are refused for %s', async (_why, change, paths) => {
    const before = await rowCounts(app);
    const { status, body } = await operator.send('put', `${path}/CHF`, { ...limits, ...change });
    expect(status).toBe(400);
    const { errors } = body as { errors: { path: string }[] };
    expect([...new Set(errors.map((error) => error.path))]).toEqual(paths);
    expect(await rowCounts(app)).toEqual(before);
  });

  test('need a game, a currency and the scope', async () => {
    expect((await operator.send('put', '/v1/games/whist/limits/EUR', limits)).status).toBe(404);
    expect(await operator.send('put', `${path}/XXX`, limits)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'path.currency' }] },
    });
    await save('only-mine');
    expect((await stranger.send('put', '/v1/games/only-mine/limits/EUR', limits)).status).toBe(404);
    const { key } = await app.addKey(operator.operatorId, ['play', 'wallet', 'history', 'tables']);
    expect((await clientWith(app, operator.operatorId, key).send('put', `${path}/EUR`, limits)).status).toBe(
      403,
    );
  });

  test('that a later version of the game does not permit switch the currency off', async () => {
    const odd = { stake: { min: 10, max: 100, step: 10 }, sideBet: { min: 10, max: 100, step: 10 } };
    await save('later');
    await operator.send('put', '/v1/games/later/limits/EUR', odd);
    await save('later', { blackjackPays: { num: 5, den: 4 } });
    const { limits: now } = (await operator.send('get', '/v1/games/later')).body as Listed['items'][0];
    expect(now['EUR']).toBeUndefined();
    expect(now['USD']).toBeDefined();
    const session = { playerId: 'alice', gameId: 'later', currency: 'EUR', mode: 'demo' };
    expect(await operator.send('post', '/v1/sessions', session)).toMatchObject({
      status: 400,
      body: { errors: [{ path: 'currency' }] },
    });
  });

  test('C-13: a currency in which a payout would not be whole is absent', async () => {
    await save('by-the-eighth', { blackjackPays: { num: 11, den: 8 } });
    const { limits: now } = (await operator.send('get', '/v1/games/by-the-eighth'))
      .body as Listed['items'][0];
    expect(now['EUR']).toBeUndefined();
    expect(now['AUD']).toBeDefined();
  });
});
