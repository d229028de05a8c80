import type { HandId } from './hand';

/** What a bettor may choose, as the HTTP contract writes it. */
export type Action =
  | { readonly type: 'hit' | 'stand' | 'surrender'; readonly hand: HandId }
  | { readonly type: 'double' | 'split'; readonly hand: HandId; readonly followers?: readonly number[] }
  | { readonly type: 'stand-all' }
  | { readonly type: 'switch'; readonly box: number }
  | { readonly type: 'even-money'; readonly hand: HandId; readonly accept: boolean }
  | {
      readonly type: 'insurance';
      readonly accept: boolean;
      readonly hand?: HandId;
      readonly amount?: number;
    };

export type ActionType = Action['type'];

/** A legal action with what it costs, in minor units; an offer's price is that of a yes. */
export type LegalAction =
  | { readonly type: HandActionType; readonly hand: HandId; readonly price: number }
  | { readonly type: 'stand-all'; readonly price: number }
  | { readonly type: 'switch'; readonly box: number; readonly price: number }
  | { readonly type: 'even-money'; readonly hand: HandId; readonly price: number }
  | { readonly type: 'insurance'; readonly hand?: HandId; readonly price: number }
  | { readonly type: 'insurance'; readonly min: number; readonly max: number };

/** In the order in which a player reads them. */
export const HAND_ACTIONS = ['hit', 'stand', 'double', 'split', 'surrender'] as const;
export type HandActionType = (typeof HAND_ACTIONS)[number];

/** Why an action was refused. The round is exactly as it was. */
export type ActionRefusal =
  | { readonly code: 'action_not_allowed' | 'hand_not_found' | 'box_not_found' }
  | {
      readonly code: 'amount_out_of_bounds';
      readonly bounds: { readonly min: number; readonly max: number; readonly step: number };
    };
