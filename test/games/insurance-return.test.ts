import { PRESETS } from '../../src/domain/presets';
import { insuranceReturn } from '../../src/returns/insurance-return';
import { startTestApp, type TestApp } from '../http/test-app';
import { type OperatorClient, operatorClient } from '../players/operator-client';

let app: TestApp;
let operator: OperatorClient;

beforeAll(async () => {
  app = await startTestApp();
  operator = await operatorClient(app);
});

afterAll(() => app.close());

interface Shown {
  readonly id: string;
  readonly theoreticalReturn: { readonly insurance: object | null };
}

async function shown(path: string): Promise<Shown> {
  const { status, body } = await operator.send('get', path);
  expect(status).toBe(200);
  return body as Shown;
}

test('C-11: the list of games tells what insurance returns, and null where there is none (AM-10)', async () => {
  const { items } = (await operator.send('get', '/v1/games')).body as { items: Shown[] };
  expect(items.map(({ id, theoreticalReturn }) => [id, theoreticalReturn.insurance])).toEqual(
    PRESETS.map((ruleSet) => [ruleSet.id, insuranceReturn(ruleSet)]),
  );
  const american = items.find(({ id }) => id === 'american-blackjack');
  expect(american?.theoreticalReturn.insurance).toBeNull();
});

test('C-11: a game alone tells the same, by its decks', async () => {
  const chance = (16 * 8) / (52 * 8 - 1);
  expect((await shown('/v1/games/blackjack-deluxe')).theoreticalReturn.insurance).toEqual({
    return: 3 * chance,
    standardDeviation: 3 * Math.sqrt(chance * (1 - chance)),
    hitFrequency: chance,
  });
});

test('CL-06: an own game has it by its own settings, from returns that were kept without it', async () => {
  const saved = await operator.send('post', '/v1/rule-sets', {
    id: 'two-decks',
    settings: { boxes: 2, decks: 2 },
  });
  const { insurance } = (saved.body as Shown).theoreticalReturn;
  expect(insurance).toMatchObject({ return: expect.closeTo(96 / 103, 12) as number });
  const [kept] = await app.dataSource.query<{ theoretical_return: object }[]>(
    `SELECT theoretical_return FROM rule_sets WHERE rule_set_id = 'two-decks' AND operator_id = $1`,
    [operator.operatorId],
  );
  expect(Object.keys(kept.theoretical_return).sort()).toEqual(['mainBet', 'sideBets']);
  await operator.send('post', '/v1/rule-sets', { id: 'two-decks', settings: { insurance: 'none' } });
  expect((await shown('/v1/games/two-decks')).theoreticalReturn.insurance).toBeNull();
  expect((await shown('/v1/rule-sets/two-decks')).theoreticalReturn.insurance).toBeNull();
  expect((await shown('/v1/rule-sets/two-decks?version=1')).theoreticalReturn.insurance).toEqual(insurance);
});
