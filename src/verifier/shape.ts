/** What a value read from a file must look like: the first place where it does not, with what is wrong there, or null. */
export type Shape = (value: unknown, path: string) => string | null;

export function text(pattern: RegExp, what: string): Shape {
  return (value, path) =>
    typeof value === 'string' && pattern.test(value) ? null : `${path} is not ${what}`;
}

/** A safe integer of at least that, and of no more than `most`. */
export function integer(least: number, most: number = Number.MAX_SAFE_INTEGER): Shape {
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least} on` : `from ${least} to ${most}`;
  return (value, path) =>
    Number.isSafeInteger(value) && Number(value) >= least && Number(value) <= most
      ? null
      : `${path} is not a whole number ${range}`;
}

export function oneOf(...values: readonly unknown[]): Shape {
  const names = values.map((value) => JSON.stringify(value)).join(', ');
  return (value, path) => (values.includes(value) ? null : `${path} is not one of ${names}`);
}

export function orNull(shape: Shape): Shape {
  return (value, path) => (value === null ? null : shape(value, path));
}

/** A list of no more than `most`: what is longer is no round, and would only keep whoever reads it busy. */
export function listOf(shape: Shape, most: number): Shape {
  return (value, path) => {
    if (!Array.isArray(value)) return `${path} is not a list`;
    if (value.length > most) return `${path} has more than ${most} members`;
    return firstFault(value.map((item, index) => shape(item, `${path}[${index}]`)));
  };
}

/** An object with exactly these members; those of `optional` may be missing. */
export function objectOf(
  members: Readonly<Record<string, Shape>>,
  optional: Readonly<Record<string, Shape>> = {},
): Shape {
  return (value, path) => {
    if (!isObject(value)) return `${path} is not an object`;
    const shapes = { ...members, ...optional };
    const missing = Object.keys(members).find((name) => !Object.hasOwn(value, name));
    if (missing !== undefined) return `${at(path, missing)} is missing`;
    return firstFault(
      Object.entries(value).map(([name, member]) => {
        if (!Object.hasOwn(shapes, name)) return `${at(path, name)} is not known`;
        return shapes[name](member, at(path, name));
      }),
    );
  };
}

/** An object whose form is told by its member `type`. */
export function byType(shapes: Readonly<Record<string, Shape>>): Shape {
  const known = oneOf(...Object.keys(shapes));
  return (value, path) => {
    if (!isObject(value)) return `${path} is not an object`;
    const { type } = value;
    return known(type, at(path, 'type')) ?? shapes[String(type)](value, path);
  };
}

/** An object that has at least these members: what else is in it is compared elsewhere. */
export function objectWith(members: Readonly<Record<string, Shape>>): Shape {
  return (value, path) => {
    if (!isObject(value)) return `${path} is not an object`;
    return firstFault(Object.entries(members).map(([name, shape]) => shape(value[name], at(path, name))));
  };
}

/** Any object: what is in it is compared elsewhere. */
export const anyObject: Shape = objectWith({});

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function at(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

function firstFault(faults: readonly (string | null)[]): string | null {
  return faults.find((fault) => fault !== null) ?? null;
}
