import { MemoryTable } from '../../support/memory-table';

/** ann on 1, bob on 2 and 3; cyd behind 1 and on its pair; demo watches. */
function table(cards: string): MemoryTable {
  const at = new MemoryTable().deals(cards);
  for (const player of ['ann', 'bob', 'cyd']) at.enters(player, { balance: 10_000 });
  at.enters('demo', { balance: 10_000, demo: true });
  return at.does('ann seat 1 1000, bob seat 2 500, bob seat 3 500, cyd behind 1 300, cyd pairs 1 100');
}

const CARDS = '8s Th Td 6c 8d 9h 9d Kc';

describe('what a caller sees of a table', () => {
  test('while bets are placed: seats, aliases, how many bet behind; his own bets only', () => {
    const at = table(CARDS);
    const seats = at.view('cyd').seats.map(({ state, playerAlias, you, stake, bettors }) => {
      return [state, playerAlias, you, stake, bettors];
    });
    expect(seats).toEqual([
      ['taken', 'alias of ann', false, 300, 1],
      ['taken', 'alias of bob', false, 0, 0],
      ['taken', 'alias of bob', false, 0, 0],
      ...[4, 5, 6, 7].map(() => ['free', null, false, 0, 0]),
    ]);
    expect(
      at
        .view('bob')
        .seats.map(({ you, stake }) => [you, stake])
        .slice(0, 3),
    ).toEqual([
      [false, 0],
      [true, 500],
      [true, 500],
    ]);
    expect(at.view('cyd').you).toEqual({
      sheet: [
        { seat: 1, kind: 'behind', amount: 300, state: 'placed', outcome: null, returned: null },
        { seat: 1, kind: 'pairs', amount: 100, state: 'placed', outcome: null, returned: null },
      ],
      queued: [],
      notExecuted: [],
    });
    expect(at.view(null).you).toBeNull();
  });

  test("everyone's cards as far as they lie open, and the turn", () => {
    const at = table(CARDS).does('time');
    const view = at.view(null);
    expect(view.dealer?.cards).toEqual(['6c', '??']);
    expect(view.seats.slice(0, 3).map(({ hands }) => hands[0].cards)).toEqual([
      ['8s', '8d'],
      ['Th', '9h'],
      ['Td', '9d'],
    ]);
    expect(view.turn).toEqual({ seat: 1, hand: '1.1', endsAt: at.table.endsAt });
    expect([view.allowed, view.inAdvance]).toEqual([[], []]);
    expect(JSON.stringify(view)).not.toContain('Kc');
  });

  test('DX-27: a pair is decided with the deal, a hand at its end; a split is told of in one line', () => {
    const at = table(`${CARDS} 3s 3d 9c`).does('time, cyd follow-split 1.1 yes');
    expect(at.view('cyd').you?.sheet[1]).toMatchObject({ outcome: 'mixedPair', returned: 600 });
    at.does('ann split 1.1, ann stand 1.1, ann stand 1.2, bob stand 2.1, bob stand 3.1');
    expect(at.table.phase).toBe('result');
    expect(at.view('cyd').you?.sheet[0]).toMatchObject({ amount: 300, outcome: 'win', returned: 1200 });
    expect(at.view('bob').you?.sheet[0]).toMatchObject({ amount: 500, outcome: 'win', returned: 1000 });
  });

  test('what waits to be executed is shown to him who said it, and to nobody else', () => {
    const at = table('8s Th Td Ac 8d 9h 9d 6c').does(
      'time, cyd insure 1.1, bob stand 2.1, cyd follow-split 1.1 yes',
    );
    expect(at.view('cyd').you?.queued).toEqual([
      { type: 'follow-split', hand: '1.1', accept: true },
      { type: 'insurance', hand: '1.1', accept: true },
    ]);
    expect(at.view('bob').you?.queued).toEqual([{ type: 'stand', hand: '2.1' }]);
    expect(at.view('ann').you?.queued).toEqual([]);
  });

  test('DX-28: while it is paused nothing is allowed, but the turn is shown', () => {
    const at = table(CARDS).does('time, pause');
    const view = at.view('ann');
    expect([view.status, view.phaseEndsAt, view.allowed]).toEqual(['paused', null, []]);
    expect(view.turn).toEqual({ seat: 1, hand: '1.1', endsAt: null });
    expect(at.view('bob').inAdvance).toEqual([]);
  });

  test('DX-10: a seat that sits out is shown as such, without a hand', () => {
    const at = table(CARDS).does('time');
    while (at.table.phase !== 'betting') at.does('time');
    at.does('bob seat 2 500, time');
    expect(at.view('ann').seats[0]).toMatchObject({ state: 'sittingOut', you: true, stake: 0, hands: [] });
  });
});
