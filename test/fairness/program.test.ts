import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Proof } from '../../src/application/fairness/make-proof';
import { Casino } from '../support/casino';
import { createTemporaryFolder } from '../support/temporary-folder';
import { rehashed } from './forger';
import { fileOf, vector } from './proofs';

const program = join(__dirname, '..', '..', 'dist', 'verify.cjs');
const run = promisify(execFile);
const folder = createTemporaryFolder();

afterAll(() => folder.remove());

interface Said {
  readonly code: number;
  readonly said: string;
}

async function verify(...args: string[]): Promise<Said> {
  return runProgram(program, args);
}

async function runProgram(file: string, args: readonly string[]): Promise<Said> {
  try {
    const { stdout } = await run(process.execPath, [file, ...args], { cwd: '/', env: {} });
    return { code: 0, said: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, said: stdout + stderr };
  }
}

function written(name: string, value: unknown): string {
  const file = join(folder.path, name);
  writeFileSync(file, typeof value === 'string' ? value : JSON.stringify(value));
  return file;
}

function notesOf(name: string): string[] {
  const { commitment, clientSeed, nonce } = vector(name);
  return ['--commitment', commitment, '--client-seed', clientSeed, '--nonce', String(nonce)];
}

describe('the program that verifies', () => {
  test('is one file that needs nothing else', () => {
    const source = readFileSync(program, 'utf8');
    const required = [...source.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(required.filter((name) => !name.startsWith('node:'))).toEqual([]);
    expect(source).not.toMatch(/node:(http|https|net|dns)/);
  });

  test('exits 0 when all is proved, and says what', async () => {
    const { code, said } = await verify(fileOf('american'), ...notesOf('american'));
    const { roundId, commitment } = vector('american');
    expect([code, said]).toEqual([
      0,
      expect.stringContaining(`Round ${roundId} was dealt and paid as it had to be.\n`),
    ]);
    expect(said.split('\n')[0]).toBe(`The proof of round ${roundId}`);
    expect(said).toContain(`ok     the commitment: ${commitment}, as it was noted before the bet`);
    expect(said).not.toMatch(/^(OPEN|WRONG|CHOSEN)/m);
    const upperCase = notesOf('american').map((text) => (text === commitment ? text.toUpperCase() : text));
    expect((await verify(fileOf('american'), ...upperCase)).code).toBe(0);
  });

  test('exits 3 while something is open, and says what', async () => {
    const plain = await verify(fileOf('american'));
    expect(plain).toMatchObject({ code: 3, said: expect.stringContaining('OPEN   the commitment: compare') });
    expect(plain.said).toContain('Nothing contradicts it, but not all of it is proved: see OPEN.');
    const unrevealed = written('unrevealed.json', { ...vector('american'), serverSeed: null });
    const later = await verify(unrevealed, ...notesOf('american'));
    expect(later).toMatchObject({
      code: 3,
      said: expect.stringContaining('OPEN   the cards: the server seed'),
    });
    const kept = await verify(fileOf('switch-kept-shoe'), ...notesOf('switch-kept-shoe'), '--start', '101');
    expect(kept.code).toBe(0);
  });

  test('exits 3 where cards were chosen, and says so', async () => {
    const { code, said } = await verify(fileOf('chosen-cards'), ...notesOf('chosen-cards'));
    expect([code, said]).toEqual([3, expect.stringContaining('CHOSEN the cards: 3 of them were CHOSEN')]);
    expect(said).toContain('see CHOSEN.');
  });

  test('exits 1 where something contradicts, and says where', async () => {
    const bad = written('bad.json', { ...vector('american'), returned: 1 });
    const { code, said } = await verify(bad, ...notesOf('american'));
    expect([code, said]).toEqual([
      1,
      expect.stringContaining('WRONG  the money: returned is 1; it comes to'),
    ]);
    expect(said).toContain('The proof does not hold: see WRONG.');
    const others = [...notesOf('american').slice(0, 5), '7'];
    expect(await verify(fileOf('american'), ...others)).toMatchObject({
      code: 1,
      said: expect.stringContaining('WRONG  the nonce: the proof says 0; 7 was noted'),
    });
  });

  test.each<[string, () => string[], string]>([
    ['nothing', () => [], 'Usage: node verify.cjs proof.json|record.json '],
    ['two files', () => [fileOf('american'), fileOf('classic')], 'Usage'],
    ['an unknown flag', () => [fileOf('american'), '--luck', '7'], 'Usage'],
    ['no number', () => [fileOf('american'), '--nonce', '1.5'], '--nonce is a whole number'],
    ['no such file', () => [join(folder.path, 'missing.json')], 'ENOENT'],
    ['no JSON', () => [written('text.json', 'not JSON')], 'It cannot be verified'],
    ['another form', () => [written('other.json', { format: 'something else' })], 'its format is none of'],
    ['a form alone', () => [written('bare.json', { format: 'holecard-proof/1' })], 'roundId is missing'],
    [
      'a later form alone',
      () => [written('bare.json', { format: 'holecard-proof/3' })],
      'roundId is missing',
    ],
    [
      'a record alone',
      () => [written('bare.json', { format: 'holecard-round-record-v3' })],
      'round is not an object',
    ],
    ['keys that are none', () => [fileOf('american'), '--keys', fileOf('american')], 'no JSON Web Key Set'],
  ])('exits 2 for %s', async (_, args, why) => {
    expect(await verify(...args())).toMatchObject({ code: 2, said: expect.stringContaining(why) });
  });
});

/** A proof of `deluxe-everybody` in which something is so large that it would take for ever. */
type Bomb = readonly [what: string, change: (proof: Proof) => object, where: string];

describe('a file that would keep the program busy', () => {
  const huge = 1_000_000_000;
  const placed = (change: object) => (proof: Proof) => {
    const [first, ...rest] = proof.steps;
    return { steps: [{ ...first, bets: { ...(first as { bets: object }).bets, ...change } }, ...rest] };
  };

  test.each<Bomb>([
    ['hands', ({ ruleSet }) => ({ ruleSet: { ...ruleSet, handsPerBox: huge } }), 'ruleSet.handsPerBox'],
    [
      'decks',
      ({ ruleSet, shoe }) => ({ ruleSet: { ...ruleSet, decks: huge }, shoe: { ...shoe, decks: huge } }),
      'decks',
    ],
    ['a place in the shoe', ({ shoe }) => ({ shoe: { ...shoe, start: 1e12 } }), 'shoe.start'],
    ['bettors', placed({ bettors: 400_000_000 }), 'steps[0].bets.bettors'],
    ['steps', ({ steps }) => ({ steps: Array(3_000).fill(steps[1]) }), 'steps has more than'],
    ['no rules', () => ({ ruleSet: {} }), 'ruleSet.'],
  ])('is refused before anything is dealt: %s', async (_, change, where) => {
    const truth = vector('deluxe-everybody');
    const file = written('bomb.json', rehashed({ ...truth, ...change(truth) }));
    expect(await verify(file)).toMatchObject({ code: 2, said: expect.stringContaining(where) });
  });

  test('is not played by rules or bets that do not hold', async () => {
    const truth = vector('deluxe-everybody');
    for (const lie of [
      { ruleSet: { ...truth.ruleSet, handsPerBox: 64, boxes: 64 } },
      placed({ bettors: 9_999 })(truth),
    ]) {
      const file = written('bomb.json', rehashed({ ...truth, ...lie } as Proof));
      const { code, said } = await verify(file);
      expect([code, said]).toEqual([
        1,
        expect.stringContaining('OPEN   the play: neither cards nor choices'),
      ]);
    }
  });

  test('is refused for its size, its depth, or what is no text', async () => {
    const texts = [' '.repeat(9_000_000), '['.repeat(500_000), `{"a":${'{"a":'.repeat(500_000)}`];
    for (const text of texts) expect((await verify(written('large.json', text))).code).toBe(2);
    writeFileSync(join(folder.path, 'bytes.json'), Buffer.from([0x22, 0xff, 0x22]));
    expect((await verify(join(folder.path, 'bytes.json'))).code).toBe(2);
  });
});

test('what a file says is told in the line where it belongs', async () => {
  const line = 'ok     the cards: all 9 are those that the seeds give, in order';
  const record = {
    format: 'holecard-round-record-v1',
    ...{ keyId: `x\n${line}\u001b[2K`, signature: 'AAAA', round: { id: `y\r\n${line}` } },
    ...{ shoe: {}, money: { transfers: [] }, cancellation: null },
  };
  const { code, said } = await verify(written('lines.json', record));
  expect(code).toBe(3);
  expect(said).not.toContain('\u001b');
  expect(said.split(/[\r\n]/).filter((one) => one.startsWith('ok'))).toEqual([]);
  const unknown = await verify(written('lines.json', { format: `holecard-proof/9\n${line}` }));
  expect([unknown.code, unknown.said.trimEnd().split('\n')]).toEqual([
    2,
    [expect.stringContaining('\\u{a}ok')],
  ]);
});

test('a record of which other things are read than were signed is refused', async () => {
  const text = readFileSync(fileOf('american'), 'utf8');
  const twice = await verify(
    written('twice.json', text.replace('"staked"', '"staked": 777777777, "staked"')),
  );
  expect(twice).toMatchObject({ code: 2, said: expect.stringContaining('twice') });
  const endless = await verify(
    written(
      'endless.json',
      text.replace('"outcome": null', '"outcome": 1e400').replace('"script": null', '"script": 1e400'),
    ),
  );
  expect(endless).toMatchObject({ code: 2, said: expect.stringContaining('understood as Infinity') });
});

test('a cancelled round is said to be one, and not to be paid', async () => {
  const casino = await Casino.open();
  try {
    const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo' });
    const { body: noted } = await casino.get<Record<string, string | number>>(`/v1/sessions/${id}/fairness`);
    const { body: round } = await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }] });
    await casino.cancel(round.id, { reason: 'fault' });
    await casino.post(`/v1/sessions/${id}/fairness/rotate`, {});
    const record = await casino.get(`/v1/rounds/${round.id}/record`);
    const keys = await casino.get('/.well-known/jwks.json');
    const notes = ['--commitment', `${noted['commitment']}`, '--client-seed', `${noted['clientSeed']}`];
    const { code, said } = await verify(
      written('cancelled.json', record.text),
      ...['--keys', written('jwks.json', keys.text), ...notes, '--nonce', `${noted['nonce']}`],
    );
    const last = `Round ${round.id} was dealt as it had to be, and cancelled: every stake came back.`;
    expect([code, said.trimEnd().split('\n').at(-1)]).toEqual([0, last]);
  } finally {
    await casino.close();
  }
});

