import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PRESETS } from '../../src/domain/presets';
import { allAgree, figuresOf, type GameFigures } from '../../src/operations/returns/figures';
import { benchIn } from '../../src/operations/returns/bench';
import { percent } from '../../src/operations/returns/format';
import { METHOD } from '../../src/operations/returns/page-texts';
import { checkOut } from '../../src/operations/returns/out';
import { ProgressBar } from '../../src/operations/returns/progress';
import { runReturns } from '../../src/operations/returns/run-returns';
import { insuranceReturn } from '../../src/returns/insurance-return';
import { switchTable } from '../../src/returns/switch-table';
import { theoreticalReturn } from '../../src/returns/theoretical-return';

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'holecard-returns-'))));
afterAll(() => rmSync(folder, { recursive: true }));

async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  let out = '';
  let err = '';
  const streams = {
    out: { write: (text: string) => (out += text) },
    err: { write: (text: string) => (err += text) },
  };
  const code = await runReturns(args, streams);
  return { code, out, err };
}

function fileOf(name: string, text: string): string {
  const file = join(folder, name);
  writeFileSync(file, text);
  return file;
}

const SPEEDS = `best play, one              1,234,567 a second, returned 99.5 %
same rules, best play: engine-blackjack     17,000 a second, returned 99.7 %
this engine plays 70 times as many rounds`;

