import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import presetSpreads from '../../src/application/reports/preset-spreads.json';
import { PRESETS } from '../../src/domain/presets';
import { type MainBetSpread, mainBetSpread } from '../../src/returns/main-bet-spread';
import { rules } from '../support/hands';

/** The standard deviations that the page of returns has from a simulation of its own. */
function publishedDeviations(): Record<string, number> {
  const page = readFileSync(join(__dirname, '../../docs/returns.md'), 'utf8');
  const [, mainBets] = page.split('## Main bets');
  const rows = mainBets.matchAll(/^\| ([a-z][a-z0-9-]+) +\|(?:[^|]+\|){4} +([0-9.]+) ± /gm);
  return Object.fromEntries([...rows].map(([, game, deviation]) => [game, Number(deviation)]));
}

test.each(PRESETS.map(({ id }) => id))(
  'the spread that is kept of %s is the one of docs/returns.md',
  (id) => {
    const { variance, covariance } = (presetSpreads as Record<string, MainBetSpread>)[`${id}@1`];
    expect(Math.abs(Math.sqrt(variance) / publishedDeviations()[id] - 1)).toBeLessThan(0.005);
    expect(covariance / variance).toBeGreaterThan(0.3);
    expect(covariance / variance).toBeLessThan(0.6);
  },
);

test('and is made again from the same rounds', () => {
  expect(mainBetSpread(rules('infinite-blackjack'))).toEqual(presetSpreads['infinite-blackjack@1']);
});
