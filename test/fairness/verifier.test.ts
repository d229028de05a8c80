import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Proof } from '../../src/application/fairness/make-proof';
import { KeyStream } from '../../src/randomness/key-stream';
import { type AnyProof, proofOf } from '../../src/verifier/read-proof';
import { verifyProof } from '../../src/verifier/verify-proof';
import { noted, opens, wrongs } from './findings';
import { rehashed } from './forger';
import { fileOf, PROOFS, vector } from './proofs';

const renew = process.env['UPDATE_GOLDENS'] === '1';

describe('fixed vectors, so that others can write their own verifier', () => {
  test.each(Object.keys(PROOFS))('%s is proved the same for ever, and verifies', (name) => {
    const proof = PROOFS[name]();
    if (renew) {
      mkdirSync(dirname(fileOf(name)), { recursive: true });
      writeFileSync(fileOf(name), `${JSON.stringify(proof, null, 1)}\n`);
    }
    expect(existsSync(fileOf(name))).toBe(true);
    expect(JSON.parse(JSON.stringify(proof))).toEqual(vector(name));
    expect(proofOf(vector(name))).toEqual(vector(name));
    expect(wrongs(verifyProof(vector(name)))).toEqual([]);
  });

  test('they hold every kind of choice, and every way to get cards', () => {
    const proofs = Object.keys(PROOFS).map(vector);
    const steps = proofs.flatMap((proof) => proof.steps);
    const actions = steps.flatMap((step) => (step.type === 'action' ? [step.action.type] : [step.type]));
    expect([...new Set(actions)].sort()).toEqual(
      [
        ...['automatic', 'deal', 'double', 'even-money', 'hit', 'insurance', 'insurances', 'split', 'stand'],
        ...['stand-all', 'surrender', 'switch'],
      ].sort(),
    );
    const cardsOf = (proof: (typeof proofs)[number]): number =>
      proof.steps.reduce((sum, { cards }) => sum + cards.length, 0);
    const broughtBack = proofs.filter(({ shoe, ...proof }) => {
      return shoe.decks !== null && shoe.start + cardsOf({ shoe, ...proof }) > shoe.decks * 52;
    });
    expect(broughtBack.map(({ gameId }) => gameId)).toEqual(['one-deck']);
    const isPrivate = ({ table }: (typeof proofs)[number]): boolean => table === null;
    expect(proofs.filter((proof) => isPrivate(proof) && proof.shoe.start > 0).length).toBeGreaterThan(1);
    expect(proofs.filter(({ shoe }) => shoe.script !== null).map(isPrivate)).toContain(false);
    expect(proofs.filter(({ status }) => status === 'cancelled').map(isPrivate)).toContain(false);
  });

  test('the key stream, as numbers below 52 and below 416', () => {
    const serverSeed = '01'.repeat(32);
    const seed = { serverSeed: Buffer.from(serverSeed, 'hex'), clientSeed: 'my lucky word', nonce: 0 };
    const numbers = Object.fromEntries(
      [52, 416].map((n) => {
        const stream = new KeyStream(seed);
        return [n, Array.from({ length: 16 }, () => stream.below(n))];
      }),
    );
    if (renew) {
      const text = JSON.stringify({ ...seed, serverSeed, numbers }, null, 1);
      writeFileSync(fileOf('key-stream'), `${text}\n`);
    }
    expect(JSON.parse(readFileSync(fileOf('key-stream'), 'utf8'))).toMatchObject({ numbers });
  });
});

