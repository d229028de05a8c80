import { type Card, cardText, parseCard } from '../../../src/domain/card';
import { openShoe } from '../../../src/domain/table/shoe';
import { cards } from '../../support/hands';
import { DELUXE, MemoryTable } from '../../support/memory-table';

const FIRST_CARDS = [
  ['As', 1],
  ['2h', 2],
  ['9c', 9],
  ['Td', 10],
  ['Js', 10],
  ['Qh', 10],
  ['Kc', 10],
] as const;

describe('DX-03: after a shuffle', () => {
  test.each(FIRST_CARDS)('DX-03: %s is exposed and burns %i', (first, burned) => {
    let drawn = 0;
    const source = { draw: (): Card => (drawn++ === 0 ? parseCard(first) : parseCard('5d')) as Card };
    expect(openShoe(DELUXE, source, 4)).toEqual({
      number: 4,
      cut: 312,
      exposed: first,
      burned,
      dealt: 1 + burned,
    });
    expect(drawn).toBe(1 + burned);
  });

  test('DX-03: the exposed card and the count are public, the burned cards are not', () => {
    const at = new MemoryTable();
    const [first, ...burned] = at.shoes[0].drawn.map((card) => cardText(card as Card));
    const { shoe } = at.view(null);
    expect(shoe).toEqual({
      number: 1,
      dealt: 1 + burned.length,
      cutReached: false,
      burned: burned.length,
      exposed: first,
    });
  });

  test('DX-03: no other game has such a shoe at a table', () => {
    const source = { draw: (): Card => cards('As')[0] };
    expect(() => openShoe({ ...DELUXE, shuffle: { kind: 'everyDeal' } }, source, 1)).toThrow('cut card');
    expect(openShoe({ ...DELUXE, burn: 'none' }, source, 1)).toMatchObject({ exposed: null, dealt: 0 });
  });
});

describe('DX-02: the cut card', () => {
  /** A table whose shoe is dealt up to so many cards before the cut card. */
  function before(cards: number): MemoryTable {
    const at = new MemoryTable();
    at.enters('ann', { balance: 100_000 });
    at.table.shoe.dealt = at.table.shoe.cut - cards;
    return at;
  }

  function nextCountdown(at: MemoryTable): MemoryTable {
    while (at.table.phase !== 'betting') at.does('time');
    return at;
  }

  test('DX-02: is told of when it comes; the round is played to its end and is the last of the shoe', () => {
    const at = before(4).does('ann seat 1 1000, time');
    expect(at.happened).toContainEqual({ type: 'cutCard' });
    expect(at.view(null).shoe).toMatchObject({ number: 1, cutReached: true });
    nextCountdown(at);
    const { number, exposed, burned } = at.table.shoe;
    expect(number).toBe(2);
    expect(at.happened).toContainEqual({ type: 'shoe', number, exposed, burned });
    expect(at.shoes[1].drawn).toHaveLength(1 + burned);
  });

  test('DX-02: until it comes the same shoe is dealt on', () => {
    const at = before(100).does('ann seat 1 1000, time');
    expect(at.happened).not.toContainEqual({ type: 'cutCard' });
    expect(nextCountdown(at).table.shoe.number).toBe(1);
  });

  test('DX-02: chosen cards come from elsewhere and leave the shoe as it was', () => {
    const at = before(1).deals('Ts 6c 9s 8d').does('ann seat 1 1000, time, ann stand 1.1');
    expect(at.table.shoe.dealt).toBe(at.table.shoe.cut - 1);
    expect(at.table).toMatchObject({ scripted: true, script: null });
    expect(nextCountdown(at).table).toMatchObject({ scripted: false, shoe: { number: 1 } });
  });

  test('DX-02: the shoe that is changed after a cancelled round is the one whose cut card had come', () => {
    const at = before(4).does('ann seat 1 1000, time');
    if (at.table.phase !== 'result') at.does('cancel');
    expect(nextCountdown(at).table.shoe.number).toBe(2);
  });
});
