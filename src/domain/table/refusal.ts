/** Why a command at a table is refused; the table is exactly as it was. Amounts are minor units. */
export type TableRefusal =
  | {
      readonly code:
        | 'betting_closed'
        | 'table_paused'
        | 'table_closed'
        | 'seat_not_found'
        | 'seat_taken'
        | 'seat_empty'
        | 'too_many_seats'
        | 'own_seat'
        | 'not_your_seat'
        | 'seat_needs_real_money'
        | 'nothing_to_take_back'
        | 'balance_limit_exceeded'
        | 'action_not_allowed'
        | 'hand_not_found'
        | 'phase_conflict';
    }
  | { readonly code: 'insufficient_funds'; readonly balance: number; readonly price: number }
  | {
      readonly code: 'amount_out_of_bounds' | 'unequal_seat_bets';
      readonly bounds: { readonly min: number; readonly max: number; readonly step: number };
    };
