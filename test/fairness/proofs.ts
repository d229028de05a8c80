import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Proof } from '../../src/application/fairness/make-proof';
import { provedTableRound } from './table-vector';
import { provedRound, type VectorRound } from './vectors';

const seedOf = (byte: string): string => byte.repeat(32);
const HOUSE = { serverSeed: seedOf('44'), clientSeed: 'all choices' };

const ROUNDS: Readonly<Record<string, VectorRound>> = {
  american: {
    gameId: 'american-blackjack',
    serverSeed: seedOf('01'),
    clientSeed: 'my lucky word',
    nonce: 0,
    boxes: [
      { box: 1, stake: 1000, sideBets: { sevens: 100, blackjack: 100 } },
      { box: 3, stake: 500 },
    ],
  },
  'american-second-shoe': {
    gameId: 'american-blackjack-zero-edge',
    serverSeed: seedOf('01'),
    clientSeed: 'my lucky word',
    nonce: 1,
    boxes: [{ box: 2, stake: 100 }],
  },
  infinite: {
    gameId: 'infinite-blackjack',
    serverSeed: seedOf('7f'),
    clientSeed: '~',
    nonce: 12,
    boxes: [1, 2, 3, 4, 5].map((box) => ({ box, stake: 100 * box })),
  },
  classic: {
    gameId: 'classic-blackjack',
    serverSeed: seedOf('a5'),
    clientSeed: '0123456789abcdef',
    nonce: 3,
    boxes: [
      { box: 2, stake: 1000 },
      { box: 3, stake: 1000 },
    ],
  },
  switch: {
    gameId: 'blackjack-switch',
    serverSeed: seedOf('c0'),
    clientSeed: 'cut',
    nonce: 0,
    boxes: [{ box: 1, stake: 500, sideBets: { superMatch: 100 } }],
  },
  surrender: {
    ...HOUSE,
    gameId: 'american-blackjack',
    nonce: 1,
    boxes: [
      { box: 1, stake: 1000 },
      { box: 2, stake: 200 },
    ],
    plan: ['surrender', 'hit', 'stand'],
  },
  'stand-all': {
    ...HOUSE,
    gameId: 'american-blackjack',
    nonce: 0,
    boxes: [1, 2, 3].map((box) => ({ box, stake: 300 })),
    plan: ['hit', 'stand-all'],
  },
  'even-money': {
    ...HOUSE,
    gameId: 'infinite-blackjack',
    nonce: 485,
    boxes: [1, 2].map((box) => ({ box, stake: 200 })),
    plan: ['insurance', 'even-money', 'hit'],
  },
  'switch-kept-shoe': {
    ...HOUSE,
    gameId: 'blackjack-switch',
    nonce: 0,
    kept: 101,
    boxes: [
      { box: 1, stake: 500 },
      { box: 2, stake: 100 },
    ],
    plan: ['switch', 'switch', 'split', 'hit'],
  },
  'insured-kept-shoe': {
    ...HOUSE,
    gameId: 'blackjack-switch-push22',
    nonce: 13,
    kept: 57,
    boxes: [{ box: 1, stake: 500 }],
    plan: ['insurance', 'insurance'],
  },
  'own-game': {
    ...HOUSE,
    gameId: 'house-game',
    settings: {
      boxes: 3,
      insurance: 'allBoxes',
      insuranceCards: 'closed',
      evenMoney: true,
      dealer: 'holeCard',
      surrender: 'early',
      blackjackPays: { num: 6, den: 5 },
    },
    nonce: 40,
    boxes: [1, 2].map((box) => ({ box, stake: 500 })),
    plan: ['insurance', 'even-money'],
  },
  'left-to-the-automatic-rule': {
    ...HOUSE,
    gameId: 'classic-blackjack',
    nonce: 0,
    boxes: [{ box: 4, stake: 500 }],
    plan: ['hit'],
    otherwise: 'leave',
  },
  'chosen-cards': {
    ...HOUSE,
    gameId: 'american-blackjack',
    nonce: 2,
    boxes: [{ box: 1, stake: 1000 }],
    script: ['8h', '6s', '8c'],
  },
  'chosen-cards-infinite': {
    ...HOUSE,
    gameId: 'infinite-blackjack',
    nonce: 2,
    boxes: [{ box: 1, stake: 1000 }],
    script: ['As', 'As'],
  },
  'cancelled-before-its-end': {
    ...HOUSE,
    gameId: 'classic-blackjack',
    nonce: 0,
    boxes: [{ box: 4, stake: 500 }],
    cancelledAfter: 2,
    plan: ['hit'],
  },
  'cancelled-afterwards': {
    ...HOUSE,
    gameId: 'american-blackjack',
    nonce: 0,
    boxes: [1, 2, 3].map((box) => ({ box, stake: 300 })),
    cancelledAfter: 99,
    plan: ['hit', 'stand-all'],
  },
  'discards-brought-back': {
    gameId: 'one-deck',
    settings: { boxes: 1, decks: 1, shuffle: 'cutCard', maxHands: 2 },
    serverSeed: seedOf('33'),
    clientSeed: 'to the end',
    nonce: 123283,
    kept: 38,
    boxes: [{ box: 1, stake: 100 }],
    otherwise: 'hit',
  },
};

/** Every fixed proof by its name, made anew. */
export const PROOFS: Readonly<Record<string, () => Proof>> = {
  ...Object.fromEntries(Object.entries(ROUNDS).map(([name, round]) => [name, () => provedRound(round)])),
  deluxe: () => provedTableRound({ whose: 'behind' }),
  'deluxe-watched': () => provedTableRound({ whose: 'watcher' }),
  'deluxe-everybody': () => provedTableRound({ whose: 'everybody' }),
  'deluxe-chosen-cards': () => provedTableRound({ whose: 'everybody', script: ['8h', '9s', '8c', 'As'] }),
  'deluxe-insured': () => provedTableRound({ whose: 'behind', script: ['8h', '9s', '8c', 'As'] }),
  'deluxe-cancelled': () => provedTableRound({ whose: 'everybody', cancelledAfter: 2 }),
};

const FOLDER = join(__dirname, '..', 'vectors');

export const fileOf = (name: string): string => join(FOLDER, `${name}.json`);

/** The proof as it lies in the folder. */
export const vector = (name: string): Proof => JSON.parse(readFileSync(fileOf(name), 'utf8')) as Proof;
