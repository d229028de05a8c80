import type { RuleSet } from '../../domain/rule-set';
import { prose, same, when, type Bilingual } from '../bilingual';
import { list, paragraph, table, type Section, type Table } from '../document';
import { formatRatio } from '../format-amount';

const SOFT_SEVENTEEN: Readonly<Record<RuleSet['softSeventeen'], Bilingual>> = {
  stand: {
    en: 'The dealer draws on 16 or less and stands on 17 or more, soft 17 included.',
    ru: 'Дилер берёт карту на 16 очках и меньше и останавливается на 17 и больше, в том числе на мягких 17.',
  },
  hit: {
    en: prose`The dealer draws on 16 or less and on soft 17, and stands on hard 17, soft 18 and everything
      higher.`,
    ru: prose`Дилер берёт карту на 16 очках и меньше и на мягких 17, а останавливается на жёстких 17, на
      мягких 18 и на любой большей сумме.`,
  },
};

const TWENTY_TWO: Readonly<Record<RuleSet['dealerTwentyTwo'], Bilingual>> = {
  bust: {
    en: 'A dealer’s total of 22 is a bust, like any other total over 21.',
    ru: '22 очка у дилера — перебор, как и любая другая сумма больше 21.',
  },
  push: {
    en: prose`A dealer’s total of exactly 22 is a push for every hand that has not bust; a blackjack still
      wins. Only 23 or more is a bust of the dealer.`,
    ru: prose`Ровно 22 очка у дилера — ничья для всех рук без перебора; блэкджек при этом выигрывает.
      Перебором дилера считаются только 23 очка и больше.`,
  },
};

export function dealerSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'dealer',
    heading: { en: 'The dealer’s play', ru: 'Игра дилера' },
    blocks: [
      list([
        SOFT_SEVENTEEN[ruleSet.softSeventeen],
        {
          en: 'An ace of the dealer counts 11 unless that would bust the dealer.',
          ru: 'Туз у дилера считается за 11, если это не ведёт к перебору.',
        },
        TWENTY_TWO[ruleSet.dealerTwentyTwo],
        needlessCards(ruleSet),
      ]),
    ],
  };
}

/** C-12: what the dealer still shows when the cards can change nothing. */
function needlessCards(ruleSet: RuleSet): Bilingual {
  if (ruleSet.dealerCards !== 'upOnly') {
    const [ended, endedRu] =
      ruleSet.surrender === 'none'
        ? ['bust or settled', 'проиграли с перебором или рассчитаны']
        : ['bust, surrendered or settled', 'проиграли с перебором, сданы или рассчитаны'];
    return {
      en: prose`When no result depends on further cards, because every hand is ${ended}, the dealer opens the
        hole card and draws none.`,
      ru: prose`Если от новых карт ничего не зависит, потому что все руки уже ${endedRu}, дилер открывает
        закрытую карту и больше карт не берёт.`,
    };
  }
  const waiting: Bilingual =
    ruleSet.insurance === 'none'
      ? { en: 'a blackjack', ru: 'блэкджека игрока' }
      : { en: 'a blackjack or an insurance', ru: 'блэкджека игрока или страховки' };
  return {
    en: prose`When no hand is left to compare, the dealer draws no card, except a second one that
      ${waiting.en} still depends on.`,
    ru: prose`Если сравнивать уже нечего, дилер карт не берёт; исключение — вторая карта, если от неё ещё
      зависит исход ${waiting.ru}.`,
  };
}

export function resultsSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'results',
    heading: { en: 'Results and payments', ru: 'Результаты и выплаты' },
    blocks: [
      paragraph({
        en: prose`A payment says what is won on a stake; the stake itself comes back too. At 1:1 the
          winnings are as much as the stake, at 2:1 twice the stake.`,
        ru: prose`Выплата показывает, сколько выиграно по ставке; сама ставка тоже возвращается. При выплате
          1:1 выигрыш равен ставке, при 2:1 — двум ставкам.`,
      }),
      resultTable(
        {
          en: 'Results of a hand: the first line that applies counts',
          ru: 'Результат руки: действует первая подходящая строка',
        },
        [...endedEarly(ruleSet), ...blackjackRows(ruleSet), ...comparisonRows(ruleSet)],
      ),
      ...when(
        ruleSet.insurance !== 'none',
        resultTable({ en: 'Results of an insurance', ru: 'Результат страховки' }, INSURANCE_ROWS),
      ),
    ],
  };
}

type Row = readonly [result: Bilingual, payment: Bilingual];

function resultTable(caption: Bilingual, rows: readonly Row[]): Table<Bilingual> {
  const columns = [
    { en: 'Result', ru: 'Результат' },
    { en: 'Payment', ru: 'Выплата' },
  ];
  return table(caption, columns, rows);
}

const LOST: Bilingual = { en: 'the stake is lost', ru: 'ставка проиграна' };
const PUSH: Bilingual = { en: 'push, the stake comes back', ru: 'ничья, ставка возвращается' };
const EVEN = same('1:1');

const INSURANCE_ROWS: readonly Row[] = [
  [{ en: 'The dealer has a blackjack', ru: 'У дилера блэкджек' }, same('2:1')],
  [
    { en: 'The dealer has no blackjack', ru: 'У дилера нет блэкджека' },
    { en: 'the insurance is lost', ru: 'страховка проиграна' },
  ],
];

function endedEarly(ruleSet: RuleSet): readonly Row[] {
  const surrender: Row = [
    { en: 'Surrender', ru: 'Саррендер' },
    { en: 'half of the stake comes back', ru: 'возвращается половина ставки' },
  ];
  const evenMoney: Row = [
    { en: 'Blackjack settled as even money', ru: 'Блэкджек, взяты равные деньги' },
    EVEN,
  ];
  return [
    ...when(ruleSet.surrender !== 'none', surrender),
    ...when(ruleSet.evenMoney === 'offered', evenMoney),
    [{ en: 'Bust (over 21)', ru: 'Перебор (больше 21 очка)' }, LOST],
  ];
}

function blackjackRows(ruleSet: RuleSet): readonly Row[] {
  const usual = formatRatio(ruleSet.blackjackPays);
  const special = ruleSet.specialBlackjacks.length > 0;
  return [
    [
      { en: 'Blackjack, the dealer has none', ru: 'Блэкджек, у дилера его нет' },
      {
        en: `${usual}${special ? ', or the special payment' : ''}`,
        ru: `${usual}${special ? ' или особая выплата' : ''}`,
      },
    ],
    [{ en: 'Blackjack, the dealer has one too', ru: 'Блэкджек и у игрока, и у дилера' }, PUSH],
    [{ en: 'No blackjack, the dealer has one', ru: 'Блэкджек только у дилера' }, LOST],
  ];
}

function comparisonRows(ruleSet: RuleSet): readonly Row[] {
  const exactly22: Row = [{ en: 'The dealer has exactly 22', ru: 'У дилера ровно 22' }, PUSH];
  return [
    ...when(ruleSet.dealerTwentyTwo === 'push', exactly22),
    [{ en: 'The dealer is bust', ru: 'У дилера перебор' }, EVEN],
    [{ en: 'Higher total than the dealer', ru: 'Очков больше, чем у дилера' }, EVEN],
    [{ en: 'Same total as the dealer', ru: 'Очков столько же, сколько у дилера' }, PUSH],
    [{ en: 'Lower total than the dealer', ru: 'Очков меньше, чем у дилера' }, LOST],
  ];
}
