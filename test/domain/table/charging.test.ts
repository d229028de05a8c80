import { returnBets } from '../../../src/domain/table/leaving';
import { MemoryTable } from '../../support/memory-table';
import { LIMITS } from '../../support/hands';

/** Nobody has a blackjack, whoever plays. */
const DULL = 'Ts Th Td 6c 9s 9h 9d 8d';

function table(): MemoryTable {
  const opened = new MemoryTable();
  for (const player of ['ann', 'bob', 'cyd']) opened.enters(player, { balance: 10_000 });
  opened.enters('demo', { balance: 10_000, demo: true });
  return opened;
}

/** Lets time pass until bets are placed again. */
function nextCountdown(at: MemoryTable): MemoryTable {
  while (at.table.phase !== 'betting') at.does('time');
  return at;
}

function has(at: MemoryTable, player: string, balance: number): MemoryTable {
  at.balances.set(player, balance);
  return at;
}

/** What ann placed, what she has when the countdown ends, what became of her bets, and what is left. */
const CHARGES: readonly (readonly [
  shows: string,
  placed: string,
  balance: number,
  bets: readonly string[],
  left: number,
])[] = [
  [
    'whole, to the last cent',
    'ann seat 1 1000, ann seat 3 1000',
    2000,
    ['seat 1 1000 charged', 'seat 3 1000 charged'],
    0,
  ],
  [
    'in part, the same on both seats, down to the step',
    'ann seat 1 1000, ann seat 3 1000',
    1999,
    ['seat 1 900 chargedInPart', 'seat 3 900 chargedInPart'],
    199,
  ],
  [
    'in part as long as the minimum fits on both',
    'ann seat 1 1000, ann seat 3 1000',
    200,
    ['seat 1 100 chargedInPart', 'seat 3 100 chargedInPart'],
    0,
  ],
  [
    'not at all when it does not',
    'ann seat 1 1000, ann seat 3 1000',
    199,
    ['seat 1 1000 refused', 'seat 3 1000 refused'],
    199,
  ],
  ['not at all on one seat', 'ann seat 1 1000', 999, ['seat 1 1000 refused'], 999],
  [
    'seats before all else, the rest in the order placed, each whole or not',
    'ann behind 2 500, ann pairs 2 200, ann seat 1 1000',
    1500,
    ['behind 2 500 charged', 'pairs 2 200 refused', 'seat 1 1000 charged'],
    0,
  ],
  [
    'a smaller bet after one that does not fit',
    'ann behind 2 500, ann pairs 2 200, ann seat 1 1000',
    1300,
    ['behind 2 500 refused', 'pairs 2 200 charged', 'seat 1 1000 charged'],
    100,
  ],
  [
    'in part on the seats, and then nothing behind that needs more than is left',
    'ann behind 2 500, ann seat 1 1000, ann seat 3 1000, ann pairs 2 100',
    2100,
    ['behind 2 500 refused', 'seat 1 1000 charged', 'seat 3 1000 charged', 'pairs 2 100 charged'],
    0,
  ],
];

describe('DX-05: the end of the countdown charges', () => {
  test.each(CHARGES.filter(([, placed]) => !placed.includes('pairs 1')))(
    'DX-05: %s',
    (_, placed, balance, bets, left) => {
      const at = has(table().does(`bob seat 2 1000, ${placed}`), 'ann', balance)
        .deals(DULL)
        .does('time');
      expect(at.bets('ann')).toEqual(bets);
      expect(at.balances.get('ann')).toBe(left);
      expect(at.table.phase).toBe('deciding');
    },
  );

  test('DX-05: nothing moves before, and the whole sheet then', () => {
    const at = table().deals('Ts 6c 9s 8d').does('bob seat 2 1000, ann behind 2 500, ann pairs 2 200');
    expect(at.balances.get('ann')).toBe(10_000);
    at.does('time');
    expect(at.balances.get('ann')).toBe(9300);
    expect(at.balances.get('bob')).toBe(9000);
  });
});

describe('DX-09: a seat without a valid bet', () => {
  test('DX-09: is taken away, and every bet on it goes back, unpaid', () => {
    const at = table().does(
      'ann seat 1 1000, bob seat 2 500, cyd behind 1 500, demo pairs 1 100, cyd behind 2 300',
    );
    has(at, 'ann', 999).deals('Ts 6c 9s 8d').does('time');
    expect(at.seated).toBe('2 bob');
    expect(at.bets('ann')).toEqual(['seat 1 1000 refused']);
    expect(at.bets('cyd')).toEqual(['behind 1 500 returned', 'behind 2 300 charged']);
    expect(at.bets('demo')).toEqual(['pairs 1 100 returned']);
    expect([at.balances.get('cyd'), at.balances.get('demo')]).toEqual([9700, 10_000]);
    expect(at.table.seats.map(({ behind }) => behind)).toEqual([0, 1, 0, 0, 0, 0, 0]);
    expect(at.round?.bettors).toHaveLength(2);
  });

  test('DX-09: bets that go back leave money for others', () => {
    const at = table().does('ann seat 1 1000, bob seat 2 500, cyd behind 1 500, cyd behind 2 500');
    has(has(at, 'ann', 0), 'cyd', 500)
      .deals('Ts 6c 9s 8d')
      .does('time');
    expect(at.bets('cyd')).toEqual(['behind 1 500 returned', 'behind 2 500 charged']);
  });

  test('DX-09: who may not play for the moment has no bet when the countdown ends, and loses the seat', () => {
    const at = table().does('ann seat 1 1000, bob seat 2 500, cyd behind 1 500, ann behind 2 300');
    at.run((t) => {
      returnBets(t, 'ann');
      return null;
    });
    expect(at.bets('ann')).toEqual(['seat 1 1000 returned', 'behind 2 300 returned']);
    expect(at.table.seats[1].behind).toBe(0);
    at.deals('Ts 6c 9s 8d').does('time');
    expect([at.seated, at.bets('cyd')]).toEqual(['2 bob', ['behind 1 500 returned']]);
    expect(at.balances.get('ann')).toBe(10_000);
  });

  test('DX-09: without any bet there is no round, and the next countdown runs', () => {
    const at = has(table().does('ann seat 1 1000, cyd behind 1 500'), 'ann', 0).does('time');
    expect([at.table.phase, at.round, at.seated]).toEqual(['betting', null, '']);
    expect(at.table.endsAt).toBe(at.now + 20_000);
    expect(at.bets('cyd')).toEqual(['behind 1 500 returned']);
    expect(at.steps).toEqual([]);
  });

  test('DX-09: and rests when nobody is there', () => {
    const at = has(table().does('ann seat 1 1000'), 'ann', 0);
    at.attended = false;
    expect(at.does('time').table.endsAt).toBeNull();
  });
});

