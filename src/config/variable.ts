/** What a variable's text was read as: a value, or what was expected instead (the end of "NAME must be …"). */
export type Reading<T> = { readonly value: T } | { readonly expected: string };

/**
 * One environment variable, as data. The README prints `name`, `type`, `defaultText` and `description`;
 * `read` is the only place that knows which texts are valid.
 */
export interface Variable<T> {
  readonly name: string;
  readonly type: string;
  /** The default as an operator would write it; absent when the variable may stay unset. */
  readonly defaultText?: string;
  readonly description: string;
  /** The value of a secret is never repeated, not even in the message that refuses it. */
  readonly secret: boolean;
  readonly read: (text: string | undefined) => Reading<T>;
}

export interface IntegerLimits {
  readonly min: number;
  readonly max: number;
}

export function integer(
  name: string,
  defaultValue: number,
  { min, max }: IntegerLimits,
  description: string,
): Variable<number> {
  const type = `integer ${min}–${max}`;
  return {
    name,
    type,
    defaultText: String(defaultValue),
    description,
    secret: false,
    read: (text) => {
      if (text === undefined) return { value: defaultValue };
      const value = /^\d{1,15}$/.test(text) ? Number(text) : NaN;
      return value >= min && value <= max ? { value } : { expected: `an ${type}` };
    },
  };
}

export function oneOf<const T extends string>(
  name: string,
  defaultValue: NoInfer<T>,
  choices: readonly T[],
  description: string,
): Variable<T> {
  return {
    name,
    type: choices.join(' | '),
    defaultText: defaultValue,
    description,
    secret: false,
    read: (text) => {
      if (text === undefined) return { value: defaultValue };
      const value = choices.find((choice) => choice === text);
      return value === undefined ? { expected: `one of ${choices.join(', ')}` } : { value };
    },
  };
}

export function onOff(name: string, defaultValue: boolean, description: string): Variable<boolean> {
  const choice = oneOf(name, defaultValue ? 'on' : 'off', ['on', 'off'], description);
  return {
    ...choice,
    read: (text) => {
      const reading = choice.read(text);
      return 'value' in reading ? { value: reading.value === 'on' } : reading;
    },
  };
}

export interface TextRule {
  readonly type: string;
  readonly accepts: (text: string) => boolean;
  readonly expected: string;
  readonly secret?: boolean;
}

export function text(
  name: string,
  defaultValue: string,
  rule: TextRule,
  description: string,
): Variable<string> {
  return {
    name,
    type: rule.type,
    defaultText: defaultValue,
    description,
    secret: rule.secret ?? false,
    read: (given) => {
      if (given === undefined) return { value: defaultValue };
      return rule.accepts(given) ? { value: given } : { expected: rule.expected };
    },
  };
}

export function optionalText(
  name: string,
  rule: TextRule,
  description: string,
): Variable<string | undefined> {
  return {
    name,
    type: rule.type,
    description,
    secret: rule.secret ?? false,
    read: (given) =>
      given === undefined || rule.accepts(given) ? { value: given } : { expected: rule.expected },
  };
}

/** Texts with commas between them, each by the same rule. */
export function optionalList(
  name: string,
  rule: TextRule,
  description: string,
): Variable<readonly string[] | undefined> {
  return {
    name,
    type: rule.type,
    description,
    secret: rule.secret ?? false,
    read: (given) => {
      const texts = given?.split(',');
      return texts?.every(rule.accepts) === false ? { expected: rule.expected } : { value: texts };
    },
  };
}
