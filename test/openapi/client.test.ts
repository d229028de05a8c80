import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { startChild } from '../support/child';
import { type Served, serve } from './served';

const root = resolve(__dirname, '../..');
const folder = join(__dirname, 'client');
const generated = join(folder, 'generated');

let served: Served;

beforeAll(async () => {
  served = await serve();
  rmSync(generated, { recursive: true, force: true });
  mkdirSync(generated);
});

afterAll(() => served.close());

/** What a tool of ours says; it fails with all of that when the tool does. */
async function run(script: string, ...args: string[]): Promise<string> {
  const tool = startChild(process.execPath, [script, ...args], { cwd: root });
  const code = await tool.ended;
  if (code !== 0) throw new Error(`${script} ended with ${code}:\n${tool.stdout()}\n${tool.stderr()}`);
  return tool.stdout();
}

const ofPackage = (path: string): string => join(root, 'node_modules', path);

test('a client of generated types compiles in the strictest way and plays a round', async () => {
  const document = join(generated, 'openapi.json');
  writeFileSync(document, JSON.stringify(served.document));
  const types = join(generated, 'api.ts');
  await run(ofPackage('openapi-typescript/bin/cli.js'), document, '--output', types);
  await run(ofPackage('typescript/bin/tsc'), '--project', folder);
  const said = await run(join(generated, 'built/play-a-round.js'), served.baseUrl, served.key);

  const report = JSON.parse(said) as Record<string, unknown>;
  expect(report).toMatchObject({ status: 'settled', balance: report['expected'] });
  expect(report['hands']).toEqual([expect.stringMatching(/^(win|blackjack|push|lose|bust)$/)]);
  expect(report['bets']).toEqual(['main', 'sevens']);
  expect(report['events']).toEqual(expect.arrayContaining(['placedBets', 'cardDealt', 'roundSettled']));
}, 300_000);
