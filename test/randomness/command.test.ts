import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { CommandError } from '../../src/operations/operator-command';
import { parseRandomnessCommand } from '../../src/operations/randomness-command';
import { rawBytes, writeRaw } from '../../src/operations/randomness-raw';
import { reportOf } from '../../src/operations/randomness-shuffles';
import { chiSquare } from '../../src/randomness/statistics/chi-square';
import { startChild, stopChildren } from '../support/child';

const SEED = Buffer.alloc(32, 1);
const PROGRAM = join(__dirname, '../../dist/src/operations/randomness.js');

afterAll(stopChildren);

const parse = (line: string) => parseRandomnessCommand(line.split(' '));

test('the command line says what to do', () => {
  const seed = SEED.toString('hex');
  expect(parse('--shuffles 1e7')).toEqual({ type: 'shuffles', shuffles: 1e7, decks: 1, seed: null });
  expect(parse(`--shuffles 5000 --decks 8 --seed ${seed}`)).toMatchObject({ decks: 8, seed: SEED });
  expect(parse(`--raw 0 --seed ${seed}`)).toEqual({ type: 'raw', bytes: 0, seed: SEED });
  expect(parse('--suite')).toEqual({ type: 'suite' });
  expect(parse('--dealt')).toEqual({ type: 'dealt', operator: null, from: null, to: null });
  expect(parse('--dealt --operator casino-nord --from 2026-11-01 --to 2026-12-01T06:30:00Z')).toEqual({
    type: 'dealt',
    operator: 'casino-nord',
    from: new Date('2026-11-01T00:00:00Z'),
    to: new Date('2026-12-01T06:30:00Z'),
  });
});

test.each([
  '--nothing',
  '--seed 00',
  '--shuffles 10',
  '--shuffles 1.5e3',
  '--shuffles 5000 --decks 9',
  '--shuffles 5000 --seed 0g',
  '--shuffles 5000 --raw 0',
  '--raw 10 --decks 2',
  '--suite --seed 00',
  '--suite --dealt',
  '--decks 2',
  '--dealt --seed 00',
  '--dealt --from yesterday',
  '--dealt --to 2026-02-30',
  '--dealt --from 2026-11-01T06:00:00+01:00',
  '--shuffles 5000 --operator casino-nord',
  '--raw -1',
])('"%s" is refused', (line) => {
  expect(() => parse(line)).toThrow(CommandError);
});

test('raw bytes are the blocks of the construction, nonce after nonce, as many as asked for', () => {
  const chunks = [...rawBytes(SEED, 65_536 + 100)];
  expect(chunks.map((chunk) => chunk.length)).toEqual([65_536, 100]);
  const block = (nonce: number, number: number): Buffer =>
    createHmac('sha256', SEED).update(`holecard/1\nlaboratory\n${nonce}\n${number}`).digest();
  expect(chunks[0].subarray(0, 64)).toEqual(Buffer.concat([block(0, 0), block(0, 1)]));
  expect(chunks[1].subarray(0, 32)).toEqual(block(1, 0));
});

test('endless raw bytes end when the reader closes the pipe', async () => {
  const output = new PassThrough();
  let read = 0;
  output.on('data', (chunk: Buffer) => {
    read += chunk.length;
    if (read > 200_000) output.destroy(Object.assign(new Error('the pipe is closed'), { code: 'EPIPE' }));
  });
  await writeRaw(output, SEED, 0);
  expect(read).toBeGreaterThan(200_000);
});

test('another fault of the output is not hidden', async () => {
  const output = new PassThrough();
  output.once('data', () => output.destroy(Object.assign(new Error('the disk is full'), { code: 'ENOSPC' })));
  await expect(writeRaw(output, SEED, 0)).rejects.toThrow('the disk is full');
});

test('the report names statistic, limits and verdict, and one failure fails all', () => {
  const repeats = { pairs: 0, expected: 0.04, probability: 1 };
  const sound = reportOf({ positions: chiSquare(2650, 2601), repeats });
  expect(sound.passed).toBe(true);
  expect(sound.lines[0]).toMatch(
    /chi-square 2650.0, 2601 degrees of freedom, limits 2294.7 and 2932.0, .* passed/,
  );
  expect(reportOf({ positions: chiSquare(3000, 2601), repeats }).passed).toBe(false);
  const repeating = { pairs: 45, expected: 0.04, probability: 1e-60 };
  const broken = reportOf({ positions: chiSquare(2650, 2601), repeats: repeating });
  expect(broken.passed).toBe(false);
  expect(broken.lines[1]).toMatch(/45 pairs, 0.0400 expected, .*: FAILED/);
});

test('the program shuffles on all cores, the same way for the same seed, and fills no file with how far it is', async () => {
  const args = [PROGRAM, '--shuffles', '25000', '--seed', SEED.toString('hex')];
  const child = startChild(process.execPath, args);
  expect(await child.ended).toBe(0);
  expect(child.stdout()).toMatch(/^25,000 shuffles of 52 cards, seed (01){32}, \d+ seconds\n/);
  expect(child.stdout()).toMatch(
    /Card by position: chi-square 2641\.1, 2601 degrees of freedom, .* passed\n/,
  );
  expect(child.stdout()).toMatch(/Repeated shuffles: 0 pairs, .* passed\n/);
  expect(child.stderr()).toBe('');
});
