import { MemoryTable } from '../../support/memory-table';

/** ann sits on 1, bob on 2, both with 10.00 on it; bob has what is told, and cards are dealt in that order. */
function dealt(cards: string, bob = 10_000): MemoryTable {
  const at = new MemoryTable().deals(cards);
  at.enters('ann', { balance: 10_000 });
  at.enters('bob', { balance: bob });
  at.enters('cyd', { balance: 10_000 });
  return at.does('ann seat 1 1000, bob seat 2 1000, time');
}

/** Who decided what, in order. */
function decided(at: MemoryTable): string[] {
  return at.steps.flatMap(({ step, by, player, chosen }) => {
    if (step.type !== 'action' || !('hand' in step.action)) return [];
    const instead = chosen === null ? '' : ` instead of ${chosen}`;
    return [
      `${step.action.hand} ${step.action.type}${instead} by ${by}${player === null ? '' : ` ${player}`}`,
    ];
  });
}

/** Two cards each, nothing special: ann has 19, bob has 11, the dealer a six. */
const PLAIN = 'Ts 5h 6c 9s 6d 8d';

describe('DX-14: turns and choices in advance', () => {
  test('DX-14: seats decide in ascending order, all hands of a seat before the next', () => {
    const at = dealt('8s 5h 6c 8d 6d 8h Ts Td 4c');
    const turns = [at.turn];
    for (const command of ['ann split 1.1', 'ann stand 1.1', 'ann stand 1.2'])
      turns.push(at.does(command).turn);
    expect(turns).toEqual(['1.1', '1.1', '1.2', '2.1']);
  });

  test('DX-14: what was chosen is executed when the turn comes, as it was chosen last', () => {
    const at = dealt(`${PLAIN} 9c`).does('bob stand 2.1, bob double 2.1');
    expect(at.sheets.get('bob')?.queued).toEqual([{ hand: '2.1', type: 'double' }]);
    expect(at.hand('2.1')).toBe('5h 6d waiting bob 1000');
    at.does('ann stand 1.1');
    expect(decided(at)).toEqual(['1.1 stand by player ann', '2.1 double by ahead bob']);
    expect(at.hand('2.1')).toContain('5h 6d 9c doubled bob 2000');
    expect(at.sheets.get('bob')).toMatchObject({ queued: [], notExecuted: [] });
    expect(at.table.phase).toBe('result');
  });

  test('DX-14: it waits while insurance is offered, and lasts beyond it', () => {
    const at = dealt('Ts 5h Ac 9s 6d 8d 9c').does('bob hit 2.1, ann stand 1.1');
    expect([at.table.phase, at.turn]).toEqual(['insurance', 'insurance']);
    at.does('time');
    expect(decided(at)).toEqual(['1.1 stand by ahead ann', '2.1 hit by ahead bob']);
    expect(at.turn).toBe('2.1');
  });

  test('DX-14: one choice is one action; then he is asked', () => {
    const at = dealt(`${PLAIN} 2c`).does('bob hit 2.1, ann stand 1.1');
    expect([at.turn, at.table.phase, at.hand('2.1')]).toEqual([
      '2.1',
      'deciding',
      '5h 6d 2c acting bob 1000',
    ]);
    expect(at.table.endsAt).toBe(at.now + 12_000);
  });

  test('DX-14: a split hand may be chosen for before its second card comes', () => {
    const at = dealt('8s 5h 6c 8d 6d 8h Ts 3d 9c').does('ann split 1.1, ann double 1.2, ann stand 1.1');
    expect(at.hand('1.2')).toBe('8d 3d 9c doubled ann 2000');
    expect(at.turn).toBe('2.1');
  });

  test('DX-14: what is not legal any more is not executed, and told; he is asked', () => {
    const at = dealt(PLAIN);
    at.sheets.get('bob')?.queued.push({ hand: '2.1', type: 'split' });
    at.does('ann stand 1.1');
    expect(at.turn).toBe('2.1');
    expect(at.sheets.get('bob')?.notExecuted).toEqual([
      {
        hand: '2.1',
        chosen: 'split',
        executed: null,
        reason: 'action_not_allowed',
        balance: 0,
        price: 0,
      },
    ]);
  });

  test('DX-14: a choice whose hand ended by itself waits for nothing', () => {
    const at = dealt('8s 5h 6c 8d 6d 8h Ts Kd').does('ann split 1.1, ann hit 1.2');
    expect(at.view('ann').you?.queued).toEqual([{ hand: '1.2', type: 'hit' }]);
    const ended = dealt('As 5h 6c Ad 6d 8h Ts Kd').does('ann split 1.1');
    ended.sheets.get('ann')?.queued.push({ hand: '1.2', type: 'hit' });
    expect(ended.view('ann').you?.queued).toEqual([]);
  });

  test('DX-14: nothing is chosen in advance for a natural, which is never asked', () => {
    const at = dealt('Ts Ah Ac 9s Kd 8d');
    expect(at.view('bob').inAdvance).toEqual([]);
    expect(at.tries('bob stand 2.1')).toEqual({ code: 'action_not_allowed' });
  });

  test('DX-14: what may be chosen in advance is listed, and nothing else is taken', () => {
    const at = dealt('Ts 8h 6c 9s 8d 8c');
    const listed = at.view('bob').inAdvance.map(({ type }) => type);
    expect(listed).toEqual(['hit', 'stand', 'double', 'split', 'surrender']);
    expect(at.view('ann').inAdvance).toEqual([]);
    expect(at.view('ann').allowed.map(({ type }) => type)).toEqual(['hit', 'stand', 'double', 'surrender']);
  });
});

