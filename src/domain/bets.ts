import { present } from './assert';
import type { Minor } from './money';
import { type RuleSet, SIDE_BET_TYPES, type SideBetType } from './rule-set';
import type { Fault } from './table-check';
import type { StakeRange, TableLimits } from './table-limits';

/** One box of a private round, as its player bets it; the stake is per hand (SW-02). */
export interface BoxBet {
  readonly box: number;
  readonly stake: Minor;
  readonly sideBets?: Readonly<Partial<Record<SideBetType, Minor>>>;
}

/** All bets of a round: who holds which box, who bets behind whom, who made which side bet. Bettors are numbered from 0. */
export interface Bets {
  readonly bettors: number;
  readonly seats: readonly SeatBet[];
  readonly behind: readonly SeatBet[];
  readonly sideBets: readonly PlacedSideBet[];
}

export interface SeatBet {
  readonly box: number;
  readonly bettor: number;
  readonly stake: Minor;
}

export interface PlacedSideBet extends SeatBet {
  readonly type: SideBetType;
}

/** The bets of a player who plays alone. */
export function soloBets(boxes: readonly BoxBet[]): Bets {
  const ascending = [...boxes].sort((one, other) => one.box - other.box);
  return {
    bettors: 1,
    seats: ascending.map(({ box, stake }) => ({ box, bettor: 0, stake })),
    behind: [],
    sideBets: ascending.flatMap(({ box, sideBets = {} }) =>
      SIDE_BET_TYPES.filter((type) => sideBets[type] !== undefined).map((type) => {
        return { box, bettor: 0, type, stake: present(sideBets[type], 'a stake on it') };
      }),
    ),
  };
}

/** The boxes of a player who plays alone, as he bet them: what a rebet places again (C-21). */
export function boxBetsOf({ seats, sideBets }: Bets): BoxBet[] {
  return seats.map(({ box, stake }) => {
    const own = sideBets.filter((sideBet) => sideBet.box === box);
    if (own.length === 0) return { box, stake };
    return { box, stake, sideBets: Object.fromEntries(own.map((sideBet) => [sideBet.type, sideBet.stake])) };
  });
}

/** What the bets cost before the first card: a stake on each hand of a box, and the side bets. */
export function costOf(ruleSet: RuleSet, boxes: readonly BoxBet[]): number {
  let cost = 0;
  for (const { stake, sideBets = {} } of boxes) {
    cost += stake * ruleSet.handsPerBox;
    for (const amount of Object.values(sideBets)) cost += amount;
  }
  return cost;
}

/** Every reason why a player may not bet this, with the path of the field (C-14, CL-01). */
export function checkBoxBets(ruleSet: RuleSet, limits: TableLimits, boxes: readonly BoxBet[]): Fault[] {
  if (boxes.length === 0) return [{ path: 'boxes', detail: 'at least one box needs a bet' }];
  if (boxes.length > ruleSet.boxesPerPlayer) {
    return [{ path: 'boxes', detail: `a player may hold ${ruleSet.boxesPerPlayer} boxes at most` }];
  }
  const faults = boxes.flatMap((bet, index) => checkBox(ruleSet, limits, bet, `boxes[${index}]`));
  boxes.forEach(({ box }, index) => {
    if (boxes.findIndex((other) => other.box === box) < index) {
      faults.push({ path: `boxes[${index}].box`, detail: `box ${box} is named twice` });
    }
  });
  if (faults.length === 0 && ruleSet.neighbours === 'required' && !areNeighbours(boxes)) {
    faults.push({ path: 'boxes', detail: 'the boxes must lie next to each other' });
  }
  return faults;
}

function areNeighbours(boxes: readonly BoxBet[]): boolean {
  const numbers = boxes.map(({ box }) => box);
  return Math.max(...numbers) - Math.min(...numbers) === boxes.length - 1;
}

function checkBox(ruleSet: RuleSet, limits: TableLimits, bet: BoxBet, path: string): Fault[] {
  const faults: Fault[] = [];
  if (!Number.isInteger(bet.box) || bet.box < 1 || bet.box > ruleSet.boxes) {
    faults.push({ path: `${path}.box`, detail: `boxes are numbered 1 to ${ruleSet.boxes}` });
  }
  faults.push(...checkStake(limits.stake, bet.stake, `${path}.stake`));
  for (const [type, stake] of Object.entries(bet.sideBets ?? {})) {
    const sidePath = `${path}.sideBets.${type}`;
    if (ruleSet.sideBets.some((rule) => rule.type === type)) {
      faults.push(...checkStake(limits.sideBet, stake, sidePath));
    } else faults.push({ path: sidePath, detail: 'this game has no such side bet' });
  }
  return faults;
}

function checkStake({ min, max, step }: StakeRange, stake: number, path: string): Fault[] {
  if (!Number.isSafeInteger(stake)) return [{ path, detail: 'must be a whole number of minor units' }];
  if (stake < min || stake > max) return [{ path, detail: `must be from ${min} to ${max}` }];
  return stake % step === 0 ? [] : [{ path, detail: `must be a multiple of ${step}` }];
}
