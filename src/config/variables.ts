import { parseSigningKey } from './signing-key';
import { integer, onOff, oneOf, optionalList, optionalText, text } from './variable';

/** Every environment variable that Holecard reads, by the field of `Config` that it fills. */
export const variables = {
  port: integer('PORT', 3000, { min: 0, max: 65535 }, 'TCP port of the HTTP server; 0 takes any free port.'),
  host: text(
    'HOST',
    '127.0.0.1',
    {
      type: 'host name or IP address',
      accepts: (value) => /^[A-Za-z0-9.:_-]{1,255}$/.test(value),
      expected: 'a host name or an IP address',
    },
    'Address that the HTTP server listens on; 0.0.0.0 opens it to the network.',
  ),
  databaseUrl: optionalText(
    'DATABASE_URL',
    {
      type: 'PostgreSQL URL',
      accepts: isPostgresUrl,
      expected: 'a URL such as postgresql://user:password@host:5432/database',
      secret: true,
    },
    'PostgreSQL database to use. Unset: the server starts an embedded PostgreSQL of its own.',
  ),
  ownerDatabaseUrl: optionalText(
    'OWNER_DATABASE_URL',
    {
      type: 'PostgreSQL URL',
      accepts: isPostgresUrl,
      expected: 'a URL such as postgresql://owner:password@host:5432/database',
      secret: true,
    },
    'The same database for the role that owns the tables: it brings them up to date at the start, makes the role of ' +
      'DATABASE_URL, and gives that what a server needs and no more. Unset: the role of DATABASE_URL does all of it.',
  ),
  listenDatabaseUrl: optionalText(
    'LISTEN_DATABASE_URL',
    {
      type: 'PostgreSQL URL',
      accepts: isPostgresUrl,
      expected: 'a URL such as postgresql://user:password@host:5432/database',
      secret: true,
    },
    'The same database, where DATABASE_URL goes through a pooler, past it: one connection of each process listens there ' +
      'for events of shared tables, which no pool of transactions tells. Unset: DATABASE_URL.',
  ),
  dataDir: optionalText(
    'DATA_DIR',
    { type: 'folder', accepts: (value) => !value.includes('\0'), expected: 'the path of a folder' },
    'Folder of the embedded PostgreSQL. Unset: .data in the repository, or, where PostgreSQL cannot ' +
      'reach that, a folder below /var/lib/holecard or the temporary folder; the start-up lines name it.',
  ),
  sandboxApiKey: optionalText(
    'SANDBOX_API_KEY',
    {
      type: 'API key',
      accepts: (value) => /^hc_[A-Za-z0-9_-]{1,128}$/.test(value),
      expected: 'hc_ followed by 1 to 128 letters, digits, _ or -',
      secret: true,
    },
    'API key of the sandbox operator. Unset: the embedded installation makes one up and prints it; with DATABASE_URL ' +
      'there is no sandbox operator.',
  ),
  testMode: onOff('TEST_MODE', true, 'Whether sessions in mode test, with chosen cards, may be opened.'),
  logLevel: oneOf(
    'LOG_LEVEL',
    'info',
    ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
    'Least severe level that is written to the log.',
  ),
  databasePoolSize: integer(
    'DATABASE_POOL_SIZE',
    8,
    { min: 1, max: 200 },
    'Connections to PostgreSQL that this process may hold.',
  ),
  tokenSecret: optionalText(
    'TOKEN_SECRET',
    {
      type: 'text of 32 characters or more',
      accepts: (value) => value.length >= 32 && value.length <= 1024,
      expected: 'a text of 32 to 1024 characters',
      secret: true,
    },
    'Signs the tokens of game sessions. Unset: a random one is kept in the database.',
  ),
  seedKeys: optionalList(
    'SEED_KEY',
    {
      type: '64 hexadecimal digits, or several such keys with commas between',
      accepts: (value) => /^[0-9a-f]{64}$/i.test(value),
      expected: '64 hexadecimal digits, or several such keys with commas between',
      secret: true,
    },
    'Encrypts the server seeds of the shoes at rest; the first key encrypts, all decrypt. A start without a key that ' +
      'stored seeds need is refused. Unset: a random one is kept in the database, where it protects nothing from whoever ' +
      'reads the database.',
  ),
  auditSigningKey: optionalText(
    'AUDIT_SIGNING_KEY',
    {
      type: 'Ed25519 private key: PKCS8 in PEM, or its 32 bytes in base64',
      accepts: isSigningKey,
      expected: 'an Ed25519 private key, in PEM (PKCS8) or as the base64 of its 32 bytes',
      secret: true,
    },
    'Signs records of rounds and heads of the chain of seals. Unset: a random one is kept in the database.',
  ),
  sealIntervalMs: integer(
    'SEAL_INTERVAL_MS',
    2000,
    { min: 10, max: 3_600_000 },
    'Milliseconds between two looks for records to be sealed.',
  ),
  assessIntervalMs: integer(
    'ASSESS_INTERVAL_MS',
    2000,
    { min: 10, max: 3_600_000 },
    'Milliseconds between two looks for rounds to be assessed for the report of returns.',
  ),
  sessionHours: integer('SESSION_HOURS', 24, { min: 1, max: 8760 }, 'Hours until a game session expires.'),
  decisionSeconds: integer(
    'DECISION_SECONDS',
    86_400,
    { min: 1, max: 31_536_000 },
    'Seconds a player has for a decision in a private round before the automatic rule finishes it.',
  ),
  sweepIntervalMs: integer(
    'SWEEP_INTERVAL_MS',
    5000,
    { min: 10, max: 3_600_000 },
    'Milliseconds between two looks for rounds whose time is up.',
  ),
  tableLookMs: integer(
    'TABLE_LOOK_MS',
    200,
    { min: 10, max: 3_600_000 },
    'Milliseconds between two looks for shared tables to drive. More than 1000: others take over tables of a process ' +
      'that lives.',
  ),
  tableEventHours: integer(
    'TABLE_EVENT_HOURS',
    24,
    { min: 1, max: 8760 },
    'Hours for which events of shared tables are kept for readers who come back.',
  ),
  idempotencyDays: integer(
    'IDEMPOTENCY_DAYS',
    30,
    { min: 30, max: 3650 },
    'Days for which a repeated request gets its first answer again.',
  ),
  sessionDataDays: integer(
    'SESSION_DATA_DAYS',
    365,
    { min: 1, max: 36_500 },
    'Days after its expiry for which a session keeps the address, country, language and return URL it was opened with.',
  ),
  digestCheckMinutes: integer(
    'DIGEST_CHECK_MINUTES',
    720,
    { min: 1, max: 1440 },
    'Minutes between two checks that the deployed files are still those of the start.',
  ),
  rateLimitPerSecond: integer(
    'RATE_LIMIT_PER_SECOND',
    500,
    { min: 1, max: 1_000_000 },
    'Requests per second that one API key may make over time.',
  ),
  rateLimitBurst: integer(
    'RATE_LIMIT_BURST',
    1000,
    { min: 1, max: 1_000_000 },
    'Requests that one API key may make at once before RATE_LIMIT_PER_SECOND counts.',
  ),
  trustedProxies: integer(
    'TRUSTED_PROXIES',
    0,
    { min: 0, max: 10 },
    'Proxies between the clients and the server that add to X-Forwarded-For: wrong credentials are counted by the address before them.',
  ),
  maxBodyBytes: integer(
    'MAX_BODY_BYTES',
    65_536,
    { min: 1024, max: 10_485_760 },
    'Largest request body in bytes.',
  ),
  metricsToken: optionalText(
    'METRICS_TOKEN',
    {
      type: 'bearer token',
      accepts: (value) => /^[\x21-\x7e]{1,256}$/.test(value),
      expected: '1 to 256 visible ASCII characters without spaces',
      secret: true,
    },
    'Bearer token with which other machines may read /metrics and /software. Unset: only this machine may.',
  ),
  drainSeconds: integer(
    'DRAIN_SECONDS',
    6,
    { min: 0, max: 600 },
    'Seconds for which a server that is told to stop still takes requests, fewer when nobody is connected. Less than 6: connections are closed that their clients may just be using.',
  ),
  shutdownSeconds: integer(
    'SHUTDOWN_SECONDS',
    10,
    { min: 1, max: 600 },
    'Seconds that requests in flight are given to finish when DRAIN_SECONDS are over.',
  ),
};

function isSigningKey(value: string): boolean {
  return parseSigningKey(value) !== null;
}

function isPostgresUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return /^postgres(ql)?:$/.test(url.protocol) && url.hostname !== '' && url.pathname.length > 1;
}