describe('DX-10, DX-11: a seat that sits out', () => {
  /** ann has played a round on seat 1, bob plays on seat 2. */
  function held(): MemoryTable {
    return nextCountdown(table().deals('Ts Th 6c 9s 9h 8d').does('ann seat 1 1000, bob seat 2 500, time'));
  }

  test('DX-10: is kept for a round, bets on it going back, and taken away after the next countdown', () => {
    const at = held().does('bob seat 2 500, cyd behind 1 500, demo pairs 1 100, cyd behind 2 300, time');
    expect(at.seated).toBe('1 ann sits out, 2 bob');
    expect(at.bets('cyd')).toEqual(['behind 1 500 returned', 'behind 2 300 charged']);
    expect(at.bets('demo')).toEqual(['pairs 1 100 returned']);
    nextCountdown(at).does('bob seat 2 500, cyd behind 1 500, time');
    expect(at.seated).toBe('2 bob');
    expect(at.bets('cyd')).toEqual(['behind 1 500 returned']);
  });

  test('DX-10: a bet in between gives it another round', () => {
    const at = held().does('bob seat 2 500, time');
    expect(at.seated).toBe('1 ann sits out, 2 bob');
    nextCountdown(at).does('ann seat 1 500, bob seat 2 500, time');
    expect(at.seated).toBe('1 ann, 2 bob');
    nextCountdown(at).does('bob seat 2 500, time');
    expect(at.seated).toBe('1 ann sits out, 2 bob');
  });

  test('DX-10: a bet placed and taken back is none', () => {
    const at = held().does('bob seat 2 500, time');
    nextCountdown(at).does('ann seat 1 500, ann back, bob seat 2 500, time');
    expect(at.seated).toBe('2 bob');
  });

  test('DX-10: countdowns without a round count as well', () => {
    const at = held().does('time');
    expect(at.seated).toBe('1 ann sits out, 2 bob sits out');
    expect(at.does('time').seated).toBe('');
  });

  test('DX-10: both seats of a player sit out together', () => {
    const at = nextCountdown(
      table().deals(DULL).does('ann seat 1 500, ann seat 3 500, bob seat 2 500, time'),
    );
    at.does('bob seat 2 500, time');
    expect(at.seated).toBe('1 ann sits out, 2 bob, 3 ann sits out');
    nextCountdown(at).does('ann seat 3 500, bob seat 2 500, time');
    expect(at.seated).toBe('1 ann, 2 bob, 3 ann');
  });

  test('DX-10: a bet that a held seat cannot pay leaves it sitting out', () => {
    const at = has(held().does('ann seat 1 1000, bob seat 2 500, cyd behind 1 500'), 'ann', 999).does('time');
    expect(at.seated).toBe('1 ann sits out, 2 bob');
    expect(at.bets('ann')).toEqual(['seat 1 1000 refused']);
    expect(at.bets('cyd')).toEqual(['behind 1 500 returned']);
  });

  test('DX-11: below the minimum it is taken away at once, and bets on it go back', () => {
    const { min } = LIMITS.stake;
    const at = has(held().does('bob seat 2 500, cyd behind 1 500'), 'ann', min - 1).does('time');
    expect(at.seated).toBe('2 bob');
    expect(at.bets('cyd')).toEqual(['behind 1 500 returned']);
    expect(has(held().does('bob seat 2 500'), 'ann', min).does('time').seated).toBe('1 ann sits out, 2 bob');
  });

  test('DX-11: also with a bet that it cannot pay', () => {
    const at = has(held().does('ann seat 1 1000, bob seat 2 500'), 'ann', 99).does('time');
    expect(at.seated).toBe('2 bob');
  });

  test('DX-10: leaving it is possible while the others play', () => {
    const at = held().does('bob seat 2 500, time, ann leave 1');
    expect(at.seated).toBe('2 bob');
  });

  test('DX-04: who plays and leaves stays until the round is over', () => {
    const at = held().does('ann seat 1 500, bob seat 2 500, time, ann leave 1');
    expect(at.seated).toBe('1 ann, 2 bob');
    expect(nextCountdown(at).seated).toBe('2 bob');
  });
});
