import { CLASSIC } from '../../src/domain/presets';
import type { RuleSet } from '../../src/domain/rule-set';
import { game } from './fixtures';

interface Wording<Value> {
  readonly value: Value;
  readonly en: string;
  readonly ru: string;
}

/** A field of the rule set: a game in which it matters, and what the rules say for each of its values. */
interface Field<Value> {
  readonly base: RuleSet;
  readonly values: readonly Wording<Value>[];
}

const AMERICAN = game('american-blackjack');
const DELUXE = game('blackjack-deluxe');
const INFINITE = game('infinite-blackjack');
const SWITCH = game('blackjack-switch');

const says = <Value>(value: Value, en: string, ru: string): Wording<Value> => ({ value, en, ru });

/** Exhaustive over the rule set: a new field does not compile until somebody says how its values read. */
export const FIELDS: { readonly [Name in keyof RuleSet]: Field<RuleSet[Name]> } = {
  id: {
    base: AMERICAN,
    values: [
      says('my-game', 'version my-game@1.', 'версия my-game@1.'),
      says('your-game', 'version your-game@1.', 'версия your-game@1.'),
    ],
  },
  version: {
    base: AMERICAN,
    values: [
      says(1, 'american-blackjack@1.', 'american-blackjack@1.'),
      says(27, 'american-blackjack@27.', 'american-blackjack@27.'),
    ],
  },
  name: {
    base: AMERICAN,
    values: [
      says('Harbour', '# Harbour: rules of the game', '# Harbour: правила игры'),
      says('Lagoon', '# Lagoon: rules of the game', '# Lagoon: правила игры'),
    ],
  },
  table: {
    base: DELUXE,
    values: [
      says('private', 'The game is private', 'Игра индивидуальная'),
      says('shared', 'The table is shared', 'Стол общий'),
    ],
  },
  boxes: {
    base: DELUXE,
    values: [
      says(5, 'The table has 5 boxes', 'За столом 5 боксов,'),
      says(7, 'The table has 7 boxes', 'За столом 7 боксов,'),
    ],
  },
  boxesPerPlayer: {
    base: DELUXE,
    values: [
      says(1, 'at most 1 box in a round', 'не больше чем 1 бокс.'),
      says(2, 'at most 2 boxes in a round', 'не больше чем 2 бокса.'),
      says(5, 'at most 5 boxes in a round', 'не больше чем 5 боксов.'),
    ],
  },
  neighbours: {
    base: CLASSIC,
    values: [
      says('required', 'must lie next to each other', 'должны быть соседними'),
      says('free', 'with gaps between them', 'в том числе не соседние'),
    ],
  },
  handsPerBox: {
    base: SWITCH,
    values: [
      says(1, 'is dealt one hand', 'разыгрывается одна рука'),
      says(2, 'is dealt two hands', 'разыгрываются две руки'),
    ],
  },
  decks: {
    base: CLASSIC,
    values: [
      says(1, 'holds one deck of 52 cards, without jokers', 'В башмаке одна колода из 52 карт без'),
      says(2, 'holds 2 decks of 52 cards, 104 cards in all', 'В башмаке 2 колоды по 52 карты'),
      says(8, 'holds 8 decks of 52 cards, 416 cards in all', 'В башмаке 8 колод по 52 карты'),
      says('infinite', 'The deck is infinite', 'Колода бесконечная'),
    ],
  },
  shuffle: {
    base: DELUXE,
    values: [
      says({ kind: 'everyDeal' }, 'shuffled before every deal', 'перетасовываются перед каждой раздачей'),
      says({ kind: 'cutCard', cut: { num: 75, den: 100 } }, 'first 75% of the shoe', 'первых 75\u00a0% карт'),
      says({ kind: 'cutCard', cut: { num: 1, den: 2 } }, 'first 50% of the shoe', 'первых 50\u00a0% карт'),
      says({ kind: 'none' }, 'Nothing is shuffled', 'Перетасовки и разделительной карты нет'),
    ],
  },
  burn: {
    base: DELUXE,
    values: [
      says('none', 'No cards are burned', 'Карты перед раздачей не сжигаются'),
      says('exposedValue', 'burns as many cards', 'и сжигает'),
    ],
  },
  dealerCards: {
    base: INFINITE,
    values: [
      says(
        'upThenHole',
        '4. One card face down to the dealer (the hole card).',
        '4. Одна карта лицом вниз дилеру (закрытая карта).',
      ),
      says(
        'holeThenUp',
        '2. One card face down to the dealer (the hole card).',
        '2. Одна карта лицом вниз дилеру (закрытая карта).',
      ),
      says('upOnly', 'takes a second card only when', 'Вторую карту дилер берёт только'),
    ],
  },
  dealerChecks: {
    base: CLASSIC,
    values: [
      says('aceOrTen', 'checks the hole card. With a blackjack', 'проверяет закрытую карту. Если у него'),
      says('never', 'never checks the hole card', 'Дилер не проверяет закрытую карту'),
    ],
  },
  softSeventeen: {
    base: CLASSIC,
    values: [
      says('stand', 'soft 17 included', 'в том числе на мягких 17'),
      says('hit', 'on 16 or less and on soft 17', 'и на мягких 17, а останавливается'),
    ],
  },
  dealerTwentyTwo: {
    base: SWITCH,
    values: [
      says('bust', 'total of 22 is a bust', '22 очка у дилера — перебор'),
      says('push', 'total of exactly 22 is a push', 'Ровно 22 очка у дилера — ничья'),
    ],
  },
  blackjackPays: {
    base: CLASSIC,
    values: [
      says({ num: 3, den: 2 }, 'Every blackjack pays 3:2.', 'Любой блэкджек оплачивается 3:2.'),
      says({ num: 6, den: 5 }, 'Every blackjack pays 6:5.', 'Любой блэкджек оплачивается 6:5.'),
    ],
  },
  specialBlackjacks: {
    base: AMERICAN,
    values: [
      says([], 'Every blackjack pays', 'Любой блэкджек оплачивается'),
      says([{ cards: ['As', 'Ks'], pays: { num: 4, den: 1 } }], 'A♠ K♠ — 4:1', 'A♠ K♠ — 4:1'),
      says([{ cards: ['Ah', 'Td'], pays: { num: 5, den: 2 } }], 'A♥ 10♦ — 5:2', 'A♥ 10♦ — 5:2'),
    ],
  },
  blackjackPaid: {
    base: CLASSIC,
    values: [
      says(
        'whenSafe',
        'as soon as the dealer can no longer match it',
        'как только у дилера уже не может быть',
      ),
      says('atEnd', 'together with all other hands', 'вместе со всеми остальными руками'),
    ],
  },
  twentyOne: {
    base: CLASSIC,
    values: [
      says('stands', 'reaches 21 stands by itself', 'набравшая 21 очко, останавливается сама'),
      says('isAsked', 'reaches 21 does not stand by itself', 'набравшая 21 очко, сама не останавливается'),
    ],
  },
  doubleOn: {
    base: CLASSIC,
    values: [
      says('any', 'Any two cards may be doubled', 'Удвоить можно на любых двух картах'),
      says('9-11', 'with a total of 9, 10 or 11', 'сумма очков которых 9, 10 или 11'),
    ],
  },
  doubleAfterSplit: {
    base: CLASSIC,
    values: [
      says(true, 'Hands born of a split may be doubled too', 'Разделённые руки тоже можно удваивать'),
      says(false, 'Hands born of a split cannot be doubled', 'Разделённые руки удваивать нельзя'),
    ],
  },
  maxHands: {
    base: CLASSIC,
    values: [
      says(1, 'Hands cannot be split', 'Разделять руки нельзя'),
      says(2, 'at most 2 hands come of it', 'не больше чем 2 руки.'),
      says(3, 'at most 3 hands (2 splits)', 'не больше чем 3 руки (2 разделения)'),
      says(4, 'at most 4 hands (3 splits)', 'не больше чем 4 руки (3 разделения)'),
    ],
  },
  splitBy: {
    base: CLASSIC,
    values: [
      says('value', 'two cards of equal value', 'из двух карт с одинаковым числом очков'),
      says('rank', 'two cards of the same rank', 'из двух карт одного достоинства'),
    ],
  },
  resplitAces: {
    base: CLASSIC,
    values: [
      says(true, 'the two aces may be split again', 'двух тузов можно разделить ещё раз'),
      says(false, 'Aces are not split again', 'Повторно тузы не разделяются'),
    ],
  },
  surrender: {
    base: CLASSIC,
    values: [
      says('none', 'There is no surrender', 'Сдаться нельзя'),
      says('late', 'Surrender is late', 'Саррендер поздний'),
      says('early', 'Surrender is early', 'Саррендер ранний'),
    ],
  },
  surrenderAgainst: {
    base: DELUXE,
    values: [
      says('any', 'open card may be any card', 'карта дилера может быть любой'),
      says('twoToNine', 'open card must be a 2 to 9', 'карта дилера должна быть от 2 до 9'),
    ],
  },
  insurance: {
    base: CLASSIC,
    values: [
      says('none', 'There is no insurance', 'Страховки нет'),
      says('perHand', 'Each hand is insured by itself', 'Каждая рука страхуется отдельно'),
      says('allBoxes', 'One insurance covers all boxes', 'Страховка делается сразу на все боксы'),
      says('tableAmount', 'one insurance bet for the whole table', 'Страховочная ставка одна на весь стол'),
    ],
  },
  insuranceCards: {
    base: CLASSIC,
    values: [
      says('open', 'sees the cards of the hand before', 'видя свои карты'),
      says('closed', 'before the cards of the hand are shown', 'карты открываются только после ответа'),
    ],
  },
  evenMoney: {
    base: INFINITE,
    values: [
      says('none', 'Even money is not offered', 'Равные деньги не предлагаются'),
      says('offered', 'may be settled at once at 1:1', 'можно сразу рассчитать 1:1'),
    ],
  },
  switching: {
    base: SWITCH,
    values: [
      says('none', 'Cards cannot be switched', 'Менять карты местами между двумя руками бокса нельзя'),
      says('secondCards', 'two hands change places', 'двух рук бокса меняются местами'),
    ],
  },
  sideBets: {
    base: CLASSIC,
    values: [
      says([], 'There are no side bets', 'Побочных ставок нет'),
      says([{ type: 'pairs', pays: { mixedPair: 5 }, maxUnits: null }], '**Pairs**', '**Пары**'),
      says(
        [{ type: 'blackjack', pays: { blackjack: 19 }, maxUnits: null }],
        '**Blackjack bonus**',
        '**Бонус на блэкджек**',
      ),
      says(
        [{ type: 'sevens', pays: { seven: 8 }, maxUnits: null }],
        '**Sevens bonus**',
        '**Бонус на семёрки**',
      ),
      says([{ type: 'superMatch', pays: { pair: 1 }, maxUnits: null }], '**Super match**', '**Суперматч**'),
    ],
  },
  automaticHitUpTo: {
    base: CLASSIC,
    values: [
      says(11, 'total of a hand is 11 or less it is hit', 'очков руки не больше 11, рука берёт карту'),
      says(15, 'total of a hand is 15 or less it is hit', 'очков руки не больше 15, рука берёт карту'),
    ],
  },
};