describe('choices that are refused', () => {
  test.each([
    ["another's hand in turn", 'bob hit 1.1', 'action_not_allowed'],
    ["another's hand in advance", 'ann hit 2.1', 'action_not_allowed'],
    ['a hand that is not there', 'ann hit 3.1', 'hand_not_found'],
    ['DX-18: a split of no pair', 'ann split 1.1', 'action_not_allowed'],
    ['DX-18: in advance too', 'bob split 2.1', 'action_not_allowed'],
    ['by somebody without a bet', 'cyd hit 1.1', 'action_not_allowed'],
    ['by somebody who was never there', 'dan hit 1.1', 'action_not_allowed'],
    ['DX-20: insurance that is not offered', 'ann insure', 'action_not_allowed'],
    ['all hands at once', 'ann stand-all 1.1', 'action_not_allowed'],
    ['even money', 'ann even-money 1.1', 'action_not_allowed'],
    ['following oneself', 'ann follow-double 1.1 yes', 'action_not_allowed'],
    ['following without money behind', 'bob follow-double 1.1 yes', 'action_not_allowed'],
    ['following a hand that is not there', 'bob follow-double 9.1 yes', 'hand_not_found'],
    ['insuring a hand that is not there', 'ann insure 9.1', 'hand_not_found'],
  ])('%s', (_, command, code) => {
    const at = dealt(PLAIN);
    const before = JSON.stringify([at.table, at.round, [...at.sheets]]);
    expect(at.tries(command)).toEqual({ code });
    expect(JSON.stringify([at.table, at.round, [...at.sheets]])).toBe(before);
  });

  test('DX-17: surrender under an ace or a ten, also in advance', () => {
    expect(dealt('Ts 5h Kc 9s 6d 8d').tries('bob surrender 2.1')).toEqual({ code: 'action_not_allowed' });
    expect(dealt('Ts 5h 9c 9s 6d 8d').does('bob surrender 2.1, ann stand 1.1').hand('2.1')).toContain(
      'surrendered bob 1000 surrender',
    );
  });

  test('C-15: in his turn a double that he cannot pay is refused, not replaced', () => {
    const at = dealt('Ts 5h 6c 9s 6d 8d', 1999).does('ann stand 1.1');
    expect(at.tries('bob double 2.1')).toEqual({ code: 'insufficient_funds', balance: 999, price: 1000 });
    expect(at.turn).toBe('2.1');
  });

  test('before the deal and after the end nobody chooses', () => {
    const at = new MemoryTable();
    at.enters('ann', { balance: 10_000 });
    at.does('ann seat 1 1000').deals('As 6c Kd 8d');
    expect(at.tries('ann hit 1.1')).toEqual({ code: 'action_not_allowed' });
    expect(at.does('time').table.phase).toBe('result');
    expect(at.tries('ann hit 1.1')).toEqual({ code: 'action_not_allowed' });
  });
});

describe('DX-15: what ends a hand', () => {
  test('DX-15: 21, a bust and a double pass the turn on by themselves', () => {
    expect(dealt(`${PLAIN} 2c`).does('ann hit 1.1').hand('1.1')).toBe('Ts 9s 2c stood ann 1000');
    expect(dealt(`${PLAIN} 3c`).does('ann hit 1.1').hand('1.1')).toBe('Ts 9s 3c bust ann 1000 bust');
    expect(dealt(`${PLAIN} Ac`).does('ann double 1.1').turn).toBe('2.1');
  });

  test('DX-15, DX-18: split aces get one card each, and then the next seat decides', () => {
    const at = dealt('As 5h 6c Ad 6d 8d 9c Tc').does('ann split 1.1');
    expect([at.hand('1.1'), at.hand('1.2')]).toEqual(['As 9c stood ann 1000', 'Ad Tc stood ann 1000']);
    expect(at.turn).toBe('2.1');
  });

  test('DX-15, DX-16: a split followed by a double stands', () => {
    const at = dealt('8s 5h 6c 8d 6d 8h 3s Ts 9c').does('ann split 1.1, ann double 1.1');
    expect([at.hand('1.1'), at.turn]).toEqual(['8s 3s Ts doubled ann 2000', '1.2']);
  });
});

