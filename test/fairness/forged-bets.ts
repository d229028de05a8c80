import type { Proof } from '../../src/application/fairness/make-proof';
import type { Step } from '../../src/domain/step';
import { type Forgery, rehashed, replayed } from './forger';

const seatOf = (box: number, bettor = 0, stake = 1000) => ({ box, bettor, stake });
const betting = (seats: readonly object[], others: object = {}) => {
  return { bettors: 1, seats, behind: [], sideBets: [], ...others };
};
const placing =
  (...seats: readonly object[]) =>
  (truth: Proof): Proof =>
    replayed(truth, { placed: betting(seats) });

/** The bets of the table's round with something else in them. */
function atTable(change: (bets: TableBets) => Partial<TableBets>) {
  return (truth: Proof): Proof => {
    const [first] = truth.steps;
    if (first.type !== 'deal') throw new Error('a proof begins with its deal');
    const bets = first.bets as unknown as TableBets;
    return replayed(truth, { placed: { ...bets, ...change(bets) } });
  };
}

interface TableBets {
  readonly bettors: number;
  readonly seats: readonly Seat[];
  readonly behind: readonly Seat[];
  readonly sideBets: readonly (Seat & { readonly type: string })[];
}
type Seat = ReturnType<typeof seatOf>;

/** Steps in which another bettor, too, follows what the holder does, or takes insurance. */
function joinedBy(bettor: number) {
  return (truth: Proof): Proof => {
    const steps = truth.steps.map((step): Step => {
      if (step.type === 'insurances')
        return { ...step, accepted: [...step.accepted, { bettor, hand: '4.1' }] };
      if (step.type !== 'action' || (step.action.type !== 'double' && step.action.type !== 'split'))
        return step;
      const { type, hand, followers = [] } = step.action;
      return { ...step, action: { type, hand, followers: [...followers, bettor] } };
    });
    return rehashed({ ...truth, steps });
  };
}

