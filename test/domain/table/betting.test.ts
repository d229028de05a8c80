import { MemoryTable } from '../../support/memory-table';

/** A table with wallets of plenty, but for poor and demo. */
function table(): MemoryTable {
  const opened = new MemoryTable();
  for (const player of ['ann', 'bob', 'cyd']) opened.enters(player, { balance: 100_000 });
  opened.enters('poor', { balance: 1500 });
  opened.enters('demo', { balance: 100_000, demo: true });
  return opened;
}

/** What is refused, after which commands, and why. */
type RefusalRow = readonly [shows: string, before: string, command: string, refusal: object];

function testRefusals(rows: readonly RefusalRow[]): void {
  test.each(rows)('%s', (_, before, command, refusal) => {
    const at = table();
    if (before !== '') at.does(before);
    const kept = JSON.stringify([at.table, [...at.sheets]]);
    expect(at.tries(command)).toEqual(refusal);
    expect(JSON.stringify([at.table, [...at.sheets]])).toBe(kept);
    expect(at.happened).toEqual([]);
  });
}

describe('DX-01, DX-04: seats', () => {
  test('DX-01: there are seven, from the lowest', () => {
    expect(table().table.seats.map(({ seat }) => seat)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test('DX-04: a seat is taken by betting on it, two at most, and nothing is paid yet', () => {
    const at = table().does('ann seat 3 1000, ann seat 7 1000, bob seat 1 500');
    expect(at.seated).toBe('1 bob, 3 ann, 7 ann');
    expect(at.bets('ann')).toEqual(['seat 3 1000 placed', 'seat 7 1000 placed']);
    expect(at.balances.get('ann')).toBe(100_000);
  });

  test('DX-04: the first bet starts the countdown of a table that rested', () => {
    const at = table();
    expect(at.table.endsAt).toBeNull();
    at.does('ann seat 3 1000');
    expect(at.table.endsAt).toBe(at.now + 20_000);
    at.does('wait 3000, bob seat 1 500');
    expect(at.table.endsAt).toBe(at.now + 17_000);
  });

  testRefusals([
    ['DX-01: no seat has that number', '', 'ann seat 8 1000', { code: 'seat_not_found' }],
    ['DX-04: a seat taken meanwhile', 'ann seat 3 1000', 'bob seat 3 1000', { code: 'seat_taken' }],
    [
      'DX-04: a third seat',
      'ann seat 3 1000, ann seat 4 1000',
      'ann seat 5 1000',
      { code: 'too_many_seats' },
    ],
    ['DX-08: play money takes no seat', '', 'demo seat 3 1000', { code: 'seat_needs_real_money' }],
    [
      'DX-05: another bet on the second seat',
      'ann seat 3 1000',
      'ann seat 4 1500',
      { code: 'unequal_seat_bets', bounds: { min: 1000, max: 1000, step: 1000 } },
    ],
    [
      'C-14: under the limit',
      '',
      'ann seat 3 50',
      { code: 'amount_out_of_bounds', bounds: { min: 100, max: 20_000, step: 100 } },
    ],
    [
      'C-14: nothing',
      '',
      'ann seat 3 0',
      { code: 'amount_out_of_bounds', bounds: { min: 100, max: 20_000, step: 100 } },
    ],
    [
      'C-14: less than nothing, where there is something',
      'ann seat 3 1000',
      'ann seat 3 -100',
      { code: 'amount_out_of_bounds', bounds: { min: 100, max: 19_000, step: 100 } },
    ],
    [
      'C-14: off the step',
      '',
      'ann seat 3 1050',
      { code: 'amount_out_of_bounds', bounds: { min: 100, max: 20_000, step: 100 } },
    ],
    [
      'C-14: over the limit, with what is there',
      'ann seat 3 15000',
      'ann seat 3 5100',
      { code: 'amount_out_of_bounds', bounds: { min: 100, max: 5000, step: 100 } },
    ],
    [
      'C-15: more than there is, on one seat',
      '',
      'poor seat 3 1600',
      { code: 'insufficient_funds', balance: 1500, price: 1600 },
    ],
    [
      'DX-05: more on two seats than they have, where no step more fits',
      'poor seat 3 700, poor seat 4 700',
      'poor seat 3 100',
      { code: 'insufficient_funds', balance: 1500, price: 1600 },
    ],
    [
      'DX-05: what is bet behind is not there for seats',
      'ann seat 1 1000, poor behind 1 1000, poor seat 3 400',
      'poor seat 3 200',
      { code: 'insufficient_funds', balance: 1500, price: 1600 },
    ],
  ]);

  test('a wallet above its ceiling stakes nothing', () => {
    const at = table();
    at.enters('rich', { balance: 4_000_000_000_000_001 });
    expect(at.tries('rich seat 1 100')).toEqual({ code: 'balance_limit_exceeded' });
  });
});

/** Bets of ann or poor on two seats: the commands, and what lies on each. */
const EQUAL: readonly (readonly [
  shows: string,
  commands: string,
  player: string,
  bets: readonly string[],
])[] = [
  [
    'what is added to one seat is added to the other',
    'ann seat 3 1000, ann seat 4 1000, ann seat 4 500',
    'ann',
    ['seat 3 1500 placed', 'seat 4 1500 placed'],
  ],
  [
    'a second seat that cannot be carried whole divides what there is, down to the step',
    'poor seat 3 1000, poor seat 4 1000',
    'poor',
    ['seat 3 700 placed', 'seat 4 700 placed'],
  ],
  [
    'what is added is divided when it is too much for both',
    'poor seat 3 500, poor seat 4 500, poor seat 3 600',
    'poor',
    ['seat 3 700 placed', 'seat 4 700 placed'],
  ],
  [
    'what is bet behind is left out of what is divided',
    'ann seat 1 1000, poor behind 1 300, poor seat 3 1000, poor seat 4 1000',
    'poor',
    ['behind 1 300 placed', 'seat 3 600 placed', 'seat 4 600 placed'],
  ],
  [
    'a second seat that is given up leaves the first its bet',
    'ann seat 3 1000, ann seat 4 1000, ann back 4 seat',
    'ann',
    ['seat 3 1000 placed'],
  ],
];

test('DX-08: play money does not bet on a seat that the same player held with real money', () => {
  const at = table().does('ann seat 3 1000, time');
  nextCountdown(at);
  at.enters('ann', { balance: 100_000, demo: true });
  expect(at.tries('ann seat 3 1000')).toEqual({ code: 'seat_needs_real_money' });
});

describe('DX-05: one main bet on both seats', () => {
  test.each(EQUAL)('DX-05: %s', (_, commands, player, bets) => {
    expect(table().does(commands).bets(player)).toEqual(bets);
  });

  test('DX-05: a bet on one held seat is one on the other', () => {
    const at = table().does('ann seat 3 1000, ann seat 4 1000, time');
    nextCountdown(at);
    expect(at.does('ann seat 3 700').bets('ann')).toEqual(['seat 3 700 placed', 'seat 4 700 placed']);
  });

  test('DX-05: a held seat that joins a new one carries the same bet', () => {
    const at = table().does('ann seat 3 1000, time');
    nextCountdown(at);
    expect(at.does('ann seat 5 800').bets('ann')).toEqual(['seat 3 800 placed', 'seat 5 800 placed']);
  });

  test('DX-05: what is taken back from a held seat is taken back from the other', () => {
    const at = table().does('ann seat 3 1000, ann seat 4 1000, time');
    nextCountdown(at);
    at.does('ann seat 3 700, bob behind 4 500, ann back 3 seat');
    expect(at.bets('ann')).toEqual([]);
    expect(at.seated).toBe('3 ann, 4 ann');
    expect(at.does('ann seat 4 600').bets('ann')).toEqual(['seat 3 600 placed', 'seat 4 600 placed']);
  });

  test('DX-05: with a held seat goes the one that was being taken beside it', () => {
    const at = table().does('ann seat 3 1000, time');
    nextCountdown(at);
    at.does('ann seat 5 800, bob behind 5 500, ann back 3');
    expect(at.seated).toBe('3 ann');
    expect(at.bets('ann')).toEqual([]);
    expect(at.bets('bob')).toEqual(['behind 5 500 returned']);
  });
});

/** Lets time pass until bets are placed again. */
function nextCountdown(at: MemoryTable): void {
  while (at.table.phase !== 'betting') at.does('time');
}

describe('DX-06, DX-07, DX-08: behind, and on pairs', () => {
  test('DX-06, DX-07, DX-08: anybody bets behind others and on pairs, also with play money, as often as he likes', () => {
    const at = table().does('ann seat 3 1000, bob seat 1 1000');
    at.does('bob behind 3 500, bob behind 3 200, bob pairs 1 100, bob pairs 3 200, ann pairs 3 100');
    at.does('demo behind 1 300, demo behind 3 300, demo pairs 1 100');
    expect(at.bets('bob')).toEqual([
      'seat 1 1000 placed',
      'behind 3 700 placed',
      'pairs 1 100 placed',
      'pairs 3 200 placed',
    ]);
    expect(at.bets('demo')).toEqual(['behind 1 300 placed', 'behind 3 300 placed', 'pairs 1 100 placed']);
    expect(at.table.seats.map(({ behind }) => behind)).toEqual([1, 0, 2, 0, 0, 0, 0]);
  });

  testRefusals([
    ['DX-06: behind oneself', 'ann seat 3 1000', 'ann behind 3 500', { code: 'own_seat' }],
    [
      'DX-06: behind oneself, on the second seat',
      'ann seat 3 1000, ann seat 5 1000',
      'ann behind 5 500',
      { code: 'own_seat' },
    ],
    ['DX-06: behind nobody', '', 'ann behind 3 500', { code: 'seat_empty' }],
    ['DX-07: pairs on an empty seat', '', 'ann pairs 3 100', { code: 'seat_empty' }],
    ['DX-06: no seat has that number', '', 'ann behind 0 500', { code: 'seat_not_found' }],
    [
      'DX-06: over the limit with what is there',
      'ann seat 3 1000, bob behind 3 15000',
      'bob behind 3 5100',
      { code: 'amount_out_of_bounds', bounds: { min: 100, max: 5000, step: 100 } },
    ],
    [
      'DX-07: pairs have limits of their own',
      'ann seat 3 1000',
      'bob pairs 3 2100',
      { code: 'amount_out_of_bounds', bounds: { min: 100, max: 2000, step: 100 } },
    ],
    [
      'C-15: more than there is, with all that waits',
      'ann seat 1 1000, poor seat 3 1000, poor pairs 1 200',
      'poor behind 1 400',
      { code: 'insufficient_funds', balance: 1500, price: 1600 },
    ],
  ]);
});

describe('taking back', () => {
  test('DX-04: a seat that was being taken is free again, and what was bet on it goes back', () => {
    const at = table().does(
      'ann seat 3 1000, ann pairs 3 100, bob behind 3 500, cyd pairs 3 100, ann back 3 seat',
    );
    expect(at.seated).toBe('');
    expect(at.bets('ann')).toEqual(['pairs 3 100 returned']);
    expect(at.bets('bob')).toEqual(['behind 3 500 returned']);
    expect(at.bets('cyd')).toEqual(['pairs 3 100 returned']);
    expect(at.table.seats[2].behind).toBe(0);
    expect(at.does('bob seat 3 200').bets('bob')).toEqual(['behind 3 500 returned', 'seat 3 200 placed']);
  });

  test('everything, or one kind, or one seat', () => {
    const all = 'ann seat 3 1000, bob seat 1 1000, bob behind 3 500, bob pairs 3 100, bob pairs 1 100';
    expect(table().does(`${all}, bob back`).bets('bob')).toEqual([]);
    expect(table().does(`${all}, bob back any pairs`).bets('bob')).toEqual([
      'seat 1 1000 placed',
      'behind 3 500 placed',
    ]);
    const at = table().does(`${all}, bob back 3`);
    expect(at.bets('bob')).toEqual(['seat 1 1000 placed', 'pairs 1 100 placed']);
    expect(at.table.seats[2].behind).toBe(0);
  });

  test('DX-10: a held seat is kept', () => {
    const at = table().does('ann seat 3 1000, time');
    nextCountdown(at);
    expect(at.does('ann seat 3 700, ann back 3').seated).toBe('3 ann');
  });

  test('DX-04: leaving a seat takes its bet along, not that of the other', () => {
    const at = table().does('ann seat 3 1000, ann seat 4 1000, bob behind 3 500, ann leave 3');
    expect(at.seated).toBe('4 ann');
    expect(at.bets('ann')).toEqual(['seat 4 1000 placed']);
    expect(at.bets('bob')).toEqual(['behind 3 500 returned']);
  });

  testRefusals([
    ['nothing to take back', 'ann seat 3 1000', 'bob back', { code: 'nothing_to_take_back' }],
    ['nothing on that seat', 'ann seat 3 1000', 'ann back 4', { code: 'nothing_to_take_back' }],
    ['no such seat to take back from', 'ann seat 3 1000', 'ann back 9', { code: 'seat_not_found' }],
    ["leaving another's seat", 'ann seat 3 1000', 'bob leave 3', { code: 'not_your_seat' }],
    ['leaving a free seat', '', 'bob leave 3', { code: 'not_your_seat' }],
    ['leaving no seat', '', 'bob leave 0', { code: 'seat_not_found' }],
  ]);
});

describe('outside the phase', () => {
  const OUTSIDE = [
    ['paused', 'ann seat 3 1000, pause', 'table_paused'],
    ['closed', 'ann seat 3 1000, close', 'table_closed'],
    ['played', 'ann seat 3 1000, time', 'betting_closed'],
  ] as const;

  test.each(OUTSIDE)('no bet is placed or taken back while the table is %s', (_, before, code) => {
    const at = table().deals('Ts 6c 9s 8d').does(before);
    for (const command of ['bob seat 1 500', 'bob behind 3 500', 'bob pairs 3 100', 'ann back'])
      expect(at.tries(command)).toEqual({ code });
  });
});
