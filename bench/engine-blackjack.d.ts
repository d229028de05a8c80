/** The part of the package that the comparison plays with; it has no types of its own. */
declare module 'engine-blackjack' {
  export interface Card {
    /** 1 for an ace, 10 for every picture. */
    readonly value: number;
  }

  export type Position = 'left' | 'right';

  export interface HandInfo {
    readonly cards: readonly Card[];
    readonly availableActions: Readonly<Record<'double' | 'split' | 'hit' | 'stand' | 'surrender', boolean>>;
  }

  export interface State {
    readonly stage: string;
    readonly deck: readonly Card[];
    readonly dealerCards: readonly Card[];
    readonly handInfo: Readonly<Record<Position, HandInfo>>;
    readonly history: readonly { readonly type: string }[];
    readonly finalBet: number;
    readonly wonOnLeft: number;
    readonly wonOnRight: number;
  }

  export type Action = Readonly<Record<'type', string>>;

  export interface Rules {
    readonly decks: number;
    readonly standOnSoft17: boolean;
    readonly double: 'any' | 'none' | '9or10' | '9or10or11' | '9thru15';
    readonly split: boolean;
    readonly doubleAfterSplit: boolean;
    readonly surrender: boolean;
    readonly insurance: boolean;
    readonly showdownAfterAceSplit: boolean;
  }

  export class Game {
    constructor(state: State | undefined, rules: Rules);
    dispatch(action: Action): State;
    getState(): State;
  }

  export const actions: {
    deal(bets: { bet: number; sideBets: Readonly<Record<string, number>> }): Action;
    split(): Action;
    surrender(): Action;
    hit(at: { position: Position }): Action;
    stand(at: { position: Position }): Action;
    double(at: { position: Position }): Action;
  };

  export const presets: { defaultState(rules: Rules): State };
}
