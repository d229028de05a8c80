import { REFUSAL_CODES, type RefusalCode } from '../../application/refusal';
import { problemBody, PROBLEMS } from '../problem';
import { RULES_EXTENSION, type RouteRules, rulesOf } from '../route-rules';
import { exampleKey } from './fresh-key';
import { headerRef, RATE_LIMIT_HEADERS } from './headers';
import type { Operation, Response } from './open-api';
import { type Examples, recordedAnswers } from './recorded-answers';

const JSON_TYPE = 'application/json';
const PROBLEM = 'application/problem+json';

/** Spells out in the document what the route's rules mean: credentials, headers, answers and errors. */
export function describeOperation(operation: Operation, takesBody: boolean): void {
  const rules = takeRules(operation);
  nameExamples(operation);
  operation.security = rules.open
    ? []
    : [{ operatorKey: [] }, ...(rules.sessionTokens ? [{ sessionToken: [] }] : [])];
  if (rules.scope !== null) describeScope(operation, rules);
  if (!rules.open) describeRequestHeaders(operation, rules);
  describeAnswers(operation, rules);
  for (const [status, codes] of codesByStatus(rules, takesBody)) {
    operation.responses[status] = problemResponse(codes, rules, answersOf(operation, status, PROBLEM));
  }
}

/** Swagger UI shows no more of an example than its summary, and the texts of others refer to it by its name. */
function nameExamples({ requestBody }: Operation): void {
  if (requestBody === undefined || !('content' in requestBody)) return;
  for (const content of Object.values(requestBody.content)) {
    const named = Object.entries(content.examples ?? {}).map(([name, example]) => {
      const summary = 'summary' in example ? `${name}: ${example.summary ?? ''}` : name;
      return [name, { ...example, summary }] as const;
    });
    if (named.length > 0) content.examples = Object.fromEntries(named);
  }
}

function takeRules(operation: Operation): RouteRules {
  const extended: { [RULES_EXTENSION]?: { readonly handler: object } } = operation as object;
  const handler = extended[RULES_EXTENSION]?.handler ?? {};
  Reflect.deleteProperty(operation, RULES_EXTENSION);
  return rulesOf(handler);
}

function describeScope(operation: Operation, { scope, sessionTokens }: RouteRules): void {
  const who = `An API key needs the scope \`${scope}\`${sessionTokens ? '; the token of the session will do as well' : ''}.`;
  operation.description = operation.description ? `${operation.description}\n\n${who}` : who;
}

function describeRequestHeaders(operation: Operation, { idempotencyKey, sessionTokens }: RouteRules): void {
  const header = (
    name: string,
    required: boolean,
    maxLength: number,
    description: string,
    example: string,
  ) => ({
    name,
    in: 'header' as const,
    required,
    description,
    schema: { type: 'string', minLength: 1, maxLength, example },
  });
  operation.parameters ??= [];
  if (idempotencyKey !== null) {
    const text =
      'The same key and the same request: the first answer again. The page /docs sends the key that it proposes with a ' +
      'new number each time, and one of your own as it is.';
    const example = exampleKey(operation.operationId ?? '');
    operation.parameters.push(header('Idempotency-Key', idempotencyKey === 'required', 255, text, example));
  }
  const requestId = 'Comes back in the answer, and is in every log line about this request.';
  operation.parameters.push(header('X-Request-Id', false, 128, requestId, 'lobby-7-000042'));
  if (!sessionTokens) {
    const actor = "The person of the operator's back office who is behind this call.";
    operation.parameters.push(header('X-Actor-Name', false, 128, actor, 'j.doe'));
  }
}

function describeAnswers(operation: Operation, rules: RouteRules): void {
  const headers = {
    'X-Request-Id': headerRef('RequestId'),
    ...(rules.open ? {} : RATE_LIMIT_HEADERS),
    ...(rules.idempotencyKey === null ? {} : { 'Idempotency-Replayed': headerRef('IdempotencyReplayed') }),
  };
  // The Swagger plugin guesses an answer from the method's return type; ours are declared.
  const declared = Object.entries(operation.responses).filter(
    ([status]) => rules.answers.length === 0 || rules.answers.includes(Number(status)),
  );
  operation.responses = Object.fromEntries(declared);
  for (const [status, response] of Object.entries(operation.responses as Record<string, Response>)) {
    const text = rules.textTypes.map(
      (type) => [type, { ...response.content?.[type], schema: { type: 'string' } }] as const,
    );
    if (text.length > 0) response.content = { ...response.content, ...Object.fromEntries(text) };
    response.headers = { ...response.headers, ...headers };
    for (const [mediaType, content] of Object.entries(response.content ?? {})) {
      const examples = answersOf(operation, status, mediaType);
      if (Object.keys(examples).length > 0) content.examples = examples;
    }
  }
}

function answersOf(operation: Operation, status: string, mediaType: string): Examples {
  const { requestBody } = operation;
  const requests = requestBody && 'content' in requestBody ? requestBody.content[JSON_TYPE].examples : {};
  return recordedAnswers(operation.operationId ?? '', status, mediaType, (requests ?? {}) as Examples);
}

const ALWAYS: readonly RefusalCode[] = ['invalid_request', 'internal_error', 'unavailable'];
const WITH_CREDENTIALS: readonly RefusalCode[] = [
  'unauthorized',
  'signature_required',
  'signature_invalid',
  'rate_limited',
];
const WITH_BODY: readonly RefusalCode[] = ['body_too_large', 'unsupported_media_type'];
const WITH_KEY: readonly RefusalCode[] = ['idempotency_key_reused', 'idempotency_in_progress'];

function codesByStatus(rules: RouteRules, takesBody: boolean): Map<string, RefusalCode[]> {
  const codes = new Set<RefusalCode>([
    ...ALWAYS,
    ...(rules.open ? [] : WITH_CREDENTIALS),
    ...(rules.scope === null && rules.sessionTokens ? [] : rules.open ? [] : (['forbidden'] as const)),
    ...(takesBody ? WITH_BODY : []),
    ...(rules.idempotencyKey === 'required' ? (['idempotency_key_required'] as const) : []),
    ...(rules.idempotencyKey === null ? [] : WITH_KEY),
    ...rules.problems,
  ]);
  const byStatus = new Map<string, RefusalCode[]>();
  for (const code of REFUSAL_CODES.filter((known) => codes.has(known))) {
    const status = String(PROBLEMS[code].status);
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function problemResponse(codes: readonly RefusalCode[], { open }: RouteRules, recorded: Examples): Response {
  const examples = codes.map((code) => {
    const plain = problemBody({ refused: code, detail: `${PROBLEMS[code].title}.` }, 'lobby-7-000042');
    const { value } = code in recorded ? recorded[code] : { value: plain };
    return [code, { summary: PROBLEMS[code].title, value }] as const;
  });
  const isRetryable = codes.some((code) => PROBLEMS[code].retryable);
  return {
    description: codes.map((code) => `\`${code}\`: ${PROBLEMS[code].title}.`).join(' '),
    headers: {
      'X-Request-Id': headerRef('RequestId'),
      ...(open ? {} : RATE_LIMIT_HEADERS),
      ...(isRetryable ? { 'Retry-After': headerRef('RetryAfter') } : {}),
    },
    content: {
      [PROBLEM]: {
        schema: { $ref: '#/components/schemas/Problem' },
        examples: Object.fromEntries(examples),
      },
    },
  };
}
