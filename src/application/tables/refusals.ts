import type { TableRefusal } from '../../domain/table/refusal';
import { notFound, type Refusal, type RefusalCode } from '../refusal';

type PlainCode = Exclude<
  TableRefusal['code'],
  | 'insufficient_funds'
  | 'amount_out_of_bounds'
  | 'unequal_seat_bets'
  | 'seat_not_found'
  | 'balance_limit_exceeded'
>;

const DETAILS: Readonly<Record<PlainCode, string>> = {
  betting_closed: 'The countdown is over: bets are placed again after this round.',
  table_paused: 'The table is paused by a supervisor.',
  table_closed: 'The table is closed for good.',
  seat_taken: 'Another player holds this seat.',
  seat_empty: 'Nobody sits there: there is no hand to bet on.',
  too_many_seats: 'A player may hold two seats at most.',
  own_seat: 'Nobody bets behind himself: bet on the seat.',
  not_your_seat: 'The seat is not the player’s.',
  seat_needs_real_money: 'Demo sessions and play money take no seats; they may bet behind.',
  nothing_to_take_back: 'There is no such bet on the sheet.',
  action_not_allowed: 'That cannot be chosen now; "allowed" and "inAdvance" of the table say what can.',
  hand_not_found: 'There is no such hand in this round.',
  phase_conflict: 'The table is in no phase for that.',
};

/** A refusal of the table in the words of the application. */
export function refusalOf(refusal: TableRefusal): Refusal {
  switch (refusal.code) {
    case 'seat_not_found':
      return notFound('seat');
    case 'insufficient_funds': {
      const { balance, price } = refusal;
      return {
        refused: 'insufficient_funds',
        detail: `This costs ${price}; the wallet holds ${balance}.`,
        balance,
        price,
      };
    }
    case 'amount_out_of_bounds': {
      const { min, max, step } = refusal.bounds;
      if (max < min) {
        const detail = 'The bet stands at the limit already: nothing can be added.';
        return { refused: 'amount_out_of_bounds', detail, bounds: { min: 0, max: 0, step } };
      }
      const detail = `The amount must be from ${min} to ${max}, in multiples of ${step}.`;
      return { refused: 'amount_out_of_bounds', detail, bounds: refusal.bounds };
    }
    case 'unequal_seat_bets': {
      const detail = `Both seats of a player carry the same bet: ${refusal.bounds.min}.`;
      return { refused: 'unequal_seat_bets', detail, bounds: refusal.bounds };
    }
    case 'balance_limit_exceeded':
      return {
        refused: 'balance_limit_exceeded',
        detail: 'The wallet holds too much to take bets: withdraw first.',
      };
    default: {
      const refused: RefusalCode = refusal.code;
      return { refused, detail: DETAILS[refusal.code] };
    }
  }
}
