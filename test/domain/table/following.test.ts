import { MemoryTable } from '../../support/memory-table';

/**
 * ann sits on 1 and bob on 2 with 10.00 each, cyd is behind both with 5.00, dan behind 1 with 3.00. cyd has what is
 * told.
 */
function dealt(cards: string, cyd = 10_000): MemoryTable {
  const at = new MemoryTable().deals(cards);
  for (const player of ['ann', 'bob', 'dan']) at.enters(player, { balance: 10_000 });
  at.enters('cyd', { balance: cyd });
  return at.does(
    'ann seat 1 1000, bob seat 2 1000, cyd behind 1 500, cyd behind 2 500, dan behind 1 300, time',
  );
}

const ELEVEN = '5s Th 6c 6s 9d 8d Tc';
const EIGHTS = '8s Th 6c 8d 9d 8h 3s 4s';

describe('DX-22: following a double', () => {
  test('DX-22: no answer and no are no: the card is a hit to him; yes doubles his stake', () => {
    const at = dealt(ELEVEN).does('cyd follow-double 1.1 yes, ann double 1.1');
    expect(at.hand('1.1')).toBe('5s 6s Tc doubled ann 2000 cyd 1000 dan 300');
    const no = dealt(ELEVEN).does('cyd follow-double 1.1 no, dan follow-double 1.1 yes, ann double 1.1');
    expect(no.hand('1.1')).toBe('5s 6s Tc doubled ann 2000 cyd 500 dan 600');
  });

  test('DX-22: he follows with his last cent, and not with one too little, and is told why', () => {
    expect(dealt(ELEVEN, 1500).does('cyd follow-double 1.1 yes, ann double 1.1').hand('1.1')).toContain(
      'cyd 1000',
    );
    const at = dealt(ELEVEN, 1499).does('cyd follow-double 1.1 yes, ann double 1.1');
    expect(at.hand('1.1')).toContain('cyd 500');
    expect(at.sheets.get('cyd')?.notExecuted).toEqual([
      {
        hand: '1.1',
        chosen: 'follow-double',
        executed: null,
        reason: 'insufficient_funds',
        balance: 499,
        price: 500,
      },
    ]);
  });

  test('DX-22: a double that becomes a hit is followed by nobody', () => {
    const at = new MemoryTable().deals('Th 5s 6c 9d 6s 8d 2c');
    for (const player of ['ann', 'cyd']) at.enters(player, { balance: 10_000 });
    at.enters('bob', { balance: 1000 });
    at.does('ann seat 1 1000, bob seat 2 1000, cyd behind 2 500, time, cyd follow-double 2.1 yes');
    expect(at.does('bob double 2.1, ann stand 1.1').hand('2.1')).toBe('5s 6s 2c acting bob 1000 cyd 500');
    expect(at.balances.get('cyd')).toBe(9500);
  });
});

describe('DX-23: following a split', () => {
  test('DX-23: no stays with the first hand, yes is on both', () => {
    const at = dealt(EIGHTS).does('cyd follow-split 1.1 yes, ann split 1.1');
    expect([at.hand('1.1'), at.hand('1.2')]).toEqual([
      '8s 3s acting ann 1000 cyd 500 dan 300',
      '8d waiting ann 1000 cyd 500',
    ]);
    expect(at.balances.get('cyd')).toBe(8500);
    expect(at.tries('dan follow-double 1.2 yes')).toEqual({ code: 'action_not_allowed' });
  });

  test('DX-23: he follows with his last cent, and not with one too little', () => {
    expect(dealt(EIGHTS, 1500).does('cyd follow-split 1.1 yes, ann split 1.1').hand('1.2')).toContain(
      'cyd 500',
    );
    const at = dealt(EIGHTS, 1499).does('cyd follow-split 1.1 yes, ann split 1.1');
    expect(at.hand('1.2')).toBe('8d waiting ann 1000');
    expect(at.sheets.get('cyd')?.notExecuted).toMatchObject([
      { chosen: 'follow-split', executed: null, reason: 'insufficient_funds', balance: 499, price: 500 },
    ]);
  });

  test('DX-23: behind two hands, each is doubled for itself', () => {
    const at = dealt(`${EIGHTS} 5c 6h`).does('cyd follow-split 1.1 yes, ann split 1.1');
    at.does('cyd follow-double 1.2 yes, ann double 1.1, ann double 1.2');
    expect(at.hand('1.1')).toContain('ann 2000 cyd 500 dan 300');
    expect(at.hand('1.2')).toContain('ann 2000 cyd 1000');
  });
});

describe('DX-24: surrender', () => {
  test('DX-24: binds those behind: each gets half back', () => {
    const at = dealt('Ts Th 6c 6s 9d 8d').does('cyd follow-double 1.1 yes, ann surrender 1.1');
    expect(at.hand('1.1')).toContain('ann 1000 surrender cyd 500 surrender dan 300 surrender');
    expect([at.balances.get('cyd'), at.balances.get('dan')]).toEqual([9250, 9850]);
  });
});

