import type { Action } from '../../src/domain/action';
import { present } from '../../src/domain/assert';
import type { Minor } from '../../src/domain/money';
import type { AtTable } from '../../src/domain/table/at-table';
import { placeBet } from '../../src/domain/table/betting';
import { choose, type Choice } from '../../src/domain/table/choosing';
import { leaveSeat, takeBack } from '../../src/domain/table/leaving';
import type { TableRefusal } from '../../src/domain/table/refusal';
import { close, endPhaseNow, onTime, pause, resume, roundCancelled } from '../../src/domain/table/running';
import type { BetKind } from '../../src/domain/table/table';

/**
 * `ann seat 1 1000`, `ann behind 2 500`, `ann pairs 2 100`, `ann back [1|any] [kind]`, `ann leave 1`, `ann hit 1.1`,
 * `ann insure [1.1] [500]`, `ann decline [1.1]`, `ann follow-double 1.1 yes`, `time`, `tick`, `advance`, `pause`,
 * `resume`, `close`, `cancel`. `time` moves the clock to the end of the phase, `tick` leaves it.
 */
export function commandOf(line: string): (t: AtTable) => TableRefusal | null {
  const [who, verb, ...rest] = line.split(' ');
  switch (who) {
    case 'time':
    case 'tick':
      return (t) => {
        onTime(t);
        return null;
      };
    case 'advance':
      return endPhaseNow;
    case 'pause':
      return pause;
    case 'resume':
      return resume;
    case 'close':
      return close;
    case 'cancel':
      return cancelRound;
  }
  switch (verb) {
    case 'seat':
    case 'behind':
    case 'pairs':
      return (t) => {
        return placeBet(t, who, { seat: Number(rest[0]), kind: verb, amount: Number(rest[1]) as Minor });
      };
    case 'back': {
      const [seat = 'any', kind = null] = rest;
      return (t) =>
        takeBack(t, who, { seat: seat === 'any' ? null : Number(seat), kind: kind as BetKind | null });
    }
    case 'leave':
      return (t) => leaveSeat(t, who, Number(rest[0]));
    default:
      return (t) => choose(t, who, choiceOf(verb, rest));
  }
}

function choiceOf(verb: string, rest: readonly string[]): Choice {
  switch (verb) {
    case 'insure':
    case 'decline': {
      const hand = rest.find((word) => word.includes('.'));
      const amount = rest.find((word) => !word.includes('.'));
      return {
        type: 'insurance',
        accept: verb === 'insure',
        ...(hand === undefined ? {} : { hand }),
        ...(amount === undefined ? {} : { amount: Number(amount) }),
      };
    }
    case 'follow-double':
    case 'follow-split':
      return { type: verb, hand: rest[0], accept: rest[1] === 'yes' };
    default:
      return { type: verb, hand: rest[0] } as Action;
  }
}

/** What a supervisor's cancellation does: everything that the round moved goes back, and the table is told (C-18). */
export function cancelRound(t: AtTable): null {
  const { bettors } = present(t.round, 'a round to cancel');
  for (const { player, bettor } of t.sheets.values()) {
    if (bettor === null) continue;
    const { staked, returned } = bettors[bettor];
    t.balances.set(player, (t.balances.get(player) ?? 0) + staked - returned);
  }
  roundCancelled(t);
  return null;
}