describe('GET /verify.cjs', () => {
  test('gives that very program to anybody, with its digest, and it verifies a record', async () => {
    const casino = await Casino.open();
    try {
      const response = await fetch(`${casino.app.baseUrl}/verify.cjs`);
      const bytes = Buffer.from(await response.arrayBuffer());
      expect([response.status, bytes.equals(readFileSync(program))]).toEqual([200, true]);
      const digest = createHash('sha256').update(bytes).digest();
      expect(Object.fromEntries(response.headers)).toMatchObject({
        'content-type': 'text/javascript; charset=utf-8',
        'content-disposition': 'attachment; filename="verify.cjs"',
        etag: `"${digest.toString('hex')}"`,
        'repr-digest': `sha-256=:${digest.toString('base64')}:`,
      });
      const { id } = await casino.openSession({ gameId: 'american-blackjack', mode: 'demo' });
      const { body: round } = await casino.deal(id, { boxes: [{ box: 1, stake: 1000 }] });
      if (round.status !== 'settled') await casino.act(round.id, { type: 'stand-all' });
      const record = await casino.get(`/v1/rounds/${round.id}/record`);
      const keys = await casino.get('/.well-known/jwks.json');
      const served = written('verify.cjs', bytes.toString());
      const args = [written('record.json', record.text), '--keys', written('jwks.json', keys.text)];
      const { code, said } = await runProgram(served, args);
      expect([code, said]).toEqual([
        3,
        expect.stringContaining(`The record of round ${round.id}\nok     the signature: `),
      ]);
      expect(said).toContain('OPEN   the cards: the server seed is not revealed yet');
    } finally {
      await casino.close();
    }
  });
});
