import type { Proof } from '../../src/application/fairness/make-proof';
import { type Forgery, lying, rehashed, replayed } from './forger';

/** With another card in the last step that drew one. */
function withLastCard(truth: Proof): Proof['steps'] {
  const last = truth.steps.findLastIndex(({ cards }) => cards.length > 0);
  return truth.steps.map((step, index) => {
    if (index !== last) return step;
    const [card, ...others] = step.cards;
    return { ...step, cards: [card === '2s' ? '3s' : '2s', ...others] };
  });
}

/** Cards from elsewhere than the rules and the mode of the round allow. */
export const FORGED_SHOES: readonly Forgery[] = [
  [
    'chosen cards in a round of real money',
    'american',
    lying({ shoe: { decks: 6, start: 0, script: ['Ts', '6h', 'As'] } }),
    'shoe.script: cards are chosen in test mode only, not in mode real',
  ],
  [
    'chosen cards at a table of real money',
    'deluxe',
    lying({ shoe: { decks: 8, start: 0, script: ['Ts'] }, nonce: 1 }),
    'shoe.script: cards are chosen in test mode only, not in mode real',
  ],
  [
    'chosen cards in the shoe of a test table',
    'deluxe-chosen-cards',
    lying({ nonce: 0 }),
    'nonce is 0, that of the shoe',
  ],
  [
    'chosen cards with a shoe’s number',
    'deluxe-chosen-cards',
    (truth) => rehashed({ ...truth, shoe: { ...truth.shoe, number: 1, exposed: '9s', burned: 9 } }),
    'shoe.number: chosen cards do not come from the shoe',
  ],
  [
    'chosen cards from the middle of a shoe',
    'chosen-cards',
    (truth) => rehashed({ ...truth, shoe: { ...truth.shoe, start: 3 } }),
    'shoe.start is 3: chosen cards come from a shoe of their own',
  ],
  [
    'seven of a card that six decks hold six of',
    'chosen-cards',
    (truth) => rehashed({ ...truth, shoe: { ...truth.shoe, script: Array<string>(7).fill('8h') } }),
    'shoe.script has more of 8h than 6 decks',
  ],
  [
    'one deck under rules of six',
    'american',
    lying({ shoe: { decks: 1, start: 0, script: null } }),
    'shoe.decks is 1; the rule set has 6',
  ],
  [
    'an infinite deck under rules of six',
    'american',
    lying({ shoe: { decks: null, start: 0, script: null } }),
    'shoe.decks is null; the rule set has 6',
  ],
  [
    'a shoe of eight under an infinite deck',
    'infinite',
    lying({ shoe: { decks: 8, start: 0, script: null } }),
    'shoe.decks is 8; the rule set has infinite',
  ],
  [
    'a place in a shoe that is shuffled for every deal',
    'american',
    lying({ shoe: { decks: 6, start: 3, script: null } }),
    'shoe.start is 3; this game is shuffled for every deal',
  ],
  [
    'a place in an infinite deck',
    'infinite',
    (truth) => rehashed({ ...truth, shoe: { ...truth.shoe, start: 3 } }),
    'shoe.start is 3; this game is shuffled for every deal',
  ],
  [
    'a place behind the cut card',
    'switch',
    lying({ shoe: { decks: 8, start: 208, script: null } }),
    'shoe.start is 208, behind the cut card at 208',
  ],
  [
    'a private round from a shared shoe',
    'switch',
    (truth) => rehashed({ ...truth, shoe: { ...truth.shoe, number: 1, exposed: null, burned: 0 } }),
    'shoe.number: a private round has no shared shoe',
  ],
  [
    'a table’s round of no shoe',
    'deluxe',
    (truth) => replayed(truth, { shoe: { decks: 8, start: 0, script: null } }),
    'shoe.number is missing',
  ],
  [
    'a table’s round of another nonce',
    'deluxe',
    lying({ nonce: 4 }),
    'nonce is 4; that of the shoe of a table is 0',
  ],
  [
    'a table’s round of another seed',
    'deluxe',
    (truth) => rehashed({ ...truth, seedNo: 2 }),
    'seedNo is 2; the shoe 1 has a seed of that number',
  ],
  [
    'a table’s round of which nothing was burned',
    'deluxe',
    (truth) => replayed(truth, { shoe: { ...truth.shoe, burned: 0 } }),
    'shoe.burned is 0',
  ],
  [
    'a table’s round that begins among the burned cards',
    'deluxe',
    (truth) => replayed(truth, { shoe: { ...truth.shoe, start: 1 } }),
    'shoe.start is 1, among the',
  ],
  [
    'another exposed card',
    'deluxe',
    (truth) =>
      replayed(truth, {
        shoe: { ...truth.shoe, exposed: truth.shoe.exposed === 'As' ? 'Ah' : 'As', burned: 1 },
      }),
    'shoe.exposed is A',
  ],
  [
    'a card of a later step',
    'american',
    (truth) => rehashed({ ...truth, steps: withLastCard(truth) }),
    'the seeds give',
  ],
  [
    'cards of another construction',
    'american',
    (truth) => rehashed({ ...truth, algorithm: 'dice' }),
    'algorithm: this program knows hmac-sha256-v1, not dice',
  ],
];
