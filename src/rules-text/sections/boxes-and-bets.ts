import type { RuleSet } from '../../domain/rule-set';
import type { StakeRange, TableLimits } from '../../domain/table-limits';
import { prose, same, when, type Bilingual } from '../bilingual';
import { counted } from '../counted';
import { list, paragraph, table, type Block, type Section } from '../document';
import { formatAmount } from '../format-amount';

/** The limits of one currency; `exponent` is its number of decimals. */
export interface CurrencyLimits {
  readonly currency: string;
  readonly exponent: number;
  readonly limits: TableLimits;
}

const NEIGHBOURS: Readonly<Record<RuleSet['neighbours'], Bilingual>> = {
  required: {
    en: 'The boxes of one player must lie next to each other.',
    ru: 'Боксы одного игрока должны быть соседними.',
  },
  free: {
    en: 'These may be any free boxes, with gaps between them or without.',
    ru: 'Это могут быть любые свободные боксы, в том числе не соседние.',
  },
};

function hands({ boxes, handsPerBox }: RuleSet): Bilingual {
  const [box, onBox] = boxes === 1 ? ['The box', 'На нём'] : ['Each box', 'На каждом боксе'];
  return handsPerBox === 1
    ? { en: `${box} is dealt one hand.`, ru: `${onBox} разыгрывается одна рука.` }
    : {
        en: `${box} is dealt two hands, and the same stake is placed on each of them.`,
        ru: `${onBox} разыгрываются две руки, и на каждую из них делается одинаковая ставка.`,
      };
}

interface ShownLimits {
  /** None when they are only shown at the table. */
  readonly limits: readonly CurrencyLimits[];
  /** Whether a table of the game may have others. */
  readonly usual?: boolean;
}

export function betsSection(ruleSet: RuleSet, shown: ShownLimits): Section<Bilingual> {
  const isPrivate = ruleSet.table === 'private';
  return {
    id: 'bets',
    heading:
      ruleSet.boxes === 1
        ? { en: 'Box and bets', ru: 'Бокс и ставки' }
        : { en: 'Boxes and bets', ru: 'Боксы и ставки' },
    blocks: [
      list([
        boxes(ruleSet),
        ...when(ruleSet.boxesPerPlayer > 1, NEIGHBOURS[ruleSet.neighbours]),
        hands(ruleSet),
        {
          en: 'A stake lies within the limits of the table and is a whole multiple of its step.',
          ru: 'Ставка должна быть в пределах лимитов стола и кратна шагу ставки.',
        },
        ...when(ruleSet.sideBets.length > 0, {
          en: 'A side bet has limits of its own and is only possible on a box that carries a main bet.',
          ru: prose`У побочной ставки свои лимиты; сделать её можно только на бокс, на котором есть основная
            ставка.`,
        }),
        { en: 'Winnings are never rounded.', ru: 'Выплаты никогда не округляются.' },
        ...when(
          isPrivate,
          {
            en: 'An action that the balance does not cover is refused, and the round stays as it was.',
            ru: 'Если баланса не хватает на действие, оно отклоняется, и в раунде ничего не меняется.',
          },
          {
            en: 'The bets of the player’s previous round in this game may be placed again at once (rebet).',
            ru: 'Ставки своего предыдущего раунда в этой игре можно сразу повторить («Повтор»).',
          },
        ),
      ]),
      ...limitBlocks(ruleSet, shown),
    ],
  };
}

function boxes(ruleSet: RuleSet): Bilingual {
  if (ruleSet.boxes === 1) return { en: 'The table has one box.', ru: 'За столом один бокс.' };
  const all = counted(ruleSet.boxes, 'box');
  const own = counted(ruleSet.boxesPerPlayer, 'box');
  return {
    en: `The table has ${all.en}, numbered from 1. One player may play at most ${own.en} in a round.`,
    ru: prose`За столом ${all.ru}, пронумерованных с 1. Один игрок может занять в раунде не больше чем
      ${own.ru}.`,
  };
}

function limitBlocks(ruleSet: RuleSet, { limits, usual = false }: ShownLimits): readonly Block<Bilingual>[] {
  if (limits.length === 0) {
    return [paragraph({ en: 'The limits are shown at the table.', ru: 'Лимиты указаны на столе.' })];
  }
  return [
    limitTable({ en: 'Stake on each hand', ru: 'Ставка на каждую руку' }, limits, (each) => each.stake),
    ...when(
      ruleSet.sideBets.length > 0,
      limitTable({ en: 'Each side bet', ru: 'Каждая побочная ставка' }, limits, (each) => each.sideBet),
    ),
    ...when(
      usual,
      paragraph({
        en: 'These are the usual limits. A table may have others, which are told in the rules of that table.',
        ru: prose`Это обычные лимиты. У отдельного стола они могут быть другими; тогда они указаны в правилах
          этого стола.`,
      }),
    ),
  ];
}

function limitTable(
  caption: Bilingual,
  limits: readonly CurrencyLimits[],
  rangeOf: (limits: TableLimits) => StakeRange,
): Block<Bilingual> {
  return table(
    caption,
    [
      { en: 'Currency', ru: 'Валюта' },
      { en: 'Minimum', ru: 'Минимум' },
      { en: 'Maximum', ru: 'Максимум' },
      { en: 'Step', ru: 'Шаг' },
    ],
    limits.map((each) => {
      const range = rangeOf(each.limits);
      const amounts = [range.min, range.max, range.step].map((amount) => formatAmount(amount, each.exponent));
      return [each.currency, ...amounts].map(same);
    }),
  );
}
