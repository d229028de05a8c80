import { present } from '../../src/domain/assert';
import { preset } from '../../src/domain/presets';
import { type Forgery, lying, recounted, rehashed, replayed } from './forger';

const AMERICAN = present(preset('american-blackjack'), 'the game');
const CLASSIC = present(preset('classic-blackjack'), 'the game');
const NAMED = { id: 'banana', version: 1, name: 'Banana' };
const ONE_BOX = { bettors: 1, seats: [{ box: 1, bettor: 0, stake: 1000 }], behind: [], sideBets: [] };

/** Another place, other rules and limits, choices and money that they do not come to. */
export const FORGED_ROUNDS: readonly Forgery[] = [
  [
    'limits that no operator may set',
    'american',
    (truth) =>
      replayed(truth, { limits: { ...truth.limits, stake: { ...truth.limits.stake, max: 1e12 as never } } }),
    'limits.stake.max must be at most',
  ],
  [
    'a currency that there is not',
    'american',
    (truth) => rehashed({ ...truth, currency: 'XAU' }),
    'currency: XAU is none',
  ],
  [
    'a game of the house under other rules',
    'american',
    lying({ ruleSet: { ...AMERICAN, blackjackPays: { num: 6, den: 5 } } }),
    'ruleSet.blackjackPays.num is 6; it comes to 3',
  ],
  [
    'a rule set that nobody can make, under another name',
    'american',
    lying({ gameId: 'banana', ruleSet: { ...AMERICAN, ...NAMED } }),
    'ruleSet.',
  ],
  [
    'the rules of another game',
    'american',
    lying({
      ruleSet: CLASSIC,
      shoe: { decks: 6, start: 0, script: null },
      placed: ONE_BOX,
    }),
    'gameId is "american-blackjack"; it comes to "classic-blackjack"',
  ],
  [
    'a round of another session',
    'american',
    (truth) => rehashed({ ...truth, sessionId: '019b0000-0000-7000-8000-000000000002' }),
    'roundId is not one of session',
  ],
  [
    'a round of another table',
    'deluxe',
    (truth) => rehashed({ ...truth, roundId: '019b0000-0001-7000-8000-000000000002' }),
    'roundId is not one of table',
  ],
  [
    'a round of nobody',
    'american',
    (truth) => rehashed({ ...truth, sessionId: null }),
    'sessionId and table are both null',
  ],
  [
    'a private round at a table',
    'american',
    (truth) => rehashed({ ...truth, table: { id: present(truth.sessionId, 'it'), mode: 'real' } }),
    'table does not fit ruleSet.table',
  ],
  [
    'a shared round at none',
    'deluxe',
    (truth) => rehashed({ ...truth, table: null, sessionId: truth.table?.id ?? null }),
    'table does not fit ruleSet.table',
  ],
  [
    'a test at a table of real money',
    'deluxe',
    (truth) => rehashed({ ...truth, mode: 'test' }),
    'mode is test at a table of mode real',
  ],
  [
    'a table of demos',
    'deluxe',
    (truth) => rehashed({ ...truth, table: { id: truth.table?.id ?? '', mode: 'demo' } }),
    'table.mode is demo',
  ],
  [
    'a bettor of a private round among others',
    'american',
    (truth) =>
      rehashed({
        ...truth,
        bettors: [
          {
            bettor: 0,
            playerId: 'bob',
            mode: 'real',
            bets: truth.bets,
            staked: truth.staked,
            returned: truth.returned,
          },
        ],
      }),
    'bettors: a private round has one',
  ],
  [
    'winnings of a bettor',
    'deluxe-everybody',
    (truth) => rehashed({ ...truth, bettors: truth.bettors?.map((one) => ({ ...one, returned: 1 })) ?? [] }),
    'bettors[0].returned is 1',
  ],
  [
    'play money in the sum of real money (DX-08)',
    'deluxe-everybody',
    (truth) => rehashed({ ...truth, staked: truth.staked + (truth.playMoney?.staked ?? 0) }),
    'the money: staked is',
  ],
  [
    'the bets of play money among those of real money',
    'deluxe-everybody',
    (truth) => rehashed({ ...truth, bets: [...truth.bets, ...(truth.playMoney?.bets ?? [])] }),
    'the money: bets is',
  ],
  [
    'play money left out',
    'deluxe-everybody',
    (truth) => rehashed({ ...truth, playMoney: null }),
    'the money: playMoney is null; it comes to',
  ],
  [
    'play money not told of',
    'deluxe-everybody',
    ({ playMoney, ...truth }) => (playMoney ? rehashed(truth) : { ...truth, playMoney: null }),
    'the money: playMoney is missing; it comes to',
  ],
  [
    'winnings of play money',
    'deluxe-everybody',
    ({ playMoney, ...truth }) =>
      rehashed({ ...truth, playMoney: playMoney ? { ...playMoney, returned: 1 } : null }),
    'the money: playMoney.returned is 1',
  ],
  [
    'play money of nobody',
    'deluxe-everybody',
    (truth) => {
      const bettors = truth.bettors?.map((one) => ({ ...one, mode: 'real' as const })) ?? [];
      return rehashed({ ...recounted({ ...truth, bettors }), playMoney: truth.playMoney ?? null });
    },
    'the money: playMoney is',
  ],
  [
    'play money in the proof of one bettor',
    'deluxe',
    (truth) => rehashed({ ...truth, playMoney: null }),
    'the money: playMoney is null; it comes to missing',
  ],
  [
    'a demo on a seat (DX-08)',
    'deluxe-everybody',
    (truth) => {
      const bettors = truth.bettors?.map((one) => ({ ...one, mode: 'demo' as const })) ?? [];
      return recounted({ ...truth, bettors });
    },
    'steps[0].bets.seats[0].bettor plays a demo, which takes no seat',
  ],
  [
    'a round that is not over',
    'american',
    (truth) => recounted({ ...truth, steps: truth.steps.slice(0, -1) }),
    'steps: the round is not over',
  ],
  [
    'a round without a step',
    'american',
    (truth) => rehashed({ ...truth, steps: [] }),
    'steps: there is none',
  ],
  [
    'a choice against the rules',
    'american',
    (truth) =>
      rehashed({
        ...truth,
        steps: truth.steps.map((step, index) =>
          index === 1
            ? { type: 'action', bettor: 0, action: { type: 'insurance', accept: true }, cards: [] }
            : step,
        ),
      }),
    'steps[1]: the rules do not allow it',
  ],
  [
    'a choice of a second bettor',
    'american',
    (truth) =>
      rehashed({
        ...truth,
        steps: truth.steps.map((step) => (step.type === 'action' ? { ...step, bettor: 1 } : step)),
      }),
    'steps[1].bettor: a private round has one bettor',
  ],
  [
    'a cancelled round that keeps what it won',
    'cancelled-afterwards',
    (truth) => rehashed({ ...truth, returned: 1800 }),
    'returned is 1800; it comes to 900',
  ],
];
