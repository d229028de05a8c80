import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presetReturn } from '../../src/application/games/catalogue-returns';
import { PUBLISHED } from '../../src/domain/presets';
import { ruleSetRef } from '../../src/domain/rule-set';
import { type TheoreticalReturn, theoreticalReturn } from '../../src/returns/theoretical-return';

const FILE = join(__dirname, '../../src/application/games/catalogue-preset-returns.json');

/** `UPDATE_GOLDENS=1 npx jest test/games/preset-returns` writes the file anew after a preset or the method changed. */
if (process.env['UPDATE_GOLDENS'] === '1') {
  const figures = PUBLISHED.map((ruleSet) => [ruleSetRef(ruleSet), theoreticalReturn(ruleSet)]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(figures), null, 2)}\n`);
}

test.each(PUBLISHED.map((ruleSet) => [ruleSetRef(ruleSet), ruleSet] as const))(
  'SW-14: the kept figures of %s are those that are worked out',
  (name, ruleSet) => {
    const kept = (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, TheoreticalReturn | undefined>)[
      name
    ];
    const fresh = theoreticalReturn(ruleSet);
    expect(kept?.mainBet.return).toBeCloseTo(fresh.mainBet.return, 12);
    expect({ ...kept?.mainBet, return: 0 }).toEqual({ ...fresh.mainBet, return: 0 });
    expect(kept?.sideBets).toEqual(fresh.sideBets);
  },
);

test('each published version of a game of the house has kept figures, and nothing else', () => {
  for (const ruleSet of PUBLISHED) expect(presetReturn(ruleSet)?.mainBet.return).toBeGreaterThan(0.9);
  const [ruleSet] = PUBLISHED;
  expect(presetReturn({ ...ruleSet, version: 99 })).toBeUndefined();
  expect(presetReturn({ ...ruleSet, id: 'own-game' })).toBeUndefined();
});
