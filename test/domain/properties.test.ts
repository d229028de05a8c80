import fc from 'fast-check';

import type { Action } from '../../src/domain/action';
import { finishAutomatically } from '../../src/domain/automatic-rule';
import { cardText } from '../../src/domain/card';
import { RecordingJournal, type RoundEvent } from '../../src/domain/journal';
import { legalActions, priceOf } from '../../src/domain/legal';
import { play } from '../../src/domain/play';
import type { Round } from '../../src/domain/round';
import { replay } from '../../src/domain/step';
import { viewOf } from '../../src/domain/view';
import { LIMITS } from '../support/hands';
import { seeded } from '../support/random';
import { biasedCards, playRandomly, type Start, starts, takes } from '../support/random-play';

const RUNS = { numRuns: 400 };

function holds(name: string, property: (start: Start) => void, runs = RUNS): void {
  test(name, () => fc.assert(fc.property(starts, property), runs));
}

function copyOf(round: Round): Round {
  return JSON.parse(JSON.stringify(round)) as Round;
}

/** What may come back of a stake, by the rule set's own pay tables. */
function mayReturn(start: Start, event: Extract<RoundEvent, { type: 'decided' }>, stake: number): number[] {
  const { blackjackPays, specialBlackjacks, sideBets } = start.ruleSet;
  if (event.reason === 'insurance') return [event.outcome === 'win' ? 3 * stake : 0];
  const side = sideBets.find(({ type }) => type === event.reason);
  if (side !== undefined) {
    return [
      event.outcome === 'lose' ? 0 : stake * (1 + (side.pays as Record<string, number>)[event.outcome]),
    ];
  }
  switch (event.outcome) {
    case 'win':
    case 'evenMoney':
      return [2 * stake];
    case 'push':
      return [stake];
    case 'surrender':
      return [stake / 2];
    case 'blackjack':
      return [blackjackPays, ...specialBlackjacks.map(({ pays }) => pays)].map(
        ({ num, den }) => stake + (stake * num) / den,
      );
    default:
      return [0];
  }
}

describe('money', () => {
  holds('C-13: every stake is decided exactly once, by the pay tables, and the sums agree', (start) => {
    const { round, journal } = playRandomly(start);
    const open = new Map<string, number>();
    const sums = start.bets.bettors === 0 ? [] : round.bettors.map(() => ({ staked: 0, returned: 0 }));
    for (const event of journal.events) {
      if (event.type === 'charged') {
        expect(event.amount).toBeGreaterThan(0);
        const name = `${event.bettor} ${event.bet}`;
        if (event.reason !== 'double') expect(open.has(name)).toBe(false);
        open.set(name, (open.get(name) ?? 0) + event.amount);
        sums[event.bettor].staked += event.amount;
      }
      if (event.type !== 'decided') continue;
      const name = `${event.bettor} ${event.bet}`;
      expect(mayReturn(start, event, open.get(name) ?? NaN)).toContain(event.returned);
      // A bet that is decided takes no more money and is not decided again.
      open.set(name, NaN);
      sums[event.bettor].returned += event.returned;
    }
    expect([...open.values()].every((stake) => Number.isNaN(stake))).toBe(true);
    expect(sums).toEqual(round.bettors);
  });

  holds('C-13: at every rest the view agrees with the round, and its parts with their sum', (start) => {
    playRandomly(start, (round) => {
      round.bettors.forEach(({ staked, returned }, bettor) => {
        const view = viewOf(round, bettor);
        expect(view).toMatchObject({ staked, returned, net: returned - staked });
        const bets = [
          ...view.boxes.flatMap(({ hands }) =>
            hands.flatMap((hand) => [hand, ...(hand.insurance ? [hand.insurance] : [])]),
          ),
          ...view.boxes.flatMap(({ sideBets }) => sideBets),
          ...(view.insurance ? [view.insurance] : []),
        ];
        expect(bets.reduce((sum, bet) => sum + bet.stake, 0)).toBe(staked);
        expect(bets.reduce((sum, bet) => sum + (bet.returned ?? 0), 0)).toBe(returned);
        if (round.status === 'settled')
          expect(bets.every((bet) => bet.stake === 0 || bet.returned !== null)).toBe(true);
      });
    });
  });
});

describe('cards', () => {
  holds('every card that was drawn lies on the table, and was told of in the order drawn', (start) => {
    const { round, steps, journal } = playRandomly(start);
    const drawn = steps.flatMap(({ cards }) => cards);
    const told = journal.events.flatMap((event) =>
      event.type === 'cardDealt' || event.type === 'dealerDealt' ? [cardText(event.card)] : [],
    );
    expect(told).toEqual(drawn);
    const table = [
      ...round.boxes.flatMap(({ hands }) => hands.flatMap((hand) => hand.cards)),
      ...round.dealer.cards,
    ];
    expect(table.map(cardText).sort()).toEqual([...drawn].sort());
  });

  holds('C-16: ids are unique, at most so many hands are made, and each keeps its order', (start) => {
    const { round } = playRandomly(start);
    const { handsPerBox, maxHands } = start.ruleSet;
    const ids = round.boxes.flatMap(({ hands }) => hands.map(({ id }) => id));
    expect(new Set(ids).size).toBe(ids.length);
    for (const { box, hands } of round.boxes) {
      expect(hands.length).toBeLessThanOrEqual(handsPerBox * maxHands);
      expect(hands.map(({ id }) => id).sort()).toEqual(hands.map((_, index) => `${box}.${index + 1}`));
    }
  });
});

