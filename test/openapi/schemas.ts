import type { OpenAPIObject } from '@nestjs/swagger';
import Ajv from 'ajv';
import type { Response } from '../../src/http/documentation/open-api';
import type { Documented } from './operations';

const DATE = /^\d{4}-\d\d-\d\d$/;
const DATE_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * What is wrong with an answer by the document, one line each: its status, its media type, its fields. Fields that no
 * schema names are wrong as well.
 */
export type Findings = (
  operation: Documented,
  answer: { readonly status: number; readonly mediaType: string; readonly body: unknown },
) => readonly string[];

export function answerChecker(document: OpenAPIObject): Findings {
  const ajv = new Ajv({
    strict: false,
    allErrors: true,
    formats: { 'date-time': DATE_TIME, date: DATE, uuid: UUID, int64: true },
  });
  ajv.addSchema(closed(document) as object, 'document');

  return ({ path, method, operation }, { status, mediaType, body }) => {
    const response = operation.responses[String(status)] as Response | undefined;
    if (response === undefined) return [`status ${status} is not documented`];
    if (response.content?.[mediaType] === undefined) return [`${mediaType} is not documented for ${status}`];
    const steps = ['paths', path, method.toLowerCase(), 'responses', String(status), 'content', mediaType];
    const pointer = steps.map((step) => step.replaceAll('~', '~0').replaceAll('/', '~1'));
    const validate = ajv.getSchema(`document#/${pointer.map(encodeURIComponent).join('/')}/schema`);
    if (validate === undefined) return [`${mediaType} of ${status} has no schema`];
    if (validate(body) === true) return [];
    return (validate.errors ?? []).map(
      ({ instancePath, message, params }) =>
        `${instancePath || 'body'} ${message ?? ''} ${JSON.stringify(params)}`,
    );
  };
}

/** The same document, its objects with named fields taking no others. */
function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([name, inner]) => [name, closed(inner)] as const);
  const isClosed = 'properties' in value && !('additionalProperties' in value);
  return { ...Object.fromEntries(entries), ...(isClosed ? { additionalProperties: false } : {}) };
}
