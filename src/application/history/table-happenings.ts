import type { HandActionType } from '../../domain/action';
import type { Bets } from '../../domain/bets';
import type { RoundEvent } from '../../domain/journal';
import type { Step } from '../../domain/step';
import type { DecidedBy } from '../../domain/table/at-table';
import type { RoundTransfer } from '../../persistence/rounds/history-transfers';
import {
  type BetAtTable,
  decisionOf,
  type Happening,
  happeningsOf,
  type Hidden,
  transferred,
} from './happenings';
import type { Whom } from './occasions';

/** How a step of a table is kept: with what made it happen. */
type TableStep = Step & { readonly by?: DecidedBy; readonly chosen?: HandActionType };

type Told = Whom & Happening;

/** What may be told of the round of a table, and what of the money is not told yet. */
export interface Teller {
  /** How each bettor is named. */
  readonly whom: (bettor: number) => Whom;
  /** Of those whose money is shown, by their numbers: what their ledgers hold and was not told yet. */
  readonly ledgers: ReadonlyMap<number, RoundTransfer[]>;
  readonly hidden: Hidden;
  readonly cancelled: Happening | null;
}

/** What happened in one step; the money that it moved is taken from the front of the ledgers. */
export function toldOf(
  step: TableStep | { readonly type: 'cancel' },
  teller: Teller,
  events: () => readonly RoundEvent[],
): Told[] {
  if (step.type === 'cancel')
    return [...(teller.cancelled === null ? [] : [teller.cancelled]), ...rest(teller)];
  const decided = step.type === 'deal' ? betsTold(step.bets, teller) : choiceTold(step, teller);
  return [...decided, ...consequencesTold(events(), teller)];
}

/** What a cancellation moved: all that the ledgers hold beside what the steps before have told. */
function rest({ ledgers, whom }: Teller): Told[] {
  return [...ledgers].flatMap(([bettor, left]) =>
    left.splice(0).map((transfer): Told => ({ ...whom(bettor), ...transferred(transfer) })),
  );
}

/** The bets of those whose money is shown; of the others, where they sit. */
function betsTold(bets: Bets, { ledgers, whom }: Teller): Told[] {
  return Array.from({ length: bets.bettors }, (_, bettor) => bettor).flatMap((bettor): Told[] => {
    const shown = ledgers.has(bettor);
    const own = (of: { readonly bettor: number }): boolean => of.bettor === bettor;
    const seats = bets.seats.filter(own).map(({ box, stake }): BetAtTable => {
      return { seat: box, kind: 'seat', stake: shown ? stake : null };
    });
    const others = [
      ...bets.behind.filter(own).map(({ box, stake }): BetAtTable => ({ seat: box, kind: 'behind', stake })),
      ...bets.sideBets.filter(own).map(({ box, type, stake }): BetAtTable => {
        return { seat: box, kind: type, stake };
      }),
    ];
    const told = shown ? [...seats, ...others] : seats;
    return told.length === 0 ? [] : [{ ...whom(bettor), type: 'betsAtTable', bets: told }];
  });
}

/**
 * A choice and whose it was. Who followed it is told by the money that moved; what had been chosen where it could not be
 * paid, only to those who may know of that player's money.
 */
function choiceTold(step: Exclude<TableStep, { type: 'deal' }>, { whom, ledgers }: Teller): Told[] {
  if (step.type !== 'action') return [decisionOf(step)];
  const { action, bettor, by = 'player', chosen } = step;
  const bare = action.type === 'double' || action.type === 'split' ? withoutFollowers(action) : action;
  const told: Told = { ...whom(bettor), type: 'chose', action: bare, by };
  return [chosen === undefined || !ledgers.has(bettor) ? told : { ...told, chosen }];
}

function withoutFollowers({ type, hand }: { readonly type: 'double' | 'split'; readonly hand: string }): {
  type: 'double' | 'split';
  hand: string;
} {
  return { type, hand };
}

/** What came of a step. An offer that is made to several bettors on a hand is told once. */
function consequencesTold(events: readonly RoundEvent[], { ledgers, whom, hidden }: Teller): Told[] {
  const offered = new Set<string | null>();
  return events.flatMap((event): Told[] => {
    if (event.type === 'offered') {
      if (offered.has(event.hand)) return [];
      offered.add(event.hand);
    }
    if (!('bettor' in event)) return happeningsOf(event, [], hidden);
    const left = ledgers.get(event.bettor);
    if (left === undefined) return [];
    return happeningsOf(event, left, hidden).map((told) => ({ ...whom(event.bettor), ...told }));
  });
}