/** Every action that could be named in a round, good and bad. */
function everyAction(round: Round): Action[] {
  const ids = [...round.boxes.flatMap(({ hands }) => hands.map(({ id }) => id)), '9.9'];
  const boxes = [...round.boxes.map(({ box }) => box), 9];
  return [
    { type: 'stand-all' },
    { type: 'insurance', accept: true },
    { type: 'insurance', accept: false },
    { type: 'insurance', accept: true, amount: 50 },
    ...boxes.map((box): Action => ({ type: 'switch', box })),
    ...ids.flatMap((hand): Action[] => [
      ...(['hit', 'stand', 'double', 'split', 'surrender'] as const).map((type): Action => ({ type, hand })),
      { type: 'insurance', accept: true, hand },
      { type: 'even-money', accept: true, hand },
    ]),
  ];
}

/** Whether the list of legal actions names this one. */
function isListed(round: Round, bettor: number, action: Action): boolean {
  return legalActions(round, bettor).some((listed) => {
    if (listed.type !== action.type) return false;
    if (action.type === 'switch') return 'box' in listed && listed.box === action.box;
    if (action.type === 'insurance' && 'min' in listed) {
      if (action.hand !== undefined) return false;
      return (
        !action.accept ||
        (action.amount !== undefined && action.amount >= listed.min && action.amount <= listed.max)
      );
    }
    // Where the price is fixed, another amount is not what is listed.
    if (action.type === 'insurance' && action.accept && action.amount !== undefined) {
      return action.amount === fixedPrice(round, bettor, action.hand);
    }
    if (action.type === 'insurance' && action.hand === undefined) return true;
    return ('hand' in listed ? listed.hand : undefined) === ('hand' in action ? action.hand : undefined);
  });
}

/** What a yes costs to every insurance offer that is meant. */
function fixedPrice(round: Round, bettor: number, hand: string | undefined): number {
  return legalActions(round, bettor).reduce((sum, listed) => {
    if (listed.type !== 'insurance' || 'min' in listed) return sum;
    return hand === undefined || listed.hand === hand ? sum + listed.price : sum;
  }, 0);
}

describe('legality', () => {
  holds(
    'C-15: what is not listed is refused, by everybody, and changes nothing; what is listed has a price',
    (start) => {
      playRandomly(start, (round) => {
        const before = JSON.stringify(round);
        round.bettors.forEach((_, bettor) => {
          for (const action of everyAction(round)) {
            if (isListed(round, bettor, action))
              expect(priceOf(round, bettor, action)).toEqual(expect.any(Number));
            else {
              const journal = new RecordingJournal();
              const source = { draw: (): never => fail(action) };
              expect(play({ round, cards: source, journal }, bettor, action)).toMatchObject({
                code: expect.any(String),
              });
              expect(journal.events).toEqual([]);
            }
          }
        });
        expect(JSON.stringify(round)).toBe(before);
      });
    },
    { numRuns: 150 },
  );

  holds(
    'C-15: what is listed succeeds, for the price listed, after a journey through JSON',
    (start) => {
      const { below } = seeded(start.choiceSeed + 1);
      playRandomly(start, (round) => {
        round.bettors.forEach((_, bettor) => {
          for (const listed of legalActions(round, bettor)) {
            const action = takes(round, listed, below);
            const copy = copyOf(round);
            const price = priceOf(copy, bettor, action);
            const declined = 'accept' in action && !action.accept;
            if ('price' in listed) expect(price).toBe(declined ? 0 : listed.price);
            const journal = new RecordingJournal();
            const cards = biasedCards(start.choiceSeed, start.favoured);
            expect(play({ round: copy, cards, journal }, bettor, action)).toBeNull();
            const charged = journal.events.reduce(
              (sum, event) => sum + (event.type === 'charged' && event.bettor === bettor ? event.amount : 0),
              0,
            );
            expect(charged).toBe(price);
          }
        });
      });
    },
    { numRuns: 200 },
  );

  holds('an unfinished round asks somebody something, a settled one nobody', (start) => {
    playRandomly(start, (round) => {
      const asked = round.bettors.some((_, bettor) => legalActions(round, bettor).length > 0);
      expect(asked).toBe(round.status !== 'settled');
    });
  });
});

function fail(action: Action): never {
  throw new Error(`a refused action drew a card: ${JSON.stringify(action)}`);
}

describe('records', () => {
  holds(
    'the fold of the steps is the round, at every rest',
    (start) => {
      playRandomly(start, (round, steps) => {
        expect(JSON.stringify(replay(start.ruleSet, LIMITS, steps))).toBe(JSON.stringify(round));
      });
    },
    { numRuns: 200 },
  );

  holds('every rest is plain JSON', (start) => {
    playRandomly(start, (round) => expect(copyOf(round)).toEqual(round));
  });

  holds(
    'DX-21, C-19: the automatic rule finishes every round, from every rest, with no further stake',
    (start) => {
      playRandomly(start, (round) => {
        const copy = copyOf(round);
        const journal = new RecordingJournal();
        finishAutomatically({ round: copy, cards: biasedCards(start.choiceSeed, []), journal });
        expect(copy.status).toBe('settled');
        expect(journal.events.filter(({ type }) => type === 'charged')).toEqual([]);
        expect(copy.bettors.map(({ staked }) => staked)).toEqual(round.bettors.map(({ staked }) => staked));
      });
    },
    { numRuns: 200 },
  );
});
