import { currencyOf } from '../../domain/currency';
import {
  SIDE_BET_OUTCOMES,
  type RuleSet,
  type SideBetRule,
  type SideBetType,
  type SideBetWin,
} from '../../domain/rule-set';
import { prose, same, type Bilingual } from '../bilingual';
import { list, paragraph, table, type Block, type Section } from '../document';
import { formatAmount } from '../format-amount';
import type { CurrencyLimits } from './boxes-and-bets';

interface SideBetText {
  readonly name: Bilingual;
  readonly rules: (ruleSet: RuleSet) => readonly Bilingual[];
}

/** Which card is the third one, where hands are split and where they never are. */
const THIRD_SEVEN = {
  split: {
    en: prose`The third card is the first one that the unsplit hand draws, by a hit or a double. All three
      must be in one hand: when two sevens are split, two sevens are paid.`,
    ru: prose`Третья карта — первая, которую берёт неразделённая рука: обычным добором или при удвоении. Все
      три должны быть в одной руке: если две семёрки разделены, оплачиваются две.`,
  },
  never: {
    en: 'The third card is the first one that the hand draws, by a hit or a double.',
    ru: 'Третья карта — первая, которую берёт рука: обычным добором или при удвоении.',
  },
} as const satisfies Record<string, Bilingual>;

export const SIDE_BET_TEXTS: Readonly<Record<SideBetType, SideBetText>> = {
  pairs: {
    name: { en: 'Pairs', ru: 'Пары' },
    rules: () => [
      {
        en: 'A bet that the first two cards of the box are of the same rank; a king and a queen are no pair.',
        ru: 'Ставка на то, что первые две карты бокса одного достоинства; король и дама — не пара.',
      },
      {
        en: 'It is settled when the first deal is complete, whatever becomes of the hand.',
        ru: 'Она рассчитывается сразу после первой раздачи, что бы ни случилось с рукой потом.',
      },
    ],
  },
  blackjack: {
    name: { en: 'Blackjack bonus', ru: 'Бонус на блэкджек' },
    rules: () => [
      {
        en: 'A bet that the first two cards of the box are a blackjack.',
        ru: 'Ставка на то, что первые две карты бокса — блэкджек.',
      },
      {
        en: 'It has nothing to do with the main bet and is settled also when the dealer has a blackjack.',
        ru: prose`Она не связана с основной ставкой и рассчитывается по картам бокса и тогда, когда у дилера
          блэкджек.`,
      },
    ],
  },
  sevens: {
    name: { en: 'Sevens bonus', ru: 'Бонус на семёрки' },
    rules: ({ maxHands }) => [
      {
        en: prose`A bet that the first card of the box, the first two, or the first three are sevens. Suits
          do not matter.`,
        ru: prose`Ставка на то, что семёрки — первая карта бокса, первые две или первые три. Масти значения
          не имеют.`,
      },
      THIRD_SEVEN[maxHands > 1 ? 'split' : 'never'],
      {
        en: 'It has nothing to do with the main bet and is settled also when the dealer has a blackjack.',
        ru: prose`Она не связана с основной ставкой и рассчитывается по картам бокса и тогда, когда у дилера
          блэкджек.`,
      },
    ],
  },
  superMatch: {
    name: { en: 'Super match', ru: 'Суперматч' },
    rules: () => [
      {
        en: prose`A bet on equal ranks among the first four cards of the box, both hands together, before any
          switch; a king and a queen are of different ranks. It is settled before the hands are played.`,
        ru: prose`Ставка на карты одного достоинства среди первых четырёх карт бокса, обеих рук вместе, до
          обмена картами; король и дама — карты разного достоинства. Она рассчитывается до начала игры на
          руках.`,
      },
    ],
  },
};

