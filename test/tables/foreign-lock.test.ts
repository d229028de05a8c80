import { Casino, type Problem, type Reply } from '../support/casino';
import { holdingRows, soon } from '../compliance/waiting';
import { HttpTable } from './http-table';

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});
afterAll(() => casino.close());

const TABLE = 'SELECT FROM tables WHERE table_id = $1 FOR UPDATE';

test('an operator who knows the id of another one’s table neither locks it nor waits for it', async () => {
  const table = await HttpTable.open(casino);
  const stranger = await Casino.at(casino.app);
  const { id: sessionId } = await stranger.openSession({ gameId: 'american-blackjack' });
  const asking = (): Promise<Reply<Problem>[]> =>
    Promise.all([
      stranger.post<Problem>(`/v1/tables/${table.id}/pause`, { reason: 'test' }),
      stranger.post<Problem>(`/v1/tables/${table.id}/bets`, {
        sessionId,
        kind: 'seat',
        seat: 1,
        amount: 1000,
      }),
    ]);
  const { answers, pausing } = await holdingRows(casino, TABLE, [table.id], async () => {
    // Its owner has to wait; whose it is not, is answered while somebody else holds it.
    const paused = table.pause();
    expect(await Promise.race([paused, soon(200)])).toBe('not yet');
    return { answers: await asking(), pausing: paused.then((body) => [body]) };
  });
  expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
    [404, 'not_found'],
    [404, 'not_found'],
  ]);
  expect((await pausing)[0].status).toBe('paused');
});
