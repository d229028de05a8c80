import type { RuleSet, SideBetType } from '../../domain/rule-set';
import { prose, when, type Bilingual } from '../bilingual';
import { list, paragraph, table, type Section } from '../document';
import { formatReturn } from '../format-amount';
import { SIDE_BET_TEXTS } from './side-bets';

/** Returns as shares of the stake: 0.9953 is 99.53 %. The main bet is null where its return is not known. */
export interface TheoreticalReturn {
  readonly mainBet: number | null;
  readonly sideBets: Readonly<Partial<Record<SideBetType, number>>>;
  /** Of insurance, taken whenever it is offered; absent where it is not told. */
  readonly insurance?: number;
}

const INSURANCE: Bilingual = {
  en: 'Insurance, taken whenever it is offered',
  ru: 'Страховка при каждом предложении',
};

/** What the return of a side bet takes for granted where the player's decisions have a part in it. */
const ASSUMPTIONS: Readonly<Partial<Record<SideBetType, (ruleSet: RuleSet) => Bilingual>>> = {
  sevens: ({ dealerChecks, maxHands }) => {
    const [split, splitRu] =
      maxHands > 1 ? [' and never splits them', ' и никогда их не разделяет'] : ['', ''];
    const [dealt, dealtRu] =
      dealerChecks === 'aceOrTen'
        ? ['; a dealer blackjack leaves them two', '; если у дилера блэкджек, семёрок остаётся две']
        : ['', ''];
    return {
      en: `the player always draws to two sevens${split}${dealt}.`,
      ru: `игрок всегда берёт карту к двум семёркам${splitRu}${dealtRu}.`,
    };
  },
};

function assumptions(ruleSet: RuleSet, types: readonly SideBetType[]): readonly Bilingual[] {
  return types.flatMap((type) => {
    const assumption = ASSUMPTIONS[type]?.(ruleSet);
    if (assumption === undefined) return [];
    const { name } = SIDE_BET_TEXTS[type];
    return [
      {
        en: `${name.en}: the return takes for granted that ${assumption.en}`,
        ru: `${name.ru}: отдача рассчитана при условии, что ${assumption.ru}`,
      },
    ];
  });
}

/** The figure is 1 + net result ÷ initial stake: what is added later is won or lost, but not divided by. */
function meaning({ maxHands }: RuleSet): Bilingual {
  const [adding, addingRu] =
    maxHands > 1 ? ['doubling and splitting', 'удвоении и разделении'] : ['doubling', 'удвоении'];
  return {
    en: prose`The theoretical return says how much comes back on average, over a very large number of
      rounds, for each 100 staked before the deal: the 100 itself, with what is won on it or without
      what is lost. What is won or lost on stakes added by ${adding} is included; these added stakes are
      not part of the 100. For the main bet it holds with the best play; worse play lowers it.`,
    ru: prose`Теоретическая отдача показывает, сколько в среднем за очень большое число раундов
      возвращается на каждые 100, поставленные до раздачи: сами эти 100 с добавлением выигрыша или за
      вычетом проигрыша. Выигрыши и проигрыши ставок, добавленных при ${addingRu}, учтены; сами
      добавленные ставки в эти 100 не входят. Для основной ставки отдача указана при наилучшей игре; при
      худшей игре она ниже.`,
  };
}

const OF_INSURANCE: Bilingual = {
  en: 'The return of insurance is that of each 100 placed on insurance itself.',
  ru: 'Отдача страховки рассчитана на каждые 100, поставленные на саму страховку.',
};

const FRESH_SHOE: Bilingual = {
  en: prose`Every return is calculated for rounds from a freshly shuffled shoe. In this game several
    rounds are dealt from one shoe, so what comes back can differ a little from it. What can be
    concluded from the cards of earlier rounds is left out.`,
  ru: prose`Отдача рассчитана для раундов из только что перетасованного башмака. В этой игре из
    одного башмака разыгрывается несколько раундов, поэтому фактическая отдача может немного отличаться от
    расчётной. Выводы, которые можно сделать по картам прошлых раундов, в расчёт не входят.`,
};

export function returnsSection(ruleSet: RuleSet, returns: TheoreticalReturn): Section<Bilingual> {
  const unknown: Bilingual = { en: 'not calculated', ru: 'не рассчитана' };
  const known = ruleSet.sideBets.flatMap(({ type }) => {
    const share = returns.sideBets[type];
    return share === undefined ? [] : [{ type, share }];
  });
  const assumed = assumptions(
    ruleSet,
    known.map(({ type }) => type),
  );
  return {
    id: 'returns',
    heading: { en: 'Theoretical return', ru: 'Теоретическая отдача' },
    blocks: [
      paragraph(meaning(ruleSet)),
      ...(returns.insurance === undefined ? [] : [paragraph(OF_INSURANCE)]),
      ...when(ruleSet.shuffle.kind === 'cutCard', paragraph(FRESH_SHOE)),
      table(
        { en: 'Theoretical return', ru: 'Теоретическая отдача' },
        [
          { en: 'Bet', ru: 'Ставка' },
          { en: 'Return', ru: 'Отдача' },
        ],
        [
          [
            { en: 'Main bet', ru: 'Основная ставка' },
            returns.mainBet === null ? unknown : formatReturn(returns.mainBet),
          ],
          ...known.map(({ type, share }) => [SIDE_BET_TEXTS[type].name, formatReturn(share)]),
          ...(returns.insurance === undefined ? [] : [[INSURANCE, formatReturn(returns.insurance)]]),
        ],
      ),
      ...when(assumed.length > 0, list(assumed)),
    ],
  };
}

/** C-22: the decisions that get a warning, as far as this game has them. */
export function adviceSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'advice',
    heading: { en: 'Warning of very bad decisions', ru: 'Предупреждение об очень плохих решениях' },
    blocks: [
      paragraph({
        en: 'Very bad decisions are marked as such before they are taken:',
        ru: 'Очень плохие решения отмечаются до того, как игрок их примет:',
      }),
      list(badDecisions(ruleSet)),
      paragraph({
        en: prose`In the settings a player may turn on, and off again, a warning that asks to confirm such a
          decision before it is carried out. It is off at first. The settings are kept from session to
          session.`,
        ru: prose`В настройках игрок может включить и снова выключить предупреждение, которое просит
          подтвердить такое решение до его исполнения. Сначала оно выключено. Настройки сохраняются от
          сессии к сессии.`,
      }),
    ],
  };
}

function badDecisions(ruleSet: RuleSet): readonly Bilingual[] {
  return [
    { en: 'standing on 11 or less;', ru: 'остановиться на 11 очках или меньше;' },
    ...when(ruleSet.doubleOn === 'any', {
      en: 'doubling hard 12 or more;',
      ru: 'удвоить ставку на жёстких 12 или больше;',
    }),
    ...when(ruleSet.maxHands > 1, {
      en: 'splitting fives or ten-valued cards;',
      ru: 'разделить пятёрки или карты в 10 очков;',
    }),
    ...when(ruleSet.surrender !== 'none', {
      en: 'surrendering 11 or less;',
      ru: 'сдаться на 11 очках или меньше;',
    }),
    { en: 'hitting hard 17 or more.', ru: 'взять карту на жёстких 17 или больше.' },
  ];
}