describe('what is said to be proved, and what not', () => {
  const held = (name: string): readonly string[] => opens(verifyProof(vector(name), noted(vector(name))));
  const BEHIND =
    /^open the play money: 1 only bet behind others: what with, real or play money, is for a signed record/;
  /** Those of all bettors of a table, where one of them has no seat. */
  const isOfAll = (name: string): boolean => vector(name).bettors !== undefined;

  test.each(['american', 'infinite', 'classic', 'switch', 'surrender', 'even-money', 'deluxe'])(
    '%s: all of it, once the seeds are those that were noted',
    (name) => {
      expect(held(name)).toEqual([]);
      expect(verifyProof(vector(name), noted(vector(name))).every(({ verdict }) => verdict === 'ok')).toBe(
        true,
      );
    },
  );

  test('deluxe-everybody: all of it but what those play with who only bet behind others', () => {
    expect(held('deluxe-everybody')).toEqual([expect.stringMatching(BEHIND)]);
  });

  test('without notes it is open whether the seeds were fixed before the bet', () => {
    const { commitment, clientSeed } = vector('american');
    expect(opens(verifyProof(vector('american')))).toEqual([
      `open the commitment: compare commitment ${commitment} with the one that you noted before the bet (--commitment)`,
      `open the client seed: compare client seed ${clientSeed} with the one that you noted before the bet (--client-seed)`,
      'open the nonce: compare nonce 0 with the one that you noted before the bet (--nonce)',
    ]);
    expect(opens(verifyProof(vector('switch-kept-shoe'))).join()).toContain('position in the shoe 101');
    expect(opens(verifyProof(vector('deluxe'))).map((line) => line.split(':')[0])).toEqual([
      'open the commitment',
      'open the salt',
      'open the position in the shoe',
    ]);
  });

  test.each(['chosen-cards', 'chosen-cards-infinite', 'deluxe-chosen-cards', 'deluxe-insured'])(
    '%s: CHOSEN, not proved',
    (name) => {
      expect(held(name)).toEqual([
        ...(isOfAll(name) ? [expect.stringMatching(BEHIND)] : []),
        expect.stringMatching(
          /^chosen the cards: \d of them were CHOSEN for a test: nothing is proved of the cards/,
        ),
      ]);
      const unrevealed = verifyProof({ ...vector(name), serverSeed: null }, noted(vector(name)));
      expect(
        opens(unrevealed).filter(
          (line) =>
            !line.startsWith(
              'open the play money: 1 only bet behind others: what with, real or play money, is for a signed record',
            ),
        ),
      ).toEqual([
        'open the cards: the server seed is not revealed yet',
        expect.stringMatching(/^chosen the cards/),
      ]);
    },
  );

  test.each([
    ['cancelled-before-its-end', 'before it was over'],
    ['cancelled-afterwards', 'after the rules had paid 1800'],
    ['deluxe-cancelled', 'before it was over'],
  ])('%s: CANCELLED, which no proof explains', (name, when) => {
    const { roundId } = vector(name);
    expect(held(name)).toEqual([
      ...(isOfAll(name) ? [expect.stringMatching(BEHIND)] : []),
      expect.stringContaining(`open the end: CANCELLED ${when}: the stakes came back`),
    ]);
    expect(held(name).at(-1)).toContain(`GET /v1/cancellations/${roundId}`);
  });

  test.each(['own-game', 'discards-brought-back'])(
    '%s: whether the rules are those that were shown',
    (name) => {
      expect(held(name)).toEqual([expect.stringContaining("open the rules: the operator's own game")]);
    },
  );

  test('a seed that is not revealed leaves the cards open, and nothing else', () => {
    const proof = { ...vector('american'), serverSeed: null };
    expect(opens(verifyProof(proof, noted(proof)))).toEqual([
      'open the cards: the server seed is not revealed yet',
    ]);
  });
});

