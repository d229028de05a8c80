import { isRepeated, REFUSAL_CODES, type RefusalCode } from '../../src/application/refusal';
import { ProbeController } from './probe.controller';
import { startTestApp, type TestApp } from './test-app';

let app: TestApp;
let key: string;

beforeAll(async () => {
  app = await startTestApp([ProbeController]);
  ({ key } = await app.addKey(await app.addOperator()));
});
afterAll(() => app.close());

const STATUSES: Record<RefusalCode, number> = {
  invalid_request: 400,
  idempotency_key_required: 400,
  amount_out_of_bounds: 400,
  unauthorized: 401,
  signature_required: 401,
  signature_invalid: 401,
  insufficient_funds: 402,
  forbidden: 403,
  test_mode_off: 403,
  return_too_high: 403,
  not_found: 404,
  hand_not_found: 404,
  box_not_found: 404,
  method_not_allowed: 405,
  not_acceptable: 406,
  idempotency_in_progress: 409,
  action_not_allowed: 409,
  confirmation_required: 409,
  stale_version: 409,
  round_open: 409,
  round_already_cancelled: 409,
  reversal_exceeds_balance: 409,
  session_closed: 409,
  session_expired: 409,
  session_conflict: 409,
  transaction_conflict: 409,
  balance_limit_exceeded: 409,
  wallet_not_empty: 409,
  player_erased: 409,
  suspension_in_force: 409,
  erased_too_often: 409,
  table_required: 409,
  betting_closed: 409,
  table_paused: 409,
  table_closed: 409,
  seat_taken: 409,
  seat_empty: 409,
  too_many_seats: 409,
  own_seat: 409,
  not_your_seat: 409,
  seat_needs_real_money: 409,
  unequal_seat_bets: 409,
  nothing_to_take_back: 409,
  phase_conflict: 409,
  shared_shoe: 409,
  nothing_to_rebet: 409,
  suspended: 409,
  reminder_due: 409,
  round_too_soon: 409,
  body_too_large: 413,
  unsupported_media_type: 415,
  idempotency_key_reused: 422,
  rate_limited: 429,
  internal_error: 500,
  unavailable: 503,
  too_many_conflicts: 503,
};
const RETRYABLE = [
  ...['idempotency_in_progress', 'round_too_soon', 'betting_closed', 'table_paused', 'rate_limited'],
  ...['unavailable', 'too_many_conflicts'],
];

test.each([...REFUSAL_CODES])('%s leaves as a problem of its own status', async (code) => {
  const { status, body, headers } = await app.call('get', `/v1/probe/refusals/${code}`);
  const expected = STATUSES[code];
  expect(status).toBe(expected);
  expect(headers['content-type']).toBe('application/problem+json; charset=utf-8');
  expect(body).toEqual({
    type: `/docs/errors#${code}`,
    title: expect.stringMatching(/^[A-Z]/) as string,
    status: expected,
    detail: 'A test.',
    code,
    retryable: RETRYABLE.includes(code),
    requestId: headers['x-request-id'],
    balance: 900,
    price: 1000,
    bounds: { min: 50, max: 3000, step: 50 },
    round: { id: 'r', version: 3 },
  });
  expect(headers['www-authenticate']).toBe(expected === 401 ? 'Bearer' : undefined);
  expect(headers['retry-after']).toBe(RETRYABLE.includes(code) ? '1' : undefined);
});

test('what the state of things decided is kept under its key: 402 and 409, but of no request that is still running', () => {
  const kept = REFUSAL_CODES.filter((refused) => isRepeated({ refused, detail: 'A test.' }));
  const byStatus = REFUSAL_CODES.filter((code) => [402, 409].includes(STATUSES[code]));
  expect(kept).toEqual(byStatus.filter((code) => code !== 'idempotency_in_progress'));
});

test('the published page explains every code where the type points', async () => {
  const { status, text, headers } = await app.call('get', '/docs/errors');
  expect(status).toBe(200);
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  for (const code of REFUSAL_CODES) expect(text).toContain(`id="${code}"`);
});

test('an unknown path is 404', async () => {
  const { status, body } = await app.call('get', '/v1/nowhere?x=1');
  expect([status, (body as { code: string }).code]).toEqual([404, 'not_found']);
});

test('a path that does not know the method is 405 and says which ones it knows', async () => {
  const { status, body, headers } = await app.call('patch', '/v1/probe/answers').send({});
  expect([status, (body as { code: string }).code]).toEqual([405, 'method_not_allowed']);
  expect(headers['allow']).toBe('POST, PUT');
  const read = await app.call('post', '/v1/probe/rows');
  expect([read.status, read.headers['allow']]).toEqual([405, 'GET, HEAD']);
});

test('a path that cannot be decoded is 400', async () => {
  const { status, body } = await app.call('get', '/v1/probe/refusals/%FF');
  expect([status, (body as { code: string }).code]).toEqual([400, 'invalid_request']);
});

test('an unexpected error is 500 and tells the caller nothing, the log its stack and no parameters', async () => {
  app.logLines.length = 0;
  const { status, body, text } = await app
    .call('get', '/v1/probe/failures/unexpected')
    .set('X-Request-Id', 'req-500');
  expect([status, (body as { code: string }).code]).toEqual([500, 'internal_error']);
  expect(text).not.toMatch(/seed|4f5a9c|at .*\.ts|Error:/);
  const line = app.logLines.find((entry) => entry.includes('unexpectedly')) ?? '';
  expect(JSON.parse(line)).toMatchObject({ requestId: 'req-500', err: { message: 'the seed is 4f5a9c' } });
  expect(line).toContain('probe.controller');
  expect(app.logLines.join('\n')).not.toContain('hc_secret');
});

test('an answer that breaks off half way ends the connection', async () => {
  const answer = fetch(`${app.baseUrl}/v1/probe/broken-rows`).then((response) => response.text());
  await expect(answer).rejects.toThrow();
});

test('a media type that the answer does not come in is 406', async () => {
  const rows = () => app.call('get', '/v1/probe/rows').auth(key, { type: 'bearer' });
  const refused = await rows().set('Accept', 'image/png');
  expect([refused.status, (refused.body as { code: string }).code]).toEqual([406, 'not_acceptable']);
  expect((await rows()).body).toEqual({ items: [1, 2] });
  const csv = await rows().set('Accept', 'text/csv;q=0.9, application/json;q=0.1');
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(csv.text).toBe('n\n1\n2\n');
});
