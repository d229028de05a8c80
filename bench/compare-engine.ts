import {
  type Action,
  actions,
  Game,
  type HandInfo,
  type Position,
  presets,
  type State,
} from 'engine-blackjack';
import { DOUBLE, HIT, SPLIT, STAND, SURRENDER } from '../src/domain/legal';
import { CLASSIC } from '../src/domain/presets';
import type { RuleSet } from '../src/domain/rule-set';
import { type BestStrategy, bestStrategy, DEALT, pairIndex, playIndex } from '../src/returns/best-strategy';
import { EMPTY_HAND, nextHand } from '../src/returns/hand-tree';
import { playBest } from './best-play';
import { line, perSecond, type Played, playFor } from './timed-play';

/**
 * The same game on the npm package engine-blackjack and on ours, in one run: six decks shuffled before every deal, a
 * dealer who checks and stands on soft 17, doubles on any two cards and after a split, one split, one card to split
 * aces, late surrender, 3:2, no insurance; and on both sides the same look-up of the best decision.
 */
export const RULE_SET: RuleSet = { ...CLASSIC, maxHands: 2, insurance: 'none' };
export const RULES = {
  decks: 6,
  standOnSoft17: true,
  double: 'any',
  split: true,
  doubleAfterSplit: true,
  surrender: true,
  insurance: false,
  showdownAfterAceSplit: true,
} as const;
const BET = 10;
const DEAL = actions.deal({ bet: BET, sideBets: { luckyLucky: 0, perfectPairs: 0 } });

export function compareEngines(seconds: number): string[] {
  const strategy = bestStrategy(RULE_SET);
  playBest(RULE_SET, strategy, seconds / 4);
  playTheirs(strategy, seconds / 4, freshState);
  const ours = playBest(RULE_SET, strategy, seconds);
  const theirs = playTheirs(strategy, seconds, freshState);
  const dealt = playTheirs(strategy, seconds, stateWithoutShuffle());
  const ratio = (other: Played): string => `${(perSecond(ours) / perSecond(other)).toFixed(0)} times`;
  return [
    line('same rules, best play: this engine', ours),
    line('same rules, best play: engine-blackjack', theirs),
    line('engine-blackjack, its shuffling left out', dealt),
    `this engine plays ${ratio(theirs)} as many rounds as engine-blackjack, ${ratio(dealt)} as many without its shuffling`,
  ];
}

function playTheirs(strategy: BestStrategy, seconds: number, newState: () => State): Played {
  const batch = 100;
  return playFor(seconds, batch, () => {
    let net = 0;
    for (let round = 0; round < batch; round += 1) {
      const { wonOnLeft, wonOnRight, finalBet } = playTheirRound(strategy, newState());
      net += (wonOnLeft + wonOnRight - finalBet) / BET;
    }
    return net;
  });
}

function freshState(): State {
  return presets.defaultState(RULES);
}

/** Deals round after round from copies of shoes that were shuffled before the clock started. */
function stateWithoutShuffle(): () => State {
  const states = Array.from({ length: 500 }, freshState);
  let next = 0;
  return () => {
    const state = states[next++ % states.length];
    return { ...state, deck: state.deck.slice() };
  };
}

/** One round from a state that is ready to deal, with the best decisions of the same rule set. */
export function playTheirRound(strategy: BestStrategy, start: State): State {
  const game = new Game(start, RULES);
  let state = game.dispatch(DEAL);
  while (state.stage !== 'done') {
    const position: Position = state.stage === 'player-turn-left' ? 'left' : 'right';
    const isSplit = state.history.some(({ type }) => type === 'SPLIT');
    const hand = state.handInfo[position];
    const upcard = state.dealerCards[0].value;
    state = game.dispatch(actionOf(chosen(strategy, hand, upcard, isSplit), position));
  }
  return state;
}

function chosen(
  strategy: BestStrategy,
  { cards, availableActions }: HandInfo,
  upcard: number,
  isSplit: boolean,
): number {
  const [{ value }] = cards;
  if (availableActions.split && strategy.splits[pairIndex(upcard, value)] === 1) return SPLIT;
  let hand = EMPTY_HAND;
  for (const card of cards) hand = nextHand(hand, card.value);
  return strategy.plays[playIndex(isSplit ? value : DEALT, upcard, hand)];
}

function actionOf(option: number, position: Position): Action {
  switch (option) {
    case SPLIT:
      return actions.split();
    case SURRENDER:
      return actions.surrender();
    case HIT:
      return actions.hit({ position });
    case DOUBLE:
      return actions.double({ position });
    case STAND:
      return actions.stand({ position });
    default:
      throw new Error(`there is no option ${option}`);
  }
}
