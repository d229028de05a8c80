import { types, type CustomTypesConfig } from 'pg';

/** PostgreSQL's own number for the type bigint. */
const int8: number = types.builtins.INT8;

/**
 * Reads PostgreSQL's bigint as a number. Amounts are safe integers by a rule of the domain; one that is
 * not must stop the work rather than be rounded.
 */
function parseInt8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`${text} is too large to be a safe integer`);
  return value;
}

const defaultParser = types.getTypeParser as (oid: number, format?: 'text' | 'binary') => unknown;

/** For one pool only: the parsers that pg keeps globally belong to everybody in the process. */
export const int8AsNumber: CustomTypesConfig = {
  getTypeParser(oid: number, format: 'text' | 'binary' = 'text'): unknown {
    return oid === int8 && format === 'text' ? parseInt8 : defaultParser(oid, format);
  },
};
