import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { RoundBody } from '../../src/application/rounds/round-body';
import type { SheetBody, TableBody } from '../../src/application/tables/table-body';
import { Casino } from '../support/casino';

const run = promisify(execFile);
const readme = readFileSync(join(__dirname, '..', '..', 'README.md'), 'utf8');
const BLOCKS = [...readme.matchAll(/```bash tour\n([^]*?)```/g)].map(([, commands]) => commands);
/** What the second terminal runs, after the block that stands before it. */
const WATCH = /```bash tour\n(?<before>[^]*?)```[^`]*?```bash watch\n(?<commands>[^]*?)```/.exec(
  readme.slice(readme.indexOf('## A shared table')),
)?.groups;

let casino: Casino;

beforeAll(async () => {
  casino = await Casino.open();
});

const folder = mkdtempSync(join(tmpdir(), 'holecard-tour-'));
const STREAM = join(folder, 'stream.txt');
// There before the second terminal is: what waits for its first words may look sooner than it writes.
writeFileSync(STREAM, '');

afterAll(async () => {
  rmSync(folder, { recursive: true });
  await casino.close();
});

/** Beside the others from then on, until the tour is over; the first thing it says is waited for. */
function secondTerminal(block: string): string {
  if (WATCH?.['before'] !== block) return '';
  return `(${WATCH['commands']}) > ${STREAM} 2>&1 & trap "kill $! 2>/dev/null || true" EXIT
    ${untilTold('state')}`;
}

function untilTold(event: string): string {
  return `until grep -q "^event: ${event}$" ${STREAM}; do sleep 0.05; done`;
}

/** Runs exactly the commands of the README; what each block said comes back by itself. */
async function takeTour(): Promise<string[][]> {
  const blocks = BLOCKS.map((block) => `${block}\necho "<<end of block>>"\n${secondTerminal(block)}`);
  const script = [...blocks, untilTold('roundSettled')].join('\n');
  // Whatever the machine's own shell start-up file does is not part of the tour.
  const env = { ...process.env, BASH_ENV: '', HOLECARD: casino.app.baseUrl, KEY: casino.key };
  const { stdout, stderr } = await run('bash', ['--norc', '-euo', 'pipefail', '-c', script], {
    env,
    cwd: join(__dirname, '..', '..'),
  });
  expect(stderr).toBe('');
  const said = stdout.split('<<end of block>>\n').slice(0, -1);
  return said.map((text) => text.split('\n').filter((line) => line.trim() !== ''));
}

test('the tour of the README works as it stands there, from deposit to history and the shared table', async () => {
  expect(BLOCKS.length).toBeGreaterThanOrEqual(8);
  const [, money, , deal, again, decision, chosen, fairness, history, ...table] = await takeTour();
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
  lookAtTable(table, readFileSync(STREAM, 'utf8'));
});

function lookAtTable([, bets, decisions, supervisor]: string[][], stream: string): void {
  const [ann, ben, dealt] = bets.slice(1).map((line) => JSON.parse(line) as TableBody & SheetBody);
  expect([ann.cost, ben.cost]).toEqual([1000, 500]);
  expect(dealt).toMatchObject({ status: 'deciding', turn: { seat: 1, hand: '1.1' } });
  expect(decisions).toEqual(['follow-double', '4000', '2000']);
  expect(supervisor).toEqual(['paused', 'result', 'betting']);
  for (const event of ['state', 'seat', 'cardDealt', 'executed', 'roundSettled']) {
    expect(stream).toContain(`event: ${event}\n`);
  }
}
