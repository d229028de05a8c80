import type { Components } from './open-api';

type Schemas = NonNullable<Components['schemas']>;

/**
 * The schemas of the Swagger module, made true where it is careless:
 *
 * - OpenAPI 3.0 heeds `nullable` only beside a `type`, and an `enum` or an `allOf` next to it lets no null pass.
 * - Every number is taken for a fraction. Those whose example is a whole number are whole.
 */
export function exactSchemas(schemas: Schemas): Schemas {
  const text = JSON.stringify(schemas, (_key, value: unknown) =>
    isObject(value) ? withRealNull(withWholeNumbers(value)) : value,
  );
  return JSON.parse(text) as Schemas;
}

function withRealNull(schema: Record<string, unknown>): Record<string, unknown> {
  if (schema['nullable'] !== true) return schema;
  const { nullable, allOf, type, enum: values, ...rest } = schema;
  if (Array.isArray(allOf)) {
    return { ...rest, oneOf: [...(allOf as unknown[]), { type: 'object', nullable, enum: [null] }] };
  }
  if (!Array.isArray(values) || values.includes(null)) return schema;
  return { ...rest, type, nullable, enum: [...(values as unknown[]), null] };
}

function withWholeNumbers(schema: Record<string, unknown>): Record<string, unknown> {
  const { type, example } = schema;
  return type === 'number' && Number.isInteger(example) ? { ...schema, type: 'integer' } : schema;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
