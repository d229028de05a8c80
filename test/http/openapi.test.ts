import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { REFUSAL_CODES } from '../../src/application/refusal';
import { describeApi } from '../../src/http/documentation/describe-api';
import type { Operation, Response, Schema } from '../../src/http/documentation/open-api';
import { ProbeController } from './probe.controller';
import { startTestApp, type TestApp } from './test-app';

const root = resolve(__dirname, '../..');

/** Of the build: only the compiler's plugin knows the fields of request and response classes. */
function documentOfBuild(): OpenAPIObject {
  const folder = mkdtempSync(join(tmpdir(), 'holecard-openapi-'));
  try {
    const path = join(folder, 'openapi.json');
    const { status, stderr } = spawnSync(process.execPath, [
      join(root, 'dist/src/operations/openapi.js'),
      path,
    ]);
    if (status !== 0) throw new Error(stderr.toString());
    return JSON.parse(readFileSync(path, 'utf8')) as OpenAPIObject;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function operationsOf(document: OpenAPIObject): { path: string; method: string; operation: Operation }[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation: operation as Operation })),
  );
}

describe('the document of the build', () => {
  const document = documentOfBuild();
  const operations = operationsOf(document);

  test('explains every error code in its description', () => {
    for (const code of REFUSAL_CODES) expect(document.info.description).toContain(`| \`${code}\` |`);
  });

  test('has every operation with a summary, a tag that is explained, answers and errors', () => {
    expect(operations.length).toBeGreaterThan(20);
    const tags = (document.tags ?? []).map(({ name }) => name);
    for (const { path, method, operation } of operations) {
      const statuses = Object.keys(operation.responses);
      const where = `${method} ${path}`;
      expect({ where, summary: operation.summary }).toEqual({
        where,
        summary: expect.stringMatching(/\w/) as string,
      });
      expect(tags).toEqual(expect.arrayContaining(operation.tags ?? ['none']));
      expect(statuses).toEqual(expect.arrayContaining(['400', '500', '503']));
      expect(statuses.some((status) => status.startsWith('2'))).toBe(true);
    }
  });

  test('keeps its own rules to itself and gives each operation an id of its own', () => {
    expect(JSON.stringify(document)).not.toContain('x-route-rules');
    const ids = operations.map(({ operation }) => operation.operationId);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('describes every field of every body', () => {
    const bare = Object.entries(document.components?.schemas ?? {}).flatMap(([name, schema]) =>
      Object.entries((schema as Schema).properties ?? {})
        .filter(([, field]) => !('$ref' in field) && !field.allOf && !field.description)
        .map(([field]) => `${name}.${field}`),
    );
    expect(bare).toEqual([]);
  });
});

describe('the rules of a route', () => {
  let app: TestApp;
  let operations: ReturnType<typeof operationsOf>;

  beforeAll(async () => {
    app = await startTestApp([ProbeController]);
    operations = operationsOf(describeApi(app.app));
  });
  afterAll(() => app.close());

  const find = (id: string) => {
    const found = operations.find(({ operation }) => operation.operationId === id);
    if (found === undefined) throw new Error(`no operation ${id}`);
    return found.operation;
  };
  const codes = (id: string, status: number) => {
    const response = find(id).responses[String(status)] as Response | undefined;
    return Object.keys(response?.content?.['application/problem+json']?.examples ?? {});
  };
  const headers = (id: string) =>
    (find(id).parameters ?? []).flatMap((parameter) =>
      'in' in parameter && parameter.in === 'header' ? [[parameter.name, parameter.required]] : [],
    );

  test('say which credentials are taken', () => {
    expect(find('wallet').security).toEqual([{ operatorKey: [] }]);
    expect(find('caller').security).toEqual([{ operatorKey: [] }, { sessionToken: [] }]);
    expect(find('fail').security).toEqual([]);
    expect(find('wallet').description).toContain('`wallet`');
  });

  test('say which headers are taken', () => {
    expect(headers('answer')).toContainEqual(['Idempotency-Key', true]);
    expect(headers('put')).toContainEqual(['Idempotency-Key', false]);
    expect(headers('wallet')).toEqual([
      ['X-Request-Id', false],
      ['X-Actor-Name', false],
    ]);
    expect(headers('fail')).toEqual([]);
  });

  test('say which errors there are', () => {
    expect(codes('answer', 400)).toEqual(['invalid_request', 'idempotency_key_required']);
    expect(codes('put', 400)).toEqual(['invalid_request']);
    expect(codes('put', 422)).toEqual(['idempotency_key_reused']);
    expect(codes('wallet', 401)).toEqual(['unauthorized', 'signature_required', 'signature_invalid']);
    expect(codes('wallet', 403)).toEqual(['forbidden']);
    expect(codes('caller', 403)).toEqual([]);
    expect(codes('fail', 401)).toEqual([]);
    expect(codes('fail', 500)).toEqual(['internal_error']);
  });

  test('are served with a page that needs nothing from elsewhere', async () => {
    const served = await app.call('get', '/openapi.json');
    expect(served.headers['content-type']).toContain('application/json');
    expect(served.body.info.title).toBe('Holecard');

    const page = await app.call('get', '/docs');
    expect(page.text).toContain('swagger-ui');
    expect(page.text).not.toMatch(/(src|href)="(https?:)?\/\//);
    const assets = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, path]) => path);
    expect(assets.length).toBeGreaterThan(3);
    for (const asset of assets) {
      const { status } = await app.call('get', new URL(asset, 'http://x/docs').pathname);
      expect([asset, status]).toEqual([asset, 200]);
    }
    const settings = await app.call('get', '/docs/swagger-ui-init.js');
    expect(settings.text).toContain('"persistAuthorization": true');
    expect(settings.text).toContain('"validatorUrl": "none"');
  });
});
