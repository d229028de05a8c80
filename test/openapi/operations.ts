import type { OpenAPIObject } from '@nestjs/swagger';
import type { Operation, Response } from '../../src/http/documentation/open-api';

export interface Documented {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** Every operation in the order of the document, which is also the order of the page. */
export function operationsOf(document: OpenAPIObject): Documented[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, value]) => {
      const operation = value as Operation;
      return { id: operation.operationId ?? '', method: method.toUpperCase(), path, operation };
    }),
  );
}

export interface Example {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly body: object | undefined;
}

/** The bodies that the page offers; an operation without a body has one example that has none. */
export function examplesOf({ operation }: Documented): readonly [Example, ...Example[]] {
  if (operation.requestBody === undefined)
    return [{ name: 'answer', summary: '', description: '', body: undefined }];
  if (!('content' in operation.requestBody)) throw new Error('a body by reference');
  const { examples = {} } = operation.requestBody.content['application/json'];
  const [first, ...others] = Object.entries(examples).map(([name, example]) => {
    if (!('value' in example)) throw new Error(`${name} has no value`);
    const { summary = '', description = '' } = example;
    return { name, summary, description, body: example.value as object };
  });
  return [first, ...others];
}

/** The refusal that the summary of an example announces: `…: 409 stale_version`. */
export function refusalOf({ summary }: Example): { status: number; code: string } | null {
  const match = /: (4\d\d) ([a-z_]+)$/.exec(summary);
  return match === null ? null : { status: Number(match[1]), code: match[2] };
}

/** The path with the ids at hand in it, and with what the document proposes where there are none. */
export function filledPath({ path, operation }: Documented, ids: Readonly<Record<string, string>>): string {
  return path.replace(/\{(\w+)\}/g, (_braces, name: string) => ids[name] ?? proposal(operation, name));
}

/** The body with the ids at hand in the place of those that the document proposes. */
export function filledBody(body: object, ids: Readonly<Record<string, string>>): object {
  const filled = Object.entries(body).map(([name, value]: [string, unknown]) => {
    return [name, PROPOSED.includes(String(value)) ? (ids[name] ?? value) : value];
  });
  return Object.fromEntries(filled) as object;
}

/** The session and the table that bodies propose. */
const PROPOSED = ['019b0000-0000-7000-8000-000000000001', '019b0000-0000-7000-8000-000000000003'];

/** The header fields of the page as they are filled in before anybody touches them. */
export function filledHeaders({ operation }: Documented): Partial<Record<string, string>> {
  const headers = (operation.parameters ?? []).flatMap((parameter) =>
    'in' in parameter && parameter.in === 'header' ? [parameter.name] : [],
  );
  return Object.fromEntries(headers.map((name) => [name, proposal(operation, name)]));
}

/** The query as the page fills it in, what has an example or a default, with the ids at hand in it. */
export function filledQuery(
  { operation }: Documented,
  ids: Readonly<Partial<Record<string, string>>>,
): string {
  const query = new URLSearchParams();
  for (const parameter of operation.parameters ?? []) {
    if (!('in' in parameter) || parameter.in !== 'query' || parameter.schema === undefined) continue;
    if ('$ref' in parameter.schema) throw new Error(`${parameter.name} by reference`);
    const { example, default: usual } = parameter.schema;
    const value: unknown = ids[parameter.name] ?? parameter.example ?? example ?? usual;
    if (typeof value === 'string' || typeof value === 'number') query.set(parameter.name, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}

function proposal(operation: Operation, name: string): string {
  for (const parameter of operation.parameters ?? []) {
    if (!('in' in parameter) || parameter.name !== name || parameter.schema === undefined) continue;
    if (!('$ref' in parameter.schema) && typeof parameter.schema.example === 'string') {
      return parameter.schema.example;
    }
  }
  throw new Error(`${operation.operationId ?? '?'} proposes no ${name}`);
}

/** The media types in which the operation answers with 200 beside JSON. */
export function textTypesOf({ operation }: Documented): string[] {
  const response = operation.responses['200'] as Response | undefined;
  return Object.keys(response?.content ?? {}).filter((type) => type !== 'application/json');
}
