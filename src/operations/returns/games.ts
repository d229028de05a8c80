import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { classicRuleSet } from '../../domain/classic-settings';
import { PRESETS } from '../../domain/presets';
import type { RuleSet } from '../../domain/rule-set';
import { CommandError } from '../operator-command';
import type { GamesAsked } from './command';

/** @throws CommandError when a file of settings cannot be read, or makes no rule set. */
export function gamesAsked(games: GamesAsked): readonly RuleSet[] {
  switch (games.type) {
    case 'all':
      return PRESETS;
    case 'preset':
      return PRESETS.filter(({ id }) => id === games.id);
    case 'settings':
      return [ruleSetOf(games.file)];
  }
}

function ruleSetOf(file: string): RuleSet {
  const name = basename(file, '.json');
  const made = classicRuleSet({ id: name, version: 1, name }, settingsIn(file));
  if ('ruleSet' in made) return made.ruleSet;
  const faults = made.faults.map(({ path, detail }) => `  ${path}: ${detail}`);
  throw new CommandError(`The settings in ${file} make no game:\n${faults.join('\n')}`);
}

function settingsIn(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new CommandError(`The settings cannot be read: ${(error as Error).message}`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CommandError(`The settings in ${file} are no JSON: ${(error as Error).message}`);
  }
}
