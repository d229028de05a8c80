import { runInNewContext } from 'node:vm';
import { describeApi } from '../../src/http/documentation/describe-api';
import { exampleKey, withFreshKey } from '../../src/http/documentation/fresh-key';
import { startTestApp, type TestApp } from '../http/test-app';
import { filledHeaders, operationsOf } from './operations';

type Interceptor = typeof withFreshKey;

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(() => app.close());

test('the page carries the function that keeps its keys fresh, which needs nothing from around it', async () => {
  const { text } = await app.call('get', '/docs/swagger-ui-init.js');
  expect(text).toContain(withFreshKey.toString());

  const alone = runInNewContext(`(${withFreshKey.toString()})`) as Interceptor;
  const send = (key: string): string | undefined =>
    alone({ headers: { 'Idempotency-Key': key } }).headers['Idempotency-Key'];
  expect(send(exampleKey('openSession'))).toMatch(/^open-session-\d{13}$/);
  expect(send('my-own-key')).toBe('my-own-key');
  expect(alone({ headers: { Accept: 'text/csv' } })).toEqual({ headers: { Accept: 'text/csv' } });
});

test('every operation proposes an Idempotency-Key of its own, which the page keeps fresh', () => {
  const proposed = operationsOf(describeApi(app.app)).flatMap(
    (operation) => filledHeaders(operation)['Idempotency-Key'] ?? [],
  );
  expect(proposed.length).toBeGreaterThan(8);
  expect(new Set(proposed).size).toBe(proposed.length);
  for (const key of proposed) {
    expect(withFreshKey({ headers: { 'Idempotency-Key': key } }).headers['Idempotency-Key']).not.toBe(key);
  }
});

test('the page names the examples by which the texts of others refer to them', () => {
  const deal = operationsOf(describeApi(app.app)).find(({ id }) => id === 'deal');
  const body = deal?.operation.requestBody;
  const examples = body && 'content' in body ? body.content['application/json'].examples : {};
  for (const [name, example] of Object.entries(examples ?? {})) {
    expect(example).toMatchObject({ summary: expect.stringMatching(`^${name}: `) as string });
  }
  expect(Object.keys(examples ?? {})).toContain('eights');
});
