import { classic, rules, TextGame } from '../support/hands';

const NOT_ALLOWED = 'action_not_allowed';

/** What each choice is refused with; the round must be the same after it. */
function refusals(game: TextGame, choices: readonly string[]): (string | undefined)[] {
  return choices.map((choice) => {
    const before = JSON.stringify(game.round);
    const heard = game.journal.events.length;
    const refusal = game.tries(choice);
    expect(JSON.stringify(game.round)).toBe(before);
    expect(game.journal.events).toHaveLength(heard);
    return refusal?.code;
  });
}

describe('C-15: what is refused leaves the round as it was', () => {
  test.each([
    ['another hand than the one in turn', 'Ts 9s 6c 6d 9d Th', '', '1 2', 'stand 2.1', NOT_ALLOWED],
    ['a hand that does not exist', 'Ts 9s 6c 6d 9d Th', '', '1 2', 'stand 3.1', 'hand_not_found'],
    ['a hand that is done', 'Ts 9s 6c 6d 9d Th', 'stand', '1 2', 'hit 1.1', NOT_ALLOWED],
    ['a split of two ranks of different value', 'Ts 6c 6d Th', '', '1', 'split', NOT_ALLOWED],
    ['a double of three cards', '2s 6c 6d Th 3d', 'hit', '1', 'double', NOT_ALLOWED],
    ['a split of three cards', '2s 6c 2d Th 2h', 'hit', '1', 'split', NOT_ALLOWED],
    ['a surrender of three cards', '2s 6c 6d Th 3d', 'hit', '1', 'surrender', NOT_ALLOWED],
    ['a switch in a game without', 'Ts 6c 6d Th', '', '1', 'switch', NOT_ALLOWED],
    ['a switch of a box that is not there', 'Ts 6c 6d Th', '', '1', 'switch 2', 'box_not_found'],
    ['an insurance that nobody offered', 'Ts Ac 6d 9h', '', '1', 'insure', NOT_ALLOWED],
    ['no insurance either', 'Ts Ac 6d 9h', '', '1', 'decline 1.1', NOT_ALLOWED],
    ['even money that nobody offered', 'Ts Ac 6d 9h', '', '1', 'even 1.1', NOT_ALLOWED],
    ['even money of an unknown hand', 'Ts Ac 6d 9h', '', '1', 'even 9.1', 'hand_not_found'],
    ['insurance of an unknown hand', 'Ts Ac 6d 9h', '', '1', 'insure 9.1', 'hand_not_found'],
    ['a hit in a settled round', 'As 9c Kd 9h', '', '1', 'hit 1.1', NOT_ALLOWED],
    ['stand all in a settled round', 'As 9c Kd 9h', '', '1', 'stand-all', NOT_ALLOWED],
    ['a double of split aces', 'As 9c Ad 9h Ah', 'split', '1', 'double', NOT_ALLOWED],
    ['a hit of split aces', 'As 9c Ad 9h Ah', 'split', '1', 'hit', NOT_ALLOWED],
  ])('C-15: %s', (_, cards, choices, bets, choice, code) => {
    const game = new TextGame(rules('american-blackjack'), cards, bets).play(choices);
    expect(refusals(game, [choice])).toEqual([code]);
  });

  test('C-15: while offers are open no hand is played', () => {
    const game = new TextGame(classic({ evenMoney: true }), 'As Ts Ac Ks 9s 8d', '1 2');
    expect(
      refusals(game, ['hit 2.1', 'stand 1.1', 'double 2.1', 'stand-all', 'even 2.1', 'switch 1']),
    ).toEqual(new Array(6).fill(NOT_ALLOWED));
  });

  test('C-15: an offer is answered once', () => {
    const game = new TextGame(classic(), 'Ts Ts Ac 9s 9s 8d', '1 2').play('insure 1.1');
    expect(refusals(game, ['insure 1.1', 'decline 1.1'])).toEqual([NOT_ALLOWED, NOT_ALLOWED]);
    expect(game.tries('decline')).toBeNull();
  });

  test('CL-06: one insurance for all boxes has no hand', () => {
    const game = new TextGame(classic({ insurance: 'allBoxes' }), 'Ts Ts Ac 9s 9s 8d', '1 2');
    expect(refusals(game, ['insure 1.1', 'insure 3.1'])).toEqual([NOT_ALLOWED, 'hand_not_found']);
  });

  test('C-15: an insurance answer does not answer even money, nor the other way round', () => {
    const game = new TextGame(classic({ evenMoney: true }), 'As Ac Ks 8d').play('insure');
    expect(game.allowed()).toBe('even-money(1.1)');
    expect(refusals(game, ['insure', 'decline 1.1'])).toEqual([NOT_ALLOWED, NOT_ALLOWED]);
  });
});