/** Bets that the server does not take. */
export const FORGED_BETS: readonly Forgery[] = [
  [
    'a second bettor in a private round',
    'american',
    (truth) => replayed(truth, { placed: betting([seatOf(1), seatOf(2, 1)], { bettors: 2 }) }),
    'steps[0].bets.bettors is 2',
  ],
  [
    'somebody behind in a private round',
    'american',
    (truth) => replayed(truth, { placed: betting([seatOf(1)], { bettors: 2, behind: [seatOf(1, 1)] }) }),
    'steps[0].bets',
  ],
  [
    'a stake above the limit',
    'american',
    placing(seatOf(1, 0, 20_100)),
    'steps[0].bets, boxes[0].stake: must be from 100 to 20000',
  ],
  [
    'a stake below zero',
    'american',
    placing(seatOf(1, 0, -1000)),
    'steps[0].bets, boxes[0].stake: must be from 100 to 20000',
  ],
  [
    'half a minor unit',
    'american',
    placing(seatOf(1, 0, 0.5)),
    'steps[0].bets, boxes[0].stake: must be a whole number',
  ],
  [
    'a stake between two steps',
    'american',
    placing(seatOf(1, 0, 1050)),
    'steps[0].bets, boxes[0].stake: must be a multiple of 100',
  ],
  [
    'five boxes in a game of four',
    'american',
    placing(...[1, 2, 3, 4, 5].map((box) => seatOf(box))),
    'boxes: a player may hold 4 boxes at most',
  ],
  [
    'a fifth box in a game of four',
    'american',
    placing(seatOf(5)),
    'boxes[0].box: boxes are numbered 1 to 4',
  ],
  ['one box twice', 'american', placing(seatOf(1), seatOf(1)), 'box 1 is named twice'],
  ['no box', 'american', placing(), 'boxes: at least one box needs a bet'],
  [
    'boxes apart in a game of neighbours',
    'classic',
    placing(seatOf(1), seatOf(3)),
    'boxes: the boxes must lie next to each other',
  ],
  [
    'boxes in no order',
    'american',
    placing(seatOf(3), seatOf(1)),
    'steps[0].bets.seats[0].box is 3; it comes to 1',
  ],
  [
    'a side bet above its limit',
    'american',
    (truth) =>
      replayed(truth, {
        placed: betting([seatOf(1)], { sideBets: [{ ...seatOf(1, 0, 2100), type: 'blackjack' }] }),
      }),
    'boxes[0].sideBets.blackjack: must be from 100 to 2000',
  ],
  [
    'a side bet that is not offered',
    'infinite',
    (truth) =>
      replayed(truth, {
        placed: betting([seatOf(1)], { sideBets: [{ ...seatOf(1, 0, 100), type: 'pairs' }] }),
      }),
    'boxes[0].sideBets.pairs: this game has no such side bet',
  ],
  [
    'the stake of another seat',
    'deluxe',
    atTable(({ seats }) => ({ seats: seats.map((seat) => ({ ...seat, stake: 300 })) })),
    'of another has not the least stake',
  ],
  [
    'the side bet of another',
    'deluxe',
    atTable(({ seats }) => ({ sideBets: [{ ...seats[0], stake: 100, type: 'pairs' }] })),
    'bettor 1 bets beside',
  ],
  [
    'a bettor too many',
    'deluxe',
    atTable(({ bettors }) => ({ bettors: bettors + 1 })),
    'steps[0].bets.bettors is not their number',
  ],
  [
    'his own seat in a demo (DX-08)',
    'deluxe',
    atTable(({ seats }) => ({
      bettors: 2,
      seats: [seatOf(1, 0, 500), { ...seats[1], bettor: 1 }],
      behind: [],
      sideBets: [],
    })),
    'steps[0].bets.seats[0].bettor plays a demo, which takes no seat',
  ],
  [
    'three seats of one player',
    'deluxe-everybody',
    atTable(({ seats }) => ({
      seats: seats.map((seat) => ({ ...seat, bettor: 0, stake: 1000 })),
      behind: [],
    })),
    'one player has 3 seats',
  ],
  [
    'two seats of one player with different bets',
    'deluxe-everybody',
    atTable(({ seats }) => ({ seats: seats.map((seat, index) => ({ ...seat, stake: 500 + 100 * index })) })),
    'his seats carry different bets',
  ],
  [
    'a seat above the limit',
    'deluxe-everybody',
    atTable(({ seats }) => ({ seats: seats.map((seat) => ({ ...seat, stake: 20_100 })) })),
    'steps[0].bets.seats[0].stake is 20100',
  ],
  [
    'seats in no order',
    'deluxe-everybody',
    atTable(({ seats }) => ({ seats: [...seats].reverse() })),
    'steps[0].bets.seats[1].box is not from',
  ],
  [
    'a bet behind oneself',
    'deluxe-everybody',
    atTable(({ behind }) => ({ behind: [...behind, seatOf(1)] })),
    'nobody bets behind himself',
  ],
  [
    'two bets behind one seat',
    'deluxe-everybody',
    atTable(({ behind }) => ({ behind: [...behind, ...behind] })),
    'is there twice',
  ],
  [
    'a bet behind an empty seat',
    'deluxe-everybody',
    atTable(({ behind }) => ({ behind: [...behind, seatOf(7)] })),
    'nobody has a bet on seat 7',
  ],
  [
    'a side bet of another game at a table',
    'deluxe-everybody',
    atTable(({ sideBets }) => ({ sideBets: sideBets.map((bet) => ({ ...bet, type: 'sevens' })) })),
    'the game has no such bet',
  ],
  [
    'a bettor left out',
    'deluxe-everybody',
    (truth) => rehashed({ ...truth, bettors: truth.bettors?.slice(1) ?? [] }),
    'steps[0].bets.bettors is not their number',
  ],
  ['another who follows', 'deluxe', joinedBy(1), 'steps[1].action.followers names a stranger'],
  [
    'a follower that there is not',
    'deluxe-everybody',
    joinedBy(3),
    'steps[1].action.followers names a stranger',
  ],
  ['another who insures', 'deluxe-insured', joinedBy(1), 'steps[1].accepted names a stranger'],
  [
    'one who insures and is not there',
    'deluxe-chosen-cards',
    joinedBy(3),
    'steps[1].accepted names a stranger',
  ],
  [
    'the automatic rule of private rounds at a table',
    'deluxe',
    (truth) => rehashed({ ...truth, steps: [...truth.steps, { type: 'automatic', cards: [] }] }),
    'a table plays hand by hand',
  ],
  [
    'a step of tables in a private round',
    'american',
    (truth) =>
      rehashed({ ...truth, steps: [...truth.steps, { type: 'insurances', accepted: [], cards: [] }] }),
    'a private round has no such step',
  ],
  ['a follower in a private round', 'classic', joinedBy(0), 'nobody bets behind in a private round'],
];
