import { projectedSteps } from '../../src/application/fairness/projected-steps';
import { betsOf } from '../../src/application/rounds/moves';
import { cardText } from '../../src/domain/card';
import type { Round } from '../../src/domain/round';
import { replay, type Step } from '../../src/domain/step';
import { AuditedTable } from '../support/audited-table';
import { DELUXE } from '../support/memory-table';
import { RandomTable } from '../support/random-table';

interface Played {
  readonly steps: readonly Step[];
  readonly round: Round;
}

/** Rounds of a full table with many behind, as the pure machine plays them. */
function randomRounds(seed: number, count: number): { rounds: Played[]; limits: AuditedTable['limits'] } {
  const table = new AuditedTable(seed);
  const crowd = new RandomTable(table, seed, { seated: 7, behind: 12, nonsense: 0, pauses: 0 });
  const rounds: Played[] = [];
  const run = table.run.bind(table);
  table.run = (command) => {
    const outcome = run(command);
    if (table.table.phase === 'result' && table.round !== null && rounds.at(-1)?.round !== table.round)
      rounds.push({ steps: structuredClone(table.recorded), round: table.round });
    return outcome;
  };
  for (let played = 0; played < count; played++) crowd.playRound();
  return { rounds, limits: table.limits };
}

const cardsIn = ({ dealer, boxes }: Round): unknown => [
  dealer.cards.map(cardText),
  boxes.map(({ hands }) => hands.map(({ id, cards, state }) => [id, cards.map(cardText), state])),
];

const { rounds, limits } = randomRounds(4, 300);
const least = limits.stake.min;

test('what a bettor is shown of a round comes to the same cards, and to the same money of his', () => {
  const counts = { bettors: 0, insured: 0, followed: 0, behind: 0 };
  expect(rounds.length).toBeGreaterThan(250);
  for (const { steps, round } of rounds) {
    for (let bettor = 0; bettor < round.bettors.length; bettor++) {
      const shown = projectedSteps(steps, bettor, least);
      const again = replay(DELUXE, limits, shown);
      expect(cardsIn(again)).toEqual(cardsIn(round));
      expect(again.bettors[0]).toEqual(round.bettors[bettor]);
      expect(betsOf(again, 0)).toEqual(betsOf(round, bettor));
      counts.bettors += 1;
      if (betsOf(again, 0).some(({ type }) => type === 'insurance')) counts.insured += 1;
      for (const step of shown) {
        if (step.type === 'action' && 'followers' in step.action)
          counts.followed += step.action.followers.length;
        if (step.type === 'deal') counts.behind += step.bets.behind.length;
      }
    }
  }
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(5);
});

test('it shows of the others that they sit, and nothing of their money', () => {
  for (const { steps, round } of rounds) {
    for (let bettor = 0; bettor < round.bettors.length; bettor++) {
      const own = betsOf(round, bettor).map(({ box }) => box);
      for (const step of projectedSteps(steps, bettor, least)) {
        if (step.type === 'deal') {
          const { seats, behind, sideBets } = step.bets;
          for (const seat of seats) if (seat.bettor !== 0) expect(seat.stake).toBe(least);
          for (const bet of [...behind, ...sideBets]) {
            expect(bet.bettor).toBe(0);
            expect(own).toContain(bet.box);
          }
        }
        if (step.type === 'insurances') for (const answer of step.accepted) expect(answer.bettor).toBe(0);
        if (step.type === 'action' && 'followers' in step.action)
          expect((step.action.followers ?? []).every((follower) => follower === 0)).toBe(true);
      }
    }
  }
});

test('two bettors who differ in their own money only are shown the same of a third', () => {
  for (const { steps, round } of rounds) {
    const [deal] = steps;
    if (deal.type !== 'deal') throw new Error('a round begins with its deal');
    const watcher = projectedSteps(steps, null, least);
    const again = replay(DELUXE, limits, watcher);
    expect(cardsIn(again)).toEqual(cardsIn(round));
    expect(again.bettors[0]).toEqual({ staked: 0, returned: 0 });
    const doubled = deal.bets.seats.map((seat) => ({ ...seat, stake: (seat.stake + least) as typeof least }));
    const richer: Step[] = [
      { ...deal, bets: { ...deal.bets, seats: doubled, behind: [], sideBets: [] } },
      ...steps.slice(1),
    ];
    expect(projectedSteps(richer, null, least)).toEqual(watcher);
  }
});
