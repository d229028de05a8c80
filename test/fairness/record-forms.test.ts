import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { replay } from '../../src/domain/step';
import { viewTogether } from '../../src/domain/view-together';
import type { Proof } from '../../src/application/fairness/make-proof';
import type { PublicJwk } from '../../src/application/records/signing';
import { verifyRecord } from '../../src/verifier/check-record';
import { proofOf } from '../../src/verifier/read-proof';
import { isRecord, recordOf } from '../../src/verifier/signed-record';
import { verifyProof } from '../../src/verifier/verify-proof';
import { noted, opens, wrongs } from './findings';
import { rehashed } from './forger';
import { vector } from './proofs';
import { exchange, forged, judged, type Node, places } from './signed-forgeries';

const read = (name: string): Node =>
  JSON.parse(readFileSync(join(__dirname, '..', 'vectors', 'records-v2', `${name}.json`), 'utf8')) as Node;

const keys = read('jwks')['keys'] as PublicJwk[];
const AT_TABLES = ['table-real-money', 'table-cancelled-afterwards', 'table-cancelled-while-paused'];
const ALL = [...AT_TABLES, 'private-cancelled-afterwards'];
const ONE_SUM = 'open the play money: real and play money are one sum in this old form';

describe('records of the second form, as the program of that day signed them', () => {
  test.each(ALL)('%s verifies', (name) => {
    const record = recordOf(read(name));
    expect(record.format).toBe('holecard-round-record-v2');
    const checks = verifyRecord(record, keys, noted(record.proof as Proof));
    expect(wrongs(checks)).toEqual([]);
    expect(checks.slice(0, 2).map(({ verdict }) => verdict)).toEqual(['ok', 'ok']);
  });

  test.each(AT_TABLES)('DX-08: %s leaves open which of its money was play money', (name) => {
    expect(opens(judged(forged(read(name), () => undefined))).join('\n')).toContain(ONE_SUM);
  });

  test.each(ALL)('every movement of money in %s is held to the cards and choices', (name) => {
    const record = read(name);
    const paths = places(record['money'], ['money']).filter(
      (path) => !['at', 'entryNo'].includes(String(path.at(-1))),
    );
    expect(paths.length).toBeGreaterThan(10);
    const unnoticed = paths.filter(
      (path) =>
        wrongs(
          judged(
            forged(record, (copy) => {
              exchange(copy, path);
            }),
          ),
        ).length === 0,
    );
    expect(unnoticed).toEqual([]);
  });

  test('DX-08: everybody called a player of real money is not proved', () => {
    const record = forged(read('table-real-money'), (copy) => {
      for (const part of [copy['round'], copy['proof']] as { bettors: { mode: string }[] }[])
        for (const bettor of part.bettors) bettor.mode = 'real';
    });
    expect(wrongs(judged(record))).toEqual([]);
    expect(opens(judged(record)).join('\n')).toContain(ONE_SUM);
  });
});

describe('a form that does not fit', () => {
  const record = read('table-real-money');

  test.each(['-v3', '-v4', '-v999', '-v02', '-v2 ', '', '2'])(
    'a record that calls itself …record%s',
    (end) => {
      const renamed = forged(record, (copy) => {
        copy['format'] = `holecard-round-record${end}`;
      });
      expect(isRecord(renamed)).toBe(true);
      const said = end === '-v3' ? () => wrongs(judged(renamed)).join() : null;
      if (said === null) {
        expect(() => judged(renamed)).toThrow(
          'is a form of a record that this program does not know: take a newer one',
        );
      } else {
        expect(said()).toContain('proof.format is "holecard-proof/2"; it comes to "holecard-proof/3"');
      }
    },
  );

  test('a record of the first form had no proof, and is not held to one', () => {
    const first = forged(record, (copy) => {
      copy['format'] = 'holecard-round-record-v1';
    });
    expect(wrongs(judged(first)).join()).toContain('a record of this form has none');
    const bare = forged(first, (copy) => {
      delete copy['proof'];
    });
    expect(wrongs(judged(bare))).toEqual([]);
    expect(opens(judged(bare))).toEqual([expect.stringContaining('open the proof: there is none')]);
  });

  test.each([1, 3])('a record of the second form with a proof of form %i', (form) => {
    const other = forged(record, (copy) => {
      const proof = copy['proof'] as Node & { bettors: Node[] };
      proof['format'] = `holecard-proof/${form}`;
      if (form === 3) return;
      for (const name of ['sessionId', 'table', 'mode', 'seedNo']) Reflect.deleteProperty(proof, name);
      for (const bettor of proof.bettors) delete bettor['mode'];
    });
    expect(wrongs(judged(other)).join()).toContain(`proof.format is "holecard-proof/${form}"; it comes to`);
  });

  test('a proof of a form to come', () => {
    expect(() => proofOf({ ...vector('deluxe'), format: 'holecard-proof/4' })).toThrow(
      'holecard-proof/4 is a form of a proof that this program does not know: take a newer one',
    );
  });

  test('a record of a round that has ended, without its proof', () => {
    const bare = forged(record, (copy) => {
      copy['proof'] = null;
    });
    expect(wrongs(judged(bare))).toEqual(['wrong the proof: proof is null, and the round had ended']);
    const open = forged(bare, (copy) => {
      Object.assign(copy['round'] as Node, { endedAt: null });
    });
    expect(wrongs(judged(open))).toHaveLength(1);
    expect(() =>
      judged(
        forged(record, (copy) => {
          delete copy['proof'];
        }),
      ),
    ).toThrow('proof is missing');
  });
});

test('DX-08: a proof of all bettors by itself leaves open what those play with who bet behind others alone', () => {
  const proof = vector('deluxe-everybody');
  const bettors = (proof.bettors ?? []).map((bettor) => ({ ...bettor, mode: 'real' as const }));
  const round = replay(proof.ruleSet, proof.limits, proof.steps);
  const { staked, returned } = viewTogether(round, new Set(bettors.map(({ bettor }) => bettor)));
  const bets = bettors.flatMap((bettor) => bettor.bets);
  const lie = rehashed({ ...proof, bettors, bets, staked, returned, playMoney: null });
  const checks = verifyProof(proofOf(lie), noted(lie));
  expect(wrongs(checks)).toEqual([]);
  expect(opens(checks)).toEqual([
    expect.stringMatching(/^open the play money: 1 only bet behind others: .*GET \/v1\/rounds\/.*\/record$/),
  ]);
});
