import { randomUUID } from 'node:crypto';
import { CLASSIC_DEFAULTS } from '../../src/domain/classic-settings';
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

const save = (body: object, client = operator, key?: string) =>
  client.send('post', '/v1/rule-sets', body, key);

describe('CL-09: a rule set of the operator’s own', () => {
  test('is saved with its defaults and its return, and can be played', async () => {
    const { status, body } = await save({
      id: 'house-rules',
      name: 'House Rules',
      settings: { softSeventeen: 'hit' },
    });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: 'house-rules',
      version: 1,
      name: 'House Rules',
      settings: { ...CLASSIC_DEFAULTS, softSeventeen: 'hit' },
      ruleSet: 'house-rules@1',
      theoreticalReturn: {
        mainBet: expect.closeTo(0.9947, 2) as number,
        method: 'composition',
        tolerance: expect.any(Number) as number,
        note: expect.any(String) as string,
        sideBets: {},
        insurance: {
          return: expect.closeTo(288 / 311, 12) as number,
          standardDeviation: expect.closeTo(1.3858, 4) as number,
          hitFrequency: expect.closeTo(96 / 311, 12) as number,
        },
      },
      playerEdge: false,
      createdAt: app.clock.now.toISOString(),
    });
    const read = await operator.send('get', '/v1/rule-sets/house-rules');
    expect([read.status, read.text]).toEqual([200, JSON.stringify(body)]);
    const game = await operator.send('get', '/v1/games/house-rules');
    expect(game.body).toMatchObject({ name: 'House Rules', ruleSet: { softSeventeen: 'hit' } });
  });

  test('saved again is the next version, and the first one stays', async () => {
    const first = await save({ id: 'twice', settings: {} });
    const second = await save({ id: 'twice', settings: { decks: 8 } });
    expect([first.body, second.body]).toMatchObject([
      { version: 1, name: 'twice' },
      { version: 2, settings: { decks: 8 } },
    ]);
    expect((await operator.send('get', '/v1/rule-sets/twice')).body).toEqual(second.body);
    expect((await operator.send('get', '/v1/rule-sets/twice?version=1')).body).toEqual(first.body);
    expect(await operator.send('get', '/v1/rule-sets/twice?version=3')).toMatchObject({
      status: 404,
      body: { detail: 'twice has no version 3: there are 1 to 2.' },
    });
    expect(await operator.send('get', '/v1/rule-sets/thrice?version=1')).toMatchObject({
      status: 404,
      body: { detail: 'There is no such rule set.' },
    });
    expect((await operator.send('get', '/v1/rule-sets/twice?version=0')).status).toBe(400);
    await expect(app.dataSource.query(`UPDATE rule_sets SET name = 'other'`)).rejects.toThrow('append-only');
    await expect(app.dataSource.query('DELETE FROM rule_sets')).rejects.toThrow('append-only');
  });

  test('saved ten times at once has ten versions', async () => {
    const answers = await Promise.all(Array.from({ length: 10 }, () => save({ id: 'rush', settings: {} })));
    expect(answers.map(({ status }) => status)).toEqual(Array<number>(10).fill(201));
    const versions = answers.map(({ body }) => (body as { version: number }).version);
    expect(versions.sort((one, other) => one - other)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test('saved under one key is saved once', async () => {
    const key = randomUUID();
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => save({ id: 'once', settings: {} }, operator, key)),
    );
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect((await operator.send('get', '/v1/rule-sets/once')).body).toMatchObject({ version: 1 });
    expect((await save({ id: 'once', settings: { decks: 1, boxes: 1 } }, operator, key)).status).toBe(422);
  });

  test.each([
    [{ decks: 9 }, ['settings.decks']],
    [{ boxes: '7' }, ['settings.boxes']],
    [{ colour: 'red' }, ['settings.colour']],
    [{ dealer: 'holeCard' }, ['settings.surrender']],
    [{ surrender: 'early' }, ['settings.surrender']],
    [{ insuranceCards: 'closed', insurance: 'none' }, ['settings.insuranceCards']],
    [{ resplitAces: true, maxHands: 2 }, ['settings.resplitAces']],
    [{ shuffle: 'cutCard', decks: 'infinite' }, ['settings.shuffle']],
    [{ decks: 1 }, ['settings.decks']],
    [{ dealer: 'oneCard', resplitAces: true, maxHands: 2 }, ['settings.surrender', 'settings.resplitAces']],
    [{ blackjackPays: { num: 1, den: 2 } }, ['settings.blackjackPays']],
    [{ blackjackPays: { num: 1.5, den: 1 } }, ['settings.blackjackPays']],
    [{ blackjackPays: { num: 99, den: 97 } }, ['settings.blackjackPays']],
  ])('with the settings %j is refused at %j', async (settings, paths) => {
    const before = await rowCounts(app);
    const { status, body } = await save({ id: 'wrong', settings });
    expect(status).toBe(400);
    const { errors } = body as { errors: { path: string }[] };
    expect([...new Set(errors.map(({ path }) => path))]).toEqual(paths);
    expect(await rowCounts(app)).toEqual(before);
  });

  test.each([
    [{ id: '', settings: {} }, 'id'],
    [{ id: 'игра', settings: {} }, 'id'],
    [{ id: 'x'.repeat(129), settings: {} }, 'id'],
    [{ id: 'american-blackjack', settings: {} }, 'id'],
    [{ settings: {} }, 'id'],
    [{ id: 'fine' }, 'settings'],
    [{ id: 'fine', settings: [] }, 'settings'],
    [{ id: 'fine', settings: {}, name: '' }, 'name'],
    [{ id: 'fine', settings: {}, name: 'two\nlines' }, 'name'],
    [{ id: 'fine', settings: {}, version: 2 }, 'version'],
  ])('sent as %j is refused at %s', async (sent, path) => {
    const { status, body } = await save(sent);
    expect([status, body]).toMatchObject([400, { errors: [{ path }] }]);
  });

  test('is its operator’s alone', async () => {
    await save({ id: 'secret', settings: {} });
    expect((await stranger.send('get', '/v1/rule-sets/secret')).status).toBe(404);
    expect((await save({ id: 'secret', settings: { boxes: 3 } }, stranger)).body).toMatchObject({
      version: 1,
    });
    expect((await operator.send('get', '/v1/rule-sets/secret')).body).toMatchObject({
      settings: { boxes: 7 },
    });
    const { key } = await app.addKey(operator.operatorId, ['play', 'wallet', 'history', 'tables']);
    expect(
      (await save({ id: 'secret', settings: {} }, clientWith(app, operator.operatorId, key))).status,
    ).toBe(403);
  });

  test('is listed by its latest version, the newest first', async () => {
    const client = await operatorClient(app);
    const start = app.clock.now;
    for (const id of ['one', 'two', 'three', 'one']) {
      app.clock.now = new Date(app.clock.now.getTime() + 1);
      await save({ id, settings: {} }, client);
    }
    app.clock.now = start;
    interface Page {
      readonly items: { ruleSet: string }[];
      readonly nextCursor: string | null;
    }
    const first = (await client.send('get', '/v1/rule-sets?limit=2')).body as Page;
    expect(first.items.map(({ ruleSet }) => ruleSet)).toEqual(['one@2', 'three@1']);
    const path = `/v1/rule-sets?limit=2&cursor=${first.nextCursor}`;
    const second = (await client.send('get', path)).body as Page;
    expect(second.items.map(({ ruleSet }) => ruleSet)).toEqual(['two@1']);
    expect(second.nextCursor).toBeNull();
  });
});