describe('npm run returns', () => {
  it('says how it is used', async () => {
    expect(await run()).toMatchObject({ code: 0, out: expect.stringContaining('Usage: npm run returns') });
    expect((await run('--help')).out).toMatch(/blackjack-switch-push22/);
  });

  it('prints returns and the best strategy of a game', async () => {
    const { code, out, err } = await run('--game', 'infinite-blackjack');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toMatch(/Main bet: returns 100\.0226 % of the initial stake/);
    expect(out).toMatch(
      /Standard deviation 1\.10\d\d ± 0\.00\d\d initial stakes, wins 41\.\d+ ± 0\.\d+ %, pushes 8\.\d+ ± 0\.\d+ %\n/,
    );
    expect(out).toMatch(/from a short simulation of 250,000 rounds, ± its standard error/);
    expect(out).not.toMatch(/standard errors from theory/);
    expect(out).toMatch(
      /Insurance: returns 92\.3077 %, exactly\n {2}Standard deviation 1\.3846 stakes, wins 30\.7692 %/,
    );
    expect(out).toMatch(/^Hard totals 2 {4}3 .* A$/m);
    expect(out).toMatch(/^ {2}16 {8}S {4}S {4}S {4}S {4}S {4}H {4}H {4}Rh {3}Rh {3}Rh$/m);
    expect(out).toMatch(/Insurance: never\./);
    expect(out).toMatch(/Even money: never\./);
  });

  it('simulates on demand, the same for the same seed, and says how far theory is', async () => {
    const args = ['--game', 'american-blackjack', '--simulate', '20000'];
    const { code, out } = await run(...args);
    expect(code).toBe(0);
    expect(out.match(/standard errors from theory: agrees/g)).toHaveLength(3);
    expect(out).toMatch(
      /Standard deviation 1\.1\d+ ± 0\.\d+ initial stakes, wins 4\d\.\d+ ± 0\.\d+ %, pushes \d\./,
    );
    expect(out).toMatch(/from the simulation of 20,000 rounds/);
    expect(out).not.toMatch(/short simulation|Insurance: returns/);
    expect((await run(...args)).out).toBe(out);
    expect((await run(...args, '--seed', '2')).out).not.toBe(out);
  });

  it('writes JSON with everything in it, to a file', async () => {
    const file = join(folder, 'out.json');
    const asked = ['--game', 'blackjack-switch', '--simulate', '10000', '--json', '--out', file];
    expect(await run(...asked)).toEqual({ code: 0, out: '', err: '' });
    const { agrees, rounds, games } = JSON.parse(readFileSync(file, 'utf8')) as {
      agrees: boolean;
      rounds: number;
      games: GameFigures[];
    };
    expect({ agrees, rounds }).toEqual({ agrees: true, rounds: 10_000 });
    expect(games[0]).toMatchObject({ game: 'blackjack-switch', switching: 'secondCards', version: 1 });
    expect(games[0].simulated?.map(({ bet }) => bet)).toEqual(['main', 'insurance', 'superMatch']);
    expect(games[0].insurance).toEqual(insuranceReturn(PRESETS[5]));
    expect(games[0].scatter).toMatchObject({ simulation: 'asked', rounds: 10_000, seed: 1 });
    expect(games[0].switchTable).toMatchObject({
      ...switchTable(PRESETS[5]),
      cost: { played: { boxes: 10_000 } },
    });
    expect(games[0].sideBets[0].standardDeviation).toBeCloseTo(1.7532, 4);
  });

  it('knows an operator by his settings, and tells what is wrong with them', async () => {
    const good = fileOf('house-rules.json', '{"boxes": 2, "decks": 2, "surrender": "none"}');
    expect((await run('--settings', good)).out).toMatch(/house-rules@1[^]*returns 99\.8\d+ %/);
    const bad = fileOf('bad.json', '{"decks": 9, "dealer": "holeCard"}');
    expect(await run('--settings', bad)).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/make no game:\n {2}settings\.decks: must be one of 1, /),
    });
    expect((await run('--settings', fileOf('no.json', '{'))).err).toMatch(/no\.json are no JSON/);
    expect((await run('--settings', join(folder, 'none.json'))).err).toMatch(/cannot be read: ENOENT/);
  });

  it('ends with 2 and an explanation when it was not understood, or cannot write', async () => {
    expect(await run('--game', 'poker')).toMatchObject({ code: 2, out: '' });
    const { code, err } = await run('--game', 'infinite-blackjack', '--out', join(folder, 'no', 'file'));
    expect(code).toBe(2);
    expect(err).toMatch(/The report cannot be written: ENOENT/);
  });

  it('looks whether the report can be written before anything is played', async () => {
    // A simulation that would take days.
    const asked = ['--game', 'infinite-blackjack', '--simulate', '1e11', '--out'];
    const missing = await run(...asked, join(folder, 'no', 'file'));
    expect(missing).toMatchObject({
      code: 2,
      out: '',
      err: expect.stringMatching(/cannot be written: ENOENT/),
    });
    expect((await run(...asked, folder)).err).toMatch(/cannot be written: .* is a directory/);
  });

  it('leaves the file as it is until there is something to write', () => {
    const kept = fileOf('kept.md', 'what was there');
    checkOut(kept);
    expect(readFileSync(kept, 'utf8')).toBe('what was there');
    const fresh = join(folder, 'fresh.md');
    checkOut(fresh);
    expect(existsSync(fresh)).toBe(false);
  });

  it('adds the speeds of the bench to the page, and refuses what the bench did not print', async () => {
    const page = ['--game', 'infinite-blackjack', '--markdown', '--bench'];
    const speeds = fileOf('speeds.txt', `# On a slow day.\nshoes   5 a second\n${SPEEDS}`);
    const { out } = await run(...page, speeds);
    expect(out).toMatch(/## How fast it is\n\nOn a slow day\.\n\n/);
    expect(out).toMatch(/\| best play, one +\| +1,234,567 \|/);
    expect(out).toMatch(/\n\nThis engine plays 70 times as many rounds\.\n$/);
    expect(out).not.toMatch(/\| shoes/);
    expect(out).toMatch(/a short simulation of 250,000 rounds, always the same/);
    expect((await run(...page, fileOf('none.txt', 'nothing'))).err).toMatch(
      /is not what `npm run bench` prints/,
    );
    expect((await run(...page, join(folder, 'none'))).err).toMatch(/The speeds cannot be read: ENOENT/);
  });

  it('ends with 1 and names the bet when a simulation is not where theory says', async () => {
    // Three of the first thousand seeds lead a thousand rounds so far astray by chance, as they should.
    const { code, err, out } = await run(
      ...['--game', 'infinite-blackjack', '--simulate', '1000', '--seed', '759'],
    );
    expect(code).toBe(1);
    expect(err).toMatch(/^infinite-blackjack, main: the simulation is 3\.\d standard errors from theory/);
    expect(out).toMatch(/DISAGREES/);
  });
});