describe('DX-25: answers in advance', () => {
  test('DX-25: are changed until they are executed, also in the turn, and not after', () => {
    const at = dealt(ELEVEN).does(
      'cyd follow-double 1.1 yes, cyd follow-double 1.1 no, cyd follow-double 1.1 yes',
    );
    expect(at.sheets.get('cyd')?.follows).toEqual([{ type: 'follow-double', hand: '1.1', accept: true }]);
    at.does('cyd follow-double 1.1 no, ann double 1.1');
    expect(at.hand('1.1')).toContain('cyd 500');
    expect(at.sheets.get('cyd')?.follows).toEqual([]);
    expect(at.tries('cyd follow-double 1.1 yes')).toEqual({ code: 'action_not_allowed' });
  });

  test('DX-24, DX-25: after a split each hand is answered anew', () => {
    const at = dealt(`${EIGHTS} 5c 6h`).does(
      'cyd follow-double 1.1 yes, cyd follow-split 1.1 yes, ann split 1.1',
    );
    expect(at.sheets.get('cyd')?.follows).toEqual([]);
    expect(at.does('ann double 1.1').hand('1.1')).toContain('ann 2000 cyd 500');
  });

  test('DX-25: hands of others may be answered before their turn', () => {
    const at = dealt(`5s 5h 6c 6s 6d 8d Tc 9c`).does(
      'cyd follow-double 2.1 yes, ann double 1.1, bob double 2.1',
    );
    expect([at.hand('1.1'), at.hand('2.1')].map((hand) => /cyd \d+/.exec(hand)?.[0])).toEqual([
      'cyd 500',
      'cyd 1000',
    ]);
  });

  test('DX-25: what may be answered is listed to him alone', () => {
    const at = dealt(EIGHTS);
    const names = (player: string): string[] =>
      at.view(player).inAdvance.map(({ type, hand }) => `${type} ${hand}`);
    expect(names('cyd')).toEqual(['follow-double 1.1', 'follow-split 1.1', 'follow-double 2.1']);
    expect(names('dan')).toEqual(['follow-double 1.1', 'follow-split 1.1']);
    expect(names('bob')).toEqual(['hit 2.1', 'stand 2.1', 'double 2.1', 'surrender 2.1']);
  });
});

describe('DX-20: insurance of each bettor', () => {
  const ACE = 'Ts As Ac 9s Kd 9d';

  /** What lies on insurance, by hand and bettor. */
  function insured(at: MemoryTable): string[] {
    return (at.round?.boxes ?? []).flatMap(({ hands }) =>
      hands.flatMap(({ id, bets }) =>
        bets.flatMap(({ bettor, insurance }) =>
          insurance === null ? [] : [`${id} ${at.playerOf(bettor)} ${insurance.stake}`],
        ),
      ),
    );
  }

  test('DX-20: each decides for himself, also on a blackjack; no answer is no', () => {
    const at = dealt(ACE).does('cyd insure 1.1, bob insure, dan decline, time');
    expect(insured(at)).toEqual(['1.1 cyd 250', '2.1 bob 500']);
    expect(at.table.phase).toBe('deciding');
    expect(at.sheets.get('cyd')?.insurance).toEqual([]);
  });

  test('DX-20: nothing is paid before the window ends, and an answer may be changed until then', () => {
    const at = dealt(ACE).does('cyd insure, wait 5000, cyd decline 2.1');
    expect([at.table.phase, at.balances.get('cyd')]).toEqual(['insurance', 9000]);
    at.does('dan insure, dan decline, time');
    expect(insured(at)).toEqual(['1.1 cyd 250']);
    expect([at.balances.get('cyd'), at.balances.get('dan')]).toEqual([8750 + 1250, 9700]);
  });

  test('DX-20: the window ends at once when everybody has answered everything', () => {
    const at = dealt(ACE).does('ann decline, bob decline, cyd insure 1.1, dan decline');
    expect(at.table.phase).toBe('insurance');
    expect(at.does('cyd decline 2.1').table.phase).toBe('deciding');
    expect(insured(at)).toEqual(['1.1 cyd 250']);
    expect(at.tries('cyd insure 1.1')).toEqual({ code: 'action_not_allowed' });
  });

  test('DX-20: it is half of the stake, no other amount', () => {
    const at = dealt(ACE);
    expect(at.tries('cyd insure 1.1 100')).toEqual({
      code: 'amount_out_of_bounds',
      bounds: { min: 250, max: 250, step: 250 },
    });
    expect(at.tries('cyd insure 1.1 250')).toBeNull();
    expect(at.tries('cyd insure 500')).toBeNull();
  });

  test("DX-20: on another's hand without money on it none is offered", () => {
    expect(dealt(ACE).tries('dan insure 2.1')).toEqual({ code: 'action_not_allowed' });
  });

  test('DX-20, C-15: more than there is, is refused; what another answer costs counts', () => {
    const at = dealt(ACE, 1499);
    expect(at.tries('cyd insure')).toEqual({ code: 'insufficient_funds', balance: 499, price: 500 });
    expect(at.does('cyd insure 1.1').tries('cyd insure 2.1')).toEqual({
      code: 'insufficient_funds',
      balance: 499,
      price: 500,
    });
    expect(at.tries('cyd insure 1.1')).toBeNull();
  });

  test('DX-20: a yes that can no longer be paid is a no, and told', () => {
    const at = dealt(ACE).does('cyd insure');
    at.balances.set('cyd', 499);
    at.does('time');
    expect(insured(at)).toEqual(['1.1 cyd 250']);
    expect(at.sheets.get('cyd')?.notExecuted).toEqual([
      {
        hand: '2.1',
        chosen: 'insurance',
        executed: null,
        reason: 'insufficient_funds',
        balance: 249,
        price: 250,
      },
    ]);
  });

  test('DX-20: it is paid 2:1 when the dealer has a blackjack, which ends the round', () => {
    const at = dealt('Ts As Ac 9s Kd Kh').does('cyd insure, time');
    expect(at.table.phase).toBe('result');
    expect(at.balances.get('cyd')).toBe(10_000 - 1000 - 500 + 1500 + 500);
  });
});