describe('proofs of the forms before', () => {
  const folder = (form: string): string => join(dirname(fileOf('')), form);
  const old = (form: string, name: string): AnyProof =>
    proofOf(JSON.parse(readFileSync(join(folder(form), name), 'utf8')));

  test.each(readdirSync(folder('v1')))('v1/%s still verifies, and what it does not tell is open', (name) => {
    const proof = old('v1', name);
    expect(proof.format).toBe('holecard-proof/1');
    const checks = verifyProof(proof, noted(proof));
    expect(wrongs(checks)).toEqual([]);
    expect(opens(checks)).toEqual([expect.stringContaining('open the place: this old form')]);
  });

  test.each(readdirSync(folder('v2')))(
    'v2/%s still verifies, with all that is said of its successor',
    (name) => {
      const proof = old('v2', name);
      expect(proof.format).toBe('holecard-proof/2');
      const checks = verifyProof(proof, noted(proof));
      expect(wrongs(checks)).toEqual([]);
      const successor = vector(name.replace('.json', ''));
      const oneSum =
        'open the play money: real and play money are one sum in this old form: ask for a newer one';
      const said = opens(verifyProof(successor, noted(successor)));
      expect(opens(checks)).toHaveLength(said.length);
      for (const [index, line] of said.entries())
        expect(opens(checks)[index]).toContain(line.startsWith('open the play money') ? oneSum : line);
    },
  );

  test('DX-08: the second form adds real and play money up, the third never does', () => {
    const [before, after] = [old('v2', 'deluxe-everybody.json'), vector('deluxe-everybody')];
    const { playMoney } = after;
    expect(after.bettors?.map(({ mode }) => mode)).toEqual(['real', 'real', 'demo']);
    expect(playMoney).toEqual({ mode: 'demo', ...moneyOf(after.bettors?.[2]) });
    const { staked = 0, returned = 0, bets = [] } = playMoney ?? {};
    expect(before.bets).toEqual([...after.bets, ...bets]);
    expect([before.staked, before.returned]).toEqual([after.staked + staked, after.returned + returned]);
    const lines = verifyProof(after).map(({ detail }) => detail);
    expect(lines).toContain(
      `${after.staked} staked, ${after.returned} returned, in EUR minor units; in demo sessions ${staked} staked, ${returned} returned`,
    );
  });

  test('a sum of the second form is held to everybody’s money, and its modes to nothing', () => {
    const proof = old('v2', 'deluxe-everybody.json') as Proof;
    const lies: readonly [Partial<Proof>, string[]][] = [
      [{ staked: vector('deluxe-everybody').staked }, [expect.stringContaining('the money: staked is')]],
      [{ returned: 1 }, [expect.stringContaining('the money: returned is 1')]],
      [{ bettors: (proof.bettors ?? []).map((bettor) => ({ ...bettor, mode: 'demo' })) }, []],
    ];
    for (const [lie, found] of lies)
      expect(wrongs(verifyProof(rehashed({ ...proof, ...lie }), noted(proof)))).toEqual(found);
  });
});

function moneyOf(part: Pick<Proof, 'bets' | 'staked' | 'returned'> | undefined): object {
  if (part === undefined) throw new Error('there is no such bettor');
  const { bets, staked, returned } = part;
  return { bets, staked, returned };
}

describe('what is no proof', () => {
  const refused = (value: unknown): string => {
    try {
      proofOf(value);
    } catch (error) {
      return String(error);
    }
    return 'taken';
  };

  test.each<[string, unknown, string]>([
    ['a form alone', { format: 'holecard-proof/1' }, 'roundId is missing'],
    [
      'a later form',
      { ...vector('american'), format: 'holecard-proof/4' },
      'does not know: take a newer one',
    ],
    [
      'play money in a form that knew none',
      { ...vector('deluxe-everybody'), format: 'holecard-proof/2' },
      'playMoney is not known',
    ],
    [
      'real money that is called play money',
      { ...vector('deluxe-everybody'), playMoney: { ...vector('deluxe-everybody').playMoney, mode: 'real' } },
      'playMoney.mode is not one of "demo"',
    ],
    ['nothing', null, 'its format is none of'],
    ['a list', [], 'its format is none of'],
    ['a rule set that is a name', { ...vector('american'), ruleSet: 'banana' }, 'ruleSet is not an object'],
    [
      'a step of no kind',
      { ...vector('american'), steps: [{ type: 'magic' }] },
      'steps[0].type is not one of',
    ],
    ['no card', { ...vector('american'), dealerCards: ['Zz'] }, 'dealerCards[0] is not a card'],
    ['a member too many', { ...vector('american'), luck: 7 }, 'luck is not known'],
    ['no mode', { ...vector('american'), mode: undefined }, 'mode is not one of'],
    ['half a nonce', { ...vector('american'), nonce: 0.5 }, 'nonce is not a whole number'],
  ])('%s', (_, value, why) => {
    expect(refused(value)).toContain(why);
  });
});
