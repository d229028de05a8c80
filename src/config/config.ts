import { StartError } from '../start/start-error';
import type { Variable } from './variable';
import { variables } from './variables';

type Variables = typeof variables;
type ValueOf<V> = V extends Variable<infer T> ? T : never;

/** The whole configuration: validated once, frozen, and handed to whoever needs it. */
export type Config = { readonly [Field in keyof Variables]: ValueOf<Variables[Field]> };

/** Names every variable that is wrong, so that one failed start is enough to mend them all. */
export class ConfigError extends StartError {
  override readonly name = 'ConfigError';

  constructor(readonly problems: readonly string[]) {
    super(`The configuration is wrong:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
  }
}

/**
 * Reads the configuration from environment variables. An empty variable counts as unset, because that is
 * how container tools write "not given".
 *
 * @throws ConfigError naming each wrong variable and what it must be.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = [];
  const values: Record<string, unknown> = {};

  for (const [field, variable] of Object.entries<Variable<unknown>>(variables)) {
    const given = env[variable.name] === '' ? undefined : env[variable.name];
    const reading = variable.read(given);
    if ('value' in reading) {
      values[field] = reading.value;
    } else {
      const shown = variable.secret ? '' : `, not ${JSON.stringify(given)}`;
      problems.push(`${variable.name} must be ${reading.expected}${shown}`);
    }
  }

  if (problems.length > 0) throw new ConfigError(problems);
  return Object.freeze(values) as Config;
}
