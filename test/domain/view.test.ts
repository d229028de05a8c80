import { classic, rules, TextGame } from '../support/hands';

describe('the view', () => {
  test('AM-03: shows the upcard, hides the hole card, and says what the check said', () => {
    const view = new TextGame(rules('american-blackjack'), '7s Ah 7d 9c', '1+sevens').view();
    expect(view).toEqual({
      status: 'playing',
      dealer: { cards: ['Ah', '??'], total: 11, soft: true, blackjack: false },
      boxes: [
        {
          box: 1,
          hands: [
            {
              id: '1.1',
              cards: ['7s', '7d'],
              total: 14,
              soft: false,
              stake: 1000,
              state: 'acting',
              outcome: null,
              returned: null,
              insurance: null,
            },
          ],
          sideBets: [{ type: 'sevens', stake: 100, outcome: null, returned: null }],
        },
      ],
      insurance: null,
      allowed: [
        { type: 'hit', hand: '1.1', price: 0 },
        { type: 'stand', hand: '1.1', price: 0 },
        { type: 'double', hand: '1.1', price: 1000 },
        { type: 'split', hand: '1.1', price: 1000 },
        { type: 'surrender', hand: '1.1', price: 0 },
        { type: 'stand-all', price: 0 },
      ],
      advice: [{ type: 'double', hand: '1.1', reason: 'doubleHardTwelveOrMore' }],
      staked: 1100,
      returned: 0,
      net: -1100,
    });
  });

  test('IN-02: the hidden first card', () => {
    const view = new TextGame(rules('infinite-blackjack'), 'Ts 9d 9s Ac').view();
    expect(view.dealer).toEqual({ cards: ['??', 'Ac'], total: 11, soft: true, blackjack: null });
    expect(view.allowed).toEqual([{ type: 'insurance', min: 50, max: 500 }]);
    expect(view.boxes[0].hands[0].state).toBe('waiting');
  });

  test.each([
    ['1.1 natural', 'As 9c Kd 8h', '', 'blackjack'],
    ['bust', 'Ts 9c 6d 8h Kd', 'hit', 'bust'],
    ['doubled', '5s 9c 6d 8h Kd', 'double', 'doubled'],
    ['a double that busts', 'Ts 9c 6d 8h Kd', 'double', 'bust'],
    ['stood', 'Ts 9c 6d 8h', 'stand', 'stood'],
    ['21 by a hit', '5s 9c 6d 8h Kd', 'hit', 'stood'],
    ['surrendered', 'Ts 9c 6d 8h', 'surrender', 'surrendered'],
    ['cut off by a dealer blackjack', 'Ts Ac 6d Kh', '', 'stood'],
    ['a natural beside a dealer blackjack', 'As Ac Td Kh', '', 'blackjack'],
    ['a split ace', 'As 9c Ad 8h 2d 3d', 'split', 'stood'],
  ])('state: %s', (_, cards, choices, state) => {
    const game = new TextGame(rules('american-blackjack'), cards).play(choices);
    expect(game.view().boxes[0].hands[0].state).toBe(state);
  });

  test('an insurance shows on its hand, open and decided', () => {
    const game = new TextGame(rules('blackjack-switch'), 'Ts 9h Ac 8s 9d 6c').play('insure 1.2');
    expect(game.view().boxes[0].hands[1].insurance).toEqual({ stake: 500, outcome: null, returned: null });
    game.cards.draw = () => 51 as never;
    game.play('decline, stand, stand');
    expect(game.view().boxes[0].hands[1].insurance).toEqual({ stake: 500, outcome: 'win', returned: 1500 });
  });

  test('the one insurance shows beside the boxes', () => {
    const game = new TextGame(classic({ insurance: 'allBoxes' }), 'Ts Ac 9d 6c').play('insure');
    expect(game.view().insurance).toEqual({ stake: 500, outcome: 'lose', returned: 0 });
  });

  test('DX-20: each bettor sees his own money only, and everyone the cards', () => {
    const game = new TextGame(rules('blackjack-deluxe'), 'Ts 9s Ac 9d 9h Th', '1 1<1:300 2@2+pairs').play(
      'insure by 1',
    );
    const [holder, follower, other] = [0, 1, 2].map((bettor) => game.view(bettor));
    expect([holder, follower, other].map(({ staked }) => staked)).toEqual([1000, 450, 1100]);
    expect([holder, follower, other].map(({ boxes }) => boxes[0].hands[0].stake)).toEqual([1000, 300, 0]);
    expect(follower.boxes[0].hands[0].insurance).toEqual({ stake: 150, outcome: null, returned: null });
    expect([holder, other].map(({ boxes }) => boxes[0].hands[0].insurance)).toEqual([null, null]);
    expect([holder, follower, other].map(({ boxes }) => boxes[1].sideBets.length)).toEqual([0, 0, 1]);
    expect(follower.boxes[0].hands[0].cards).toEqual(['Ts', '9d']);
  });

  test('SW-12: a dealer who never drew a second card has no blackjack', () => {
    const game = new TextGame(rules('blackjack-switch'), 'Ts 9h Kc 6s 7d Kd Qd').play('hit, hit');
    expect(game.view()).toMatchObject({ status: 'settled', dealer: { cards: ['Kc'], blackjack: false } });
  });

  test('C-12: at the end the hole card is open and blackjack known', () => {
    const game = new TextGame(rules('infinite-blackjack'), 'Ts Ad 6s Kc Kd').play('hit');
    expect(game.view()).toMatchObject({
      status: 'settled',
      dealer: { cards: ['Ad', 'Kc'], total: 21, blackjack: true },
    });
    expect(game.view().allowed).toEqual([]);
  });
});
