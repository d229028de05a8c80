import { randomUUID } from 'node:crypto';
import { CommandError, parseOperatorCommand, USAGE } from '../../src/operations/operator-command';
import { Casino, type Problem, type Reply } from '../support/casino';
import { RealTable } from '../compliance/real-table';
import { NATURAL, sessionOf } from '../compliance/house';

let casino: Casino;
let tableId: string;
let suspensionId: string;
let roundId: string;

beforeAll(async () => {
  casino = await Casino.open();
  tableId = (await RealTable.open(casino)).http.id;
  const { body } = await casino.post<{ id: string }>('/v1/suspensions', {
    scope: 'player',
    playerId: randomUUID(),
    reason: 'test',
  });
  suspensionId = body.id;
  roundId = (await casino.deal(await sessionOf(casino), NATURAL)).body.id;
});
afterAll(() => casino.close());

/** Every field of the API that takes a text which people wrote for people. */
const FREE_TEXTS: readonly (readonly [string, string, (text: string) => Promise<Reply<Problem>>])[] = [
  [
    'the name of a rule set',
    'name',
    (name) => casino.post('/v1/rule-sets', { id: randomUUID(), settings: {}, name }),
  ],
  [
    'the note of a cancellation',
    'note',
    (note) => casino.post(`/v1/rounds/${roundId}/cancel`, { reason: 'test', note }),
  ],
  [
    'the note of a suspension',
    'note',
    (note) =>
      casino.post('/v1/suspensions', { scope: 'player', playerId: randomUUID(), reason: 'test', note }),
  ],
  [
    'the note of its lifting',
    'note',
    (note) => casino.post(`/v1/suspensions/${suspensionId}/lift`, { reason: 'test', note }),
  ],
  ['the note of a pause', 'note', (note) => supervise('pause', note)],
  ['the note of a resumption', 'note', (note) => supervise('resume', note)],
  [
    'the note of a change of a table',
    'note',
    (note) => casino.call('PATCH', `/v1/tables/${tableId}`, { status: 'closed', note }),
  ],
];

function supervise(verb: string, note: string): Promise<Reply<Problem>> {
  return casino.post(`/v1/tables/${tableId}/${verb}`, { reason: 'test', note });
}

/** One of each kind, and the first and the last of each range. */
const MISLEADING = [
  0x01, 0x0a, 0x1b, 0x1f, 0x7f, 0x85, 0x9f, 0x61c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066,
  0x2069,
].map((code) => String.fromCodePoint(code));

describe.each(FREE_TEXTS)('%s', (_what, path, send) => {
  test('takes no text that could look like another one', async () => {
    for (const character of MISLEADING) {
      const { status, body } = await send(`paid${character}not`);
      expect([character.codePointAt(0), status, body.errors]).toEqual([
        character.codePointAt(0),
        400,
        [{ path, detail: expect.stringMatching(/^must not contain control characters/) as unknown }],
      ]);
    }
  });

  test('takes the letters of every language, and no more of them than fit', async () => {
    const tooLong = await send('x'.repeat(2001));
    expect([tooLong.status, tooLong.body.errors?.map((error) => error.path)]).toEqual([400, [path]]);
    const { status, text } = await send('Ёлка, שלום, مرحبا — 21 ♠ 🂡');
    expect([status < 300, text]).toEqual([true, text]);
  });
});

test('a reason is a code: ASCII, and nothing else', async () => {
  const replies = [
    await casino.post<Problem>(`/v1/rounds/${roundId}/cancel`, { reason: 'a\u202eb' }),
    await casino.post<Problem>(`/v1/suspensions/${suspensionId}/lift`, { reason: 'a\u202eb' }),
    await casino.call<Problem>('PATCH', `/v1/tables/${tableId}`, { status: 'closed', reason: 'a\u202eb' }),
  ];
  for (const { status, body } of replies) {
    expect([status, body.errors?.map(({ path }) => path)]).toEqual([400, ['reason']]);
  }
});

test.each(MISLEADING.map((character) => [character.codePointAt(0)?.toString(16), character]))(
  'the note of a command takes no U+%s',
  (_code, character) => {
    const words = ['suspend', 'everything', '--reason', 'r', '--note', `a${character}b`];
    expect(() => parseOperatorCommand(words)).toThrow(new CommandError(NOTE));
  },
);

const NOTE = '--note must be one line of 2000 characters at most, without control characters.';

test('what the usage of the command explains stands in one column', () => {
  const explained = USAGE.split('\n').flatMap((line) => /^ {2}(?=\S)(.*?\S {2,})\S/.exec(line)?.[1] ?? []);
  expect(explained.length).toBeGreaterThan(8);
  expect([...new Set(explained.map(({ length }) => length))]).toEqual([27]);
});
