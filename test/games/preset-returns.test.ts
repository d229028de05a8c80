import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { presetReturn } from '../../src/application/catalogue-returns';
import { PRESETS } from '../../src/domain/presets';
import { type TheoreticalReturn, theoreticalReturn } from '../../src/returns/theoretical-return';

const FILE = join(__dirname, '../../src/application/catalogue-preset-returns.json');

/** `UPDATE_GOLDENS=1 npx jest test/games/preset-returns` writes the file anew after a preset or the method changed. */
if (process.env['UPDATE_GOLDENS'] === '1') {
  const figures = Object.fromEntries(PRESETS.map((ruleSet) => [ruleSet.id, theoreticalReturn(ruleSet)]));
  writeFileSync(FILE, `${JSON.stringify(figures, null, 2)}\n`);
}

test.each(PRESETS.map((ruleSet) => [ruleSet.id, ruleSet] as const))(
  'SW-14: the kept figures of %s are those that are worked out',
  (id, ruleSet) => {
    const kept = (JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, TheoreticalReturn | undefined>)[
      id
    ];
    const fresh = theoreticalReturn(ruleSet);
    expect(kept?.mainBet.return).toBeCloseTo(fresh.mainBet.return, 12);
    expect({ ...kept?.mainBet, return: 0 }).toEqual({ ...fresh.mainBet, return: 0 });
    expect(kept?.sideBets).toEqual(fresh.sideBets);
  },
);

test('each preset has kept figures, and no other id', () => {
  for (const { id } of PRESETS) expect(presetReturn(id)?.mainBet.return).toBeGreaterThan(0.9);
  expect(presetReturn('constructor')).toBeUndefined();
});
