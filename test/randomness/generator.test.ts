import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { BATTERY } from '../../src/randomness/battery/battery';
import { SUITE_SEEDS, type SuiteResult, suiteReport, suiteSample } from '../../src/randomness/battery/suite';
import { SIGNIFICANCE } from '../../src/randomness/statistics/significance';

const PAGE = join(__dirname, '../../docs/randomness.md');
const found = new Map<string, number[]>(Object.keys(BATTERY).map((name) => [name, []]));

test('all tests on all seeds together would fail a sound generator about once in a thousand choices of seeds', () => {
  const results = Object.keys(BATTERY).length * SUITE_SEEDS.length;
  expect(results).toBe(102);
  expect(1 - (1 - SIGNIFICANCE) ** results).toBeLessThan(0.0011);
});

describe.each(SUITE_SEEDS)('SW-01 the generator under the seed of "%s"', (name) => {
  const sample = suiteSample(name);

  test.each(Object.entries(BATTERY))('%s', (test, probabilityOf) => {
    const probability = probabilityOf(sample);
    found.get(test)?.push(probability);
    expect(probability).toBeGreaterThan(SIGNIFICANCE);
  });
});

test('the page shows these results, as the command prints them', () => {
  const results = [...found].map(([test, probabilities]): SuiteResult => ({ test, probabilities }));
  expect(readFileSync(PAGE, 'utf8')).toContain(`\n\n${suiteReport(results).lines.join('\n')}\n\n`);
});

test('a result outside the threshold is marked, and fails the report', () => {
  const { lines, passed } = suiteReport([{ test: 'words: bits', probabilities: [0.5, 2e-6, 0.0004] }]);
  expect(lines.at(-1)).toBe('| words: bits | 0.500 | 0.0000020 FAILED | 0.00040 |');
  expect(passed).toBe(false);
});
