import { PROBLEMS } from '../problem';

const ROWS = Object.entries(PROBLEMS).map(
  ([code, { status, title, retryable }]) =>
    `| \`${code}\` | ${status} | ${title}. | ${retryable ? 'yes' : 'no'} |`,
);

/** What holds for every operation, as the first thing that a reader of the document sees. */
export const DESCRIPTION = `Blackjack as a service. An operator's server deposits money for its players and opens
sessions; the game client plays them, round by round.

## A first round, on this page

1. Press **Authorize**, below on the right: paste the sandbox key, which the server printed when it started and which
   begins with \`hc_\`, into \`operatorKey\`, and leave \`sessionToken\` empty.
2. Open an operation, press **Try it out**, then **Execute**. What is filled in works as it is, from the top to the
   bottom. The only thing to paste is an id that an earlier answer gave: the \`id\` of the session into \`sessionId\`,
   the \`id\` of the round into \`roundId\`, the \`id\` of a table into \`tableId\`; at a table, \`sessionId\` is a session that was
   opened there (\`testTable\`). \`GET /v1/games\` is a good first one, \`POST /v1/sessions\` begins the play.
3. Bodies have more examples than the first: choose one under **Examples**. Each says which session, and which deal, it
   belongs to: all of these stand in the same lists, by the names before the colon. A round that is over takes no more actions: deal again.

## Conventions

- **JSON** in and out, in UTF-8. Unknown fields and unknown query parameters are refused, never ignored.
- **Money** is a whole number of minor units of the currency: \`1050\` is 10.50 EUR, and 1,050 JPY.
- **Times** are RFC 3339 in UTC with milliseconds.
- **Ids** of ours are UUIDs. An operator's own ids (\`playerId\`, \`transactionId\`, …) are 1–128 printable ASCII characters.
- **Cards** are rank and suit: \`As\`, \`Td\`, \`9h\`; a card that lies face down is \`??\`.
- **Credentials**: \`Authorization: Bearer\` with an API key (\`hc_…\`, with scopes \`play\`, \`wallet\`, \`history\`,
  \`tables\`, \`admin\`) or with the token of one session (\`hs_…\`). What belongs to another operator does not exist: 404.
- **Signatures**: an operator may demand that requests with his keys are signed: \`X-Timestamp\` (Unix seconds, or a
  time of RFC 3339) and \`X-Signature\`, the lower-case hex of HMAC-SHA256 over
  \`timestamp \\n METHOD \\n path?query \\n body\` with the API key as the secret. A clock more than five minutes off, or a
  signature seen before, is refused: a request that is sent again is signed anew.
- **Idempotency**: calls that change something take an \`Idempotency-Key\`. The same key with the same request gets the
  first answer again, byte for byte, with \`Idempotency-Replayed: true\`.
- **Request ids**: \`X-Request-Id\` comes back, or one is made; every error names it as \`requestId\`.
- **Rate limits** hold for each key, and in each process of the server: \`RateLimit-Limit\` requests at once, refilled
  over \`RateLimit-Reset\` seconds. Beyond that: 429 with \`Retry-After\`.
- **Lists** give \`items\`, in the order that each operation names, and a \`nextCursor\` that is the \`cursor\` of the next page, or null.

## Errors

Every error is \`application/problem+json\` (RFC 9457) with a stable \`code\`. A retryable one may be sent again later:
with the same \`Idempotency-Key\` after 429, 503 and \`idempotency_in_progress\`, and under a new one after any other, for a refusal that the
state of things decided is given again under its key.

<details><summary>All codes</summary>

| code | status | meaning | retryable |
|---|---|---|---|
${ROWS.join('\n')}

</details>
`;
