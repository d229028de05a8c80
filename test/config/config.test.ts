import { ConfigError, readConfig } from '../../src/config/config';
import { variables } from '../../src/config/variables';

function problemsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    readConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
  return [];
}

it('is complete without any variable', () => {
  expect(readConfig({})).toEqual({
    port: 3000,
    host: '127.0.0.1',
    databaseUrl: undefined,
    ownerDatabaseUrl: undefined,
    dataDir: undefined,
    sandboxApiKey: undefined,
    testMode: true,
    logLevel: 'info',
    databasePoolSize: 8,
    tokenSecret: undefined,
    auditSigningKey: undefined,
    sealIntervalMs: 2000,
    assessIntervalMs: 2000,
    sessionHours: 24,
    decisionSeconds: 86_400,
    sweepIntervalMs: 5000,
    tableLookMs: 200,
    tableEventHours: 24,
    idempotencyDays: 30,
    sessionDataDays: 365,
    digestCheckMinutes: 720,
    rateLimitPerSecond: 500,
    rateLimitBurst: 1000,
    trustedProxies: 0,
    maxBodyBytes: 65_536,
    metricsToken: undefined,
    drainSeconds: 6,
    shutdownSeconds: 10,
  });
});

it.each([
  ['PORT', '8080', 'port', 8080],
  ['PORT', '0', 'port', 0],
  ['HOST', '::1', 'host', '::1'],
  ['DATABASE_URL', 'postgres://u:p@db:5432/holecard', 'databaseUrl', 'postgres://u:p@db:5432/holecard'],
  ['DATA_DIR', '/srv/holecard', 'dataDir', '/srv/holecard'],
  ['SANDBOX_API_KEY', 'hc_sandbox', 'sandboxApiKey', 'hc_sandbox'],
  ['SANDBOX_API_KEY', `hc_${'aZ_-09'.repeat(20)}`, 'sandboxApiKey', `hc_${'aZ_-09'.repeat(20)}`],
  ['TEST_MODE', 'off', 'testMode', false],
  ['TEST_MODE', 'on', 'testMode', true],
  ['LOG_LEVEL', 'silent', 'logLevel', 'silent'],
  ['DATABASE_POOL_SIZE', '1', 'databasePoolSize', 1],
  ['TOKEN_SECRET', 's'.repeat(32), 'tokenSecret', 's'.repeat(32)],
  ['ASSESS_INTERVAL_MS', '10', 'assessIntervalMs', 10],
  ['SESSION_HOURS', '1', 'sessionHours', 1],
  ['DECISION_SECONDS', '1', 'decisionSeconds', 1],
  ['SWEEP_INTERVAL_MS', '10', 'sweepIntervalMs', 10],
  ['IDEMPOTENCY_DAYS', '31', 'idempotencyDays', 31],
  ['RATE_LIMIT_PER_SECOND', '1', 'rateLimitPerSecond', 1],
  ['RATE_LIMIT_BURST', '2', 'rateLimitBurst', 2],
  ['TRUSTED_PROXIES', '1', 'trustedProxies', 1],
  ['MAX_BODY_BYTES', '1024', 'maxBodyBytes', 1024],
  ['METRICS_TOKEN', 'm', 'metricsToken', 'm'],
  ['DRAIN_SECONDS', '0', 'drainSeconds', 0],
  ['SHUTDOWN_SECONDS', '1', 'shutdownSeconds', 1],
] as const)('reads %s=%s', (name, text, field, value) => {
  expect(readConfig({ [name]: text })[field]).toBe(value);
});

it.each([
  ['PORT', '65536'],
  ['PORT', '-1'],
  ['PORT', '3000.5'],
  ['PORT', '0x10'],
  ['PORT', ' 80'],
  ['HOST', 'http://localhost'],
  ['DATABASE_URL', 'localhost'],
  ['DATABASE_URL', 'mysql://u:p@db/holecard'],
  ['DATABASE_URL', 'postgres://u:p@db'],
  ['DATA_DIR', 'a\0b'],
  ['SANDBOX_API_KEY', 'hc_'],
  ['SANDBOX_API_KEY', 'sandbox'],
  ['SANDBOX_API_KEY', 'hc_with space'],
  ['SANDBOX_API_KEY', `hc_${'a'.repeat(129)}`],
  ['TEST_MODE', 'maybe'],
  ['TEST_MODE', 'ON'],
  ['LOG_LEVEL', 'verbose'],
  ['DATABASE_POOL_SIZE', '0'],
  ['TOKEN_SECRET', 's'.repeat(31)],
  ['ASSESS_INTERVAL_MS', '9'],
  ['SESSION_HOURS', '0'],
  ['DECISION_SECONDS', 'never'],
  ['SWEEP_INTERVAL_MS', '9'],
  ['IDEMPOTENCY_DAYS', '29'],
  ['RATE_LIMIT_PER_SECOND', '0'],
  ['RATE_LIMIT_BURST', '1e3'],
  ['MAX_BODY_BYTES', '1023'],
  ['METRICS_TOKEN', 'two words'],
  ['DRAIN_SECONDS', '601'],
  ['SHUTDOWN_SECONDS', '601'],
])('refuses %s=%j by name', (name, text) => {
  const problems = problemsOf({ [name]: text });
  expect(problems).toHaveLength(1);
  expect(problems[0]).toMatch(new RegExp(`^${name} must be `));
});

it('has a refused text for every variable that can be wrong', () => {
  const everythingWrong = Object.fromEntries(Object.values(variables).map(({ name }) => [name, '\0']));
  const named = problemsOf(everythingWrong).map((problem) => problem.split(' ')[0]);
  expect(named).toEqual(Object.values(variables).map(({ name }) => name));
});

it('names all wrong variables at once', () => {
  expect(() => readConfig({ PORT: 'x', TEST_MODE: 'maybe', HOST: 'ok' })).toThrow(
    /PORT must be[^]*TEST_MODE must be/,
  );
});

it('shows what was given, unless it is a secret', () => {
  expect(problemsOf({ TEST_MODE: 'maybe' })).toEqual(['TEST_MODE must be one of on, off, not "maybe"']);
  for (const name of ['TOKEN_SECRET', 'SANDBOX_API_KEY', 'METRICS_TOKEN', 'DATABASE_URL']) {
    expect(problemsOf({ [name]: 'my secret' }).join()).not.toContain('my secret');
  }
});

it('takes an empty variable for an unset one', () => {
  expect(readConfig({ PORT: '', SANDBOX_API_KEY: '' })).toEqual(readConfig({}));
});

it('cannot be changed afterwards', () => {
  expect(Object.isFrozen(readConfig({}))).toBe(true);
});

it('has defaults that it would accept if they were given', () => {
  for (const { name, defaultText, read } of Object.values(variables)) {
    if (defaultText !== undefined) expect([name, read(defaultText)]).toEqual([name, read(undefined)]);
  }
});