const WINS: Readonly<Record<SideBetWin, Bilingual>> = {
  mixedPair: {
    en: 'Mixed pair: same rank, one red and one black card',
    ru: 'Смешанная пара: одно достоинство, одна карта красная, другая чёрная',
  },
  colouredPair: {
    en: 'Coloured pair: same rank and colour, different suits',
    ru: 'Пара одного цвета: одно достоинство и один цвет, разные масти',
  },
  perfectPair: {
    en: 'Perfect pair: same rank and suit',
    ru: 'Идеальная пара: одно достоинство и одна масть',
  },
  suitedTrips: {
    en: 'Suited three of a kind: both cards and the dealer’s open card are of the same rank and suit',
    ru: 'Тройка одной масти: обе карты и открытая карта дилера одного достоинства и одной масти',
  },
  blackjack: { en: 'Blackjack', ru: 'Блэкджек' },
  seven: { en: 'The first card is a seven', ru: 'Первая карта — семёрка' },
  twoSevens: { en: 'The first two cards are sevens', ru: 'Первые две карты — семёрки' },
  threeSevens: { en: 'The first three cards are sevens', ru: 'Первые три карты — семёрки' },
  pair: { en: 'One pair', ru: 'Пара' },
  twoPairs: { en: 'Two pairs', ru: 'Две пары' },
  threeOfAKind: { en: 'Three of a kind', ru: 'Тройка' },
  fourOfAKind: { en: 'Four of a kind', ru: 'Каре' },
};

export function sideBetsSection(ruleSet: RuleSet, limits: readonly CurrencyLimits[]): Section<Bilingual> {
  const heading = { en: 'Side bets', ru: 'Побочные ставки' };
  if (ruleSet.sideBets.length === 0) {
    const none = { en: 'There are no side bets.', ru: 'Побочных ставок нет.' };
    return { id: 'side-bets', heading, blocks: [paragraph(none)] };
  }
  return {
    id: 'side-bets',
    heading,
    blocks: [
      paragraph({
        en: prose`Only the highest combination of a side bet is paid. Without any of those listed the side
          bet loses.`,
        ru: prose`По каждой побочной ставке оплачивается только старшая комбинация. Если ни одной из
          перечисленных нет, побочная ставка проигрывает.`,
      }),
      ...ruleSet.sideBets.flatMap((rule) => sideBetBlocks(ruleSet, rule, limits)),
    ],
  };
}

function sideBetBlocks(
  ruleSet: RuleSet,
  rule: SideBetRule,
  limits: readonly CurrencyLimits[],
): readonly Block<Bilingual>[] {
  const { name, rules } = SIDE_BET_TEXTS[rule.type];
  return [
    table(
      name,
      [
        { en: 'Combination', ru: 'Комбинация' },
        { en: 'Payment', ru: 'Выплата' },
      ],
      SIDE_BET_OUTCOMES[rule.type].flatMap((win) => {
        const pays = rule.pays[win];
        return pays === undefined ? [] : [[WINS[win], same(`${pays}:1`)]];
      }),
    ),
    list([...rules(ruleSet), ...(rule.maxUnits === null ? [] : [most(rule.maxUnits, limits)])]),
  ];
}

/** AM-14: no table may allow more, so the amounts follow from the currencies and not from the limits. */
function most(maxUnits: number, limits: readonly CurrencyLimits[]): Bilingual {
  const amounts = limits.flatMap(({ currency, exponent }) => {
    const unit = currencyOf(currency)?.unit;
    return unit === undefined ? [] : [`${formatAmount(unit * maxUnits, exponent)} ${currency}`];
  });
  const listed = amounts.length === 0 ? '' : ` (${amounts.join('; ')})`;
  const [times, timesRu] = maxUnits === 1 ? ['', ''] : [`${maxUnits} times `, `, умноженной на ${maxUnits}`];
  return {
    en: prose`Whatever the limits of the table, this bet is at most ${times}the usual minimum stake of the
      currency${listed}.`,
    ru: prose`Каковы бы ни были лимиты стола, эта ставка не больше обычной минимальной ставки в этой
      валюте${timesRu}${listed}.`,
  };
}