describe('whether all agree', () => {
  it('asks every bet of every game', async () => {
    const order = { rounds: 1000, seed: 1, threads: null, onPlayed: () => undefined };
    const figures = await figuresOf(PRESETS[1], order);
    const [main, ...rest] = figures.simulated ?? [];
    const astray: GameFigures = { ...figures, simulated: [{ ...main, agrees: false }, ...rest] };
    expect(allAgree([figures])).toBe(true);
    expect(allAgree([figures, astray])).toBe(false);
    expect(allAgree([{ ...figures, simulated: null }])).toBe(true);
  });
});

const PAGE = readFileSync(join(__dirname, '../../docs/returns.md'), 'utf8');

describe('the page docs/returns.md', () => {
  it.each(PRESETS.map((ruleSet) => ({ id: ruleSet.id, ruleSet })))(
    'states theory: $id',
    ({ id, ruleSet }) => {
      const { mainBet, sideBets } = theoreticalReturn(ruleSet);
      const rowOf = (name: string): string[] =>
        PAGE.split('\n')
          .map((line) => line.split('|').map((cell) => cell.trim()))
          .find((cells) => cells[1] === name) ?? [];
      expect(rowOf(id)[2]).toBe(percent(mainBet.return));
      for (const bet of sideBets) expect(rowOf(`${id}, ${bet.type}`)[2]).toBe(percent(bet.return));
      const insurance = insuranceReturn(ruleSet);
      expect(rowOf(`${id}, insurance`)[2]).toBe(insurance === null ? undefined : percent(insurance.return));
    },
  );

  it.each(
    PRESETS.filter(({ switching }) => switching !== 'none').map((ruleSet) => ({ id: ruleSet.id, ruleSet })),
  )('prints the table for switching: $id', ({ id, ruleSet }) => {
    const [, section = ''] = PAGE.split(`\n### ${id}\n`);
    const [table] = section.split('\n##');
    const lines = table.split('\n').map((line) => line.split('|').map((cell) => cell.trim()));
    for (const { hand, values } of switchTable(ruleSet)?.rows ?? []) {
      const row = lines.find((cells) => cells[1] === hand);
      expect(row?.slice(2, -1)).toEqual(values.map(String));
    }
    expect(table).toMatch(/gives away 0\.00\d\d % of the initial stakes/);
  });

  it('says what the command writes of how the figures are found, and of what they do not hold', () => {
    expect(PAGE).toContain(METHOD);
    expect(METHOD).toContain('**Choosing when a shoe ends.**');
  });

  it('tells the speeds that were measured last', () => {
    const { ratio, speeds } = benchIn(join(__dirname, '../../bench/measured.txt'));
    expect(PAGE).toContain(ratio.slice(1));
    for (const { what, perSecond } of speeds)
      expect(PAGE).toMatch(new RegExp(`\\| ${what} +\\| +${perSecond} \\|`));
    expect(speeds.map(({ what }) => what)).toContain('same rules, best play: engine-blackjack');
  });
});

describe('the progress bar', () => {
  function barOn(isTTY: boolean): { bar: ProgressBar; text: () => string; pass: (ms: number) => void } {
    let written = '';
    let now = 0;
    const terminal = { isTTY, write: (text: string) => (written += text) };
    const bar = new ProgressBar(terminal, 1000, () => now);
    return { bar, text: () => written, pass: (ms) => (now += ms) };
  }

  it('is drawn on a terminal, ten times a second at most, and cleared', () => {
    const { bar, text, pass } = barOn(true);
    pass(500);
    bar.add('some-game', 250);
    pass(50);
    bar.add('some-game', 250);
    expect(text()).toMatch(/25 % {2}some-game, 0\.00 million rounds a second$/);
    pass(100);
    bar.add('some-game', 250);
    expect(text()).toMatch(/75 %/);
    bar.clear();
    expect(text().endsWith('\r\x1b[2K')).toBe(true);
  });

  it('is not there in a log', () => {
    const { bar, text, pass } = barOn(false);
    pass(500);
    bar.add('some-game', 500);
    bar.clear();
    expect(text()).toBe('');
  });
});