/** What bob, who has 10.00 on his seat, had before; what he chose; what was executed, and what is told of it. */
const DEGRADED: readonly (readonly [
  shows: string,
  cards: string,
  balance: number,
  chosen: string,
  executed: string,
  note: string | null,
])[] = [
  ['DX-16: a double that takes the last cent', `${PLAIN} 9c`, 2000, 'double', 'double', null],
  ['DX-16: a double with a cent too little is a hit', `${PLAIN} 9c`, 1999, 'double', 'hit', '999 of 1000'],
  ['DX-16: so it is on a high total', 'Ts Th 6c 9s 7d 8d 4c', 1000, 'double', 'hit', '0 of 1000'],
  ['DX-19: a split that takes the last cent', 'Ts 8h 6c 9s 8d 8c 9c', 2000, 'split', 'split', null],
  [
    'DX-19: one that cannot be paid is a stand above 11',
    'Ts 8h 6c 9s 8d 8c',
    1999,
    'split',
    'stand',
    '999 of 1000',
  ],
  ['DX-19: and a hit on 11 or less', 'Ts 5h 6c 9s 5d 8c 9c', 1999, 'split', 'hit', '999 of 1000'],
  ['DX-19: two aces are twelve', 'Ts Ah 6c 9s Ad 8c', 1999, 'split', 'stand', '999 of 1000'],
];

describe('DX-16, DX-19: choices that cannot be paid any more', () => {
  test.each(DEGRADED)('%s', (_, cards, balance, chosen, executed, note) => {
    const at = dealt(cards, balance).does(`bob ${chosen} 2.1, ann stand 1.1`);
    const instead = note === null ? '' : ` instead of ${chosen}`;
    expect(decided(at)[1]).toBe(`2.1 ${executed}${instead} by ahead bob`);
    const told = at.sheets.get('bob')?.notExecuted.map((was) => `${was.balance} of ${was.price}`);
    expect(told).toEqual(note === null ? [] : [note]);
    if (note !== null) {
      expect(at.sheets.get('bob')?.notExecuted).toMatchObject([
        { hand: '2.1', chosen, executed, reason: 'insufficient_funds' },
      ]);
    }
    expect(at.happened).toContainEqual({
      type: 'executed',
      hand: '2.1',
      action: executed,
      by: 'ahead',
      chosen: note === null ? null : chosen,
    });
  });

  test('DX-16: after the hit he is asked again', () => {
    const at = dealt(`${PLAIN} 2c`, 1999).does('bob double 2.1, ann stand 1.1');
    expect([at.turn, at.hand('2.1')]).toEqual(['2.1', '5h 6d 2c acting bob 1000']);
  });

  test('DX-16: the winnings of an earlier hand pay for it', () => {
    const at = new MemoryTable().deals('As 5h 6c Ks 6d 8d 9c');
    at.enters('ann', { balance: 2000 });
    at.does('ann seat 1 1000, ann seat 2 1000, time');
    expect(at.balances.get('ann')).toBe(2500);
    expect(at.does('ann double 2.1').hand('2.1')).toContain('5h 6d 9c doubled ann 2000');
  });
});

describe('DX-21: out of time', () => {
  test('DX-21: at once when the decision time is over, not before: hits to 11, then stands, and only that hand', () => {
    const at = dealt('2s 5h 6c 3s 6d 8d 4h 2d Tc').does('wait 11999, tick');
    expect(decided(at)).toEqual([]);
    at.does('wait 1, tick');
    expect(at.hand('1.1')).toBe('2s 3s 4h 2d Tc stood ann 1000');
    expect(decided(at)).toEqual(['1.1 hit by automatic', '1.1 hit by automatic', '1.1 hit by automatic']);
    expect([at.turn, at.table.endsAt]).toEqual(['2.1', at.now + 12_000]);
  });

  test('DX-21: an ace counts 11 unless that busts', () => {
    expect(dealt('As 5h 6c 3s 6d 8d').does('time').hand('1.1')).toBe('As 3s stood ann 1000');
  });

  test('DX-21: the next hand is played as its player chose', () => {
    const at = dealt(`${PLAIN} 9c`).does('bob double 2.1, time');
    expect(decided(at)).toEqual(['1.1 stand by automatic', '2.1 double by ahead bob']);
  });

  test("DX-21: others' choices give nobody more time", () => {
    const at = dealt(PLAIN);
    const { endsAt } = at.table;
    expect(at.does('wait 5000, bob double 2.1').table.endsAt).toBe(endsAt);
  });
});
