import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { canonicalJson } from '../../src/application/canonical-json';
import type { Proof } from '../../src/application/fairness/make-proof';
import { KeyStream } from '../../src/randomness/key-stream';
import { type Check, verifyProof } from '../../src/verifier/verify-proof';
import { createTemporaryFolder } from '../support/temporary-folder';
import { provedTableRound } from './table-vector';
import { provedRound, type VectorRound } from './vectors';

const FOLDER = join(__dirname, '..', 'vectors');
const seedOf = (byte: string): string => byte.repeat(32);

const ROUNDS: Readonly<Record<string, VectorRound>> = {
  american: {
    gameId: 'american-blackjack',
    serverSeed: seedOf('01'),
    clientSeed: 'my lucky word',
    nonce: 0,
    boxes: [
      { box: 1, stake: 1000, sideBets: { sevens: 100, blackjack: 100 } },
      { box: 3, stake: 500 },
    ],
  },
  'american-second-shoe': {
    gameId: 'american-blackjack-zero-edge',
    serverSeed: seedOf('01'),
    clientSeed: 'my lucky word',
    nonce: 1,
    boxes: [{ box: 2, stake: 100 }],
  },
  infinite: {
    gameId: 'infinite-blackjack',
    serverSeed: seedOf('7f'),
    clientSeed: '~',
    nonce: 12,
    boxes: [1, 2, 3, 4, 5].map((box) => ({ box, stake: 100 * box })),
  },
  classic: {
    gameId: 'classic-blackjack',
    serverSeed: seedOf('a5'),
    clientSeed: '0123456789abcdef',
    nonce: 3,
    boxes: [
      { box: 2, stake: 1000 },
      { box: 3, stake: 1000 },
    ],
  },
  switch: {
    gameId: 'blackjack-switch',
    serverSeed: seedOf('c0'),
    clientSeed: 'cut',
    nonce: 0,
    boxes: [{ box: 1, stake: 500, sideBets: { superMatch: 100 } }],
  },
};

const PROOFS: Readonly<Record<string, () => Proof>> = {
  ...Object.fromEntries(Object.entries(ROUNDS).map(([name, round]) => [name, () => provedRound(round)])),
  deluxe: () => provedTableRound('behind'),
  'deluxe-everybody': () => provedTableRound('everybody'),
};

const fileOf = (name: string): string => join(FOLDER, `${name}.json`);
const vector = (name: string): Proof => JSON.parse(readFileSync(fileOf(name), 'utf8')) as Proof;
const faults = (checks: readonly Check[]): Check[] => checks.filter(({ wrong }) => wrong !== null);

describe('fixed vectors, so that others can write their own verifier', () => {
  test.each(Object.keys(PROOFS))('%s is proved the same for ever, and verifies', (name) => {
    const proof = PROOFS[name]();
    if (process.env['UPDATE_GOLDENS'] === '1') {
      mkdirSync(FOLDER, { recursive: true });
      writeFileSync(fileOf(name), `${JSON.stringify(proof, null, 1)}\n`);
    }
    expect(existsSync(fileOf(name))).toBe(true);
    expect(JSON.parse(JSON.stringify(proof))).toEqual(vector(name));
    expect(faults(verifyProof(vector(name)))).toEqual([]);
  });

  test('the key stream, as numbers below 52 and below 416', () => {
    const seed = { serverSeed: Buffer.from(seedOf('01'), 'hex'), clientSeed: 'my lucky word', nonce: 0 };
    const numbers = Object.fromEntries(
      [52, 416].map((n) => {
        const stream = new KeyStream(seed);
        return [n, Array.from({ length: 16 }, () => stream.below(n))];
      }),
    );
    if (process.env['UPDATE_GOLDENS'] === '1') {
      writeFileSync(
        fileOf('key-stream'),
        `${JSON.stringify({ ...seed, serverSeed: seedOf('01'), numbers }, null, 1)}\n`,
      );
    }
    expect(JSON.parse(readFileSync(fileOf('key-stream'), 'utf8'))).toMatchObject({ numbers });
  });
});

/** Every place in a proof that holds a value, as a path. */
function places(value: unknown, path: readonly (string | number)[] = []): (readonly (string | number)[])[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => places(item, [...path, index]));
  if (typeof value === 'object' && value !== null) {
    return Object.entries(value).flatMap(([key, member]) => places(member, [...path, key]));
  }
  return [path];
}

/** Another value of the same kind. */
function changed(value: unknown): unknown {
  if (typeof value === 'number') return value + 1;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string') return 'something';
  if (/^[A2-9TJQK][shdc]$/.test(value)) return value === 'As' ? 'Ah' : 'As';
  if (/^[0-9a-f]{64}$/.test(value)) return (value.startsWith('0') ? '1' : '0') + value.slice(1);
  return `${value}x`;
}

