import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RoundBody } from '../../src/application/rounds/round-body';
import { Casino } from '../support/casino';

const run = promisify(execFile);
const readme = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');
const BLOCKS = [...readme.matchAll(/```bash tour\n([^]*?)```/g)].map(([, commands]) => commands);

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

afterAll(() => casino.close());

/** Runs exactly the commands of the README; what each block said comes back by itself. */
async function takeTour(): Promise<string[][]> {
  const script = BLOCKS.map((block) => `${block}\necho "<<end of block>>"`).join('\n');
  // Whatever the machine's own shell start-up file does is not part of the tour.
  const env = { ...process.env, BASH_ENV: '', HOLECARD: casino.app.baseUrl, KEY: casino.key };
  const { stdout, stderr } = await run('bash', ['-euo', 'pipefail', '-c', script], {
    env,
    cwd: join(__dirname, '..', '..'),
  });
  expect(stderr).toBe('');
  const said = stdout.split('<<end of block>>\n').slice(0, -1);
  return said.map((text) => text.split('\n').filter((line) => line.trim() !== ''));
}

test('the tour of the README works as it stands there, from deposit to history', async () => {
  expect(BLOCKS.length).toBeGreaterThanOrEqual(8);
  const [, money, , deal, again, decision, chosen, fairness, history] = await takeTour();
  expect(JSON.parse(money[0])).toMatchObject({ playerId: 'alice' });
  expect(JSON.parse(money[1])).toMatchObject({ transactionId: 'first-deposit', balanceAfter: 100_000 });
  const round = JSON.parse(deal[0]) as RoundBody;
  expect(round).toMatchObject({ playerId: 'alice', gameId: 'american-blackjack', mode: 'real' });
  expect(again).toEqual([round.id]);
  const decided = JSON.parse(decision[0]) as RoundBody & { round?: RoundBody };
  expect((decided.round ?? decided).status).toBe('settled');
  expect((JSON.parse(chosen[0]) as RoundBody).boxes[0].hands).toHaveLength(2);
  expect(fairness[0]).toMatch(/^[0-9a-f]{64}$/);
  expect(fairness.at(-1)).toBe(`Round ${round.id} was dealt and paid as it had to be.`);
  const [events, bets, entries, cancelled, cancellations] = history.map(
    (line) => JSON.parse(line) as { items: object[] },
  );
  expect(events.items.length).toBeGreaterThan(4);
  expect(bets.items.length).toBeGreaterThanOrEqual(2);
  expect(entries.items.length).toBeGreaterThanOrEqual(2);
  expect(cancelled).toMatchObject({ status: 'cancelled', net: 0 });
  expect(cancellations.items).toHaveLength(1);
});