function withChange(proof: Proof, path: readonly (string | number)[]): Proof {
  const copy = JSON.parse(JSON.stringify(proof)) as Record<string | number, unknown>;
  const parent = path
    .slice(0, -1)
    .reduce<Record<string | number, unknown>>((at, key) => at[key] as Record<string | number, unknown>, copy);
  const last = path[path.length - 1];
  parent[last] = changed(parent[last]);
  return copy as unknown as Proof;
}

describe('a proof with one thing changed does not hold', () => {
  test.each(Object.keys(PROOFS))('%s: every single value of it', (name) => {
    const proof = vector(name);
    const unnoticed = places(proof).filter(
      (path) => faults(verifyProof(withChange(proof, path))).length === 0,
    );
    expect(unnoticed).toEqual([]);
  });

  /** A forger makes the hash anew; then what he changed has to be found by what it does. */
  const forged = (proof: Proof): Proof => {
    const claims = Object.entries(proof).filter(([name]) => name !== 'hash' && name !== 'serverSeed');
    return { ...proof, hash: sha256Of(Object.fromEntries(claims)) };
  };
  const foundIn = (path: readonly (string | number)[]): string[] =>
    faults(verifyProof(forged(withChange(vector('american'), path)))).map(
      ({ what, wrong }) => `${what}: ${wrong}`,
    );

  test('a card, and it says which', () => {
    expect(foundIn(['steps', 0, 'cards', 2]).join()).toMatch(
      /the cards: steps\[0\]\.cards\[2\] is .*; the seeds give/,
    );
  });

  test('the server seed, a byte of it', () => {
    expect(foundIn(['serverSeed']).join()).toMatch(
      /the server seed: its SHA-256 is .*published before the bet/,
    );
  });

  test('the client seed, and the nonce', () => {
    for (const field of ['clientSeed', 'nonce'])
      expect(foundIn([field]).join()).toMatch(/the cards: steps\[0\]\.cards\[\d\]/);
  });

  test('a choice', () => {
    const proof = vector('american');
    const index = proof.steps.findIndex((step) => step.type === 'action');
    const choices = JSON.parse(JSON.stringify(proof)) as { steps: { action: object }[] };
    choices.steps[index].action = { type: 'surrender', hand: '1.1' };
    const found = faults(verifyProof(forged(choices as unknown as Proof)));
    expect(found.map(({ what }) => what)).toContain('the choices');
  });

  test('an amount: a stake, what a bet returned, the sums', () => {
    expect(foundIn(['steps', 0, 'bets', 'seats', 0, 'stake']).join()).toMatch(/the bets: at \[0\]\.stake/);
    expect(foundIn(['bets', 0, 'returned']).join()).toMatch(/the bets: at \[0\]\.returned/);
    expect(foundIn(['staked']).join()).toMatch(/what was staked: the record says/);
    expect(foundIn(['returned']).join()).toMatch(/what came back: the record says/);
  });
});

function sha256Of(claims: object): string {
  return createHash('sha256').update(canonicalJson(claims)).digest('hex');
}

describe('the program that verifies', () => {
  const program = join(__dirname, '..', '..', 'dist', 'verify.cjs');
  const run = promisify(execFile);
  async function verify(...files: string[]): Promise<{ code: number; said: string }> {
    try {
      return {
        code: 0,
        said: (await run(process.execPath, [program, ...files], { cwd: '/', env: {} })).stdout,
      };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, said: stdout + stderr };
    }
  }

  test('is one file that needs nothing else', () => {
    const source = readFileSync(program, 'utf8');
    const required = [...source.matchAll(/require\("([^"]+)"\)/g)].map(([, name]) => name);
    expect(required.filter((name) => !name.startsWith('node:'))).toEqual([]);
    expect(source).not.toMatch(/node:(http|https|net|dns)/);
  });

  test('exits 0 for a proof that holds, 1 for one that does not, 2 for what it cannot read', async () => {
    const folder = createTemporaryFolder();
    const bad = join(folder.path, 'bad.json');
    writeFileSync(bad, JSON.stringify({ ...vector('american'), returned: 1 }));
    expect(await verify(fileOf('american'))).toMatchObject({
      code: 0,
      said: expect.stringContaining('as it had to be'),
    });
    expect(await verify(bad)).toMatchObject({
      code: 1,
      said: expect.stringContaining('WRONG what came back'),
    });
    writeFileSync(bad, '{"format": "something else"}');
    expect(await verify(bad)).toMatchObject({ code: 2 });
    expect(await verify(join(folder.path, 'missing.json'))).toMatchObject({ code: 2 });
    writeFileSync(bad, JSON.stringify({ ...vector('american'), serverSeed: null }));
    expect(await verify(bad)).toMatchObject({ code: 3, said: expect.stringContaining('OPEN  the cards') });
    expect(await verify()).toMatchObject({ code: 2, said: expect.stringContaining('Usage') });
    await folder.remove();
  });
});
