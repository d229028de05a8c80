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

const HANDS: Readonly<Record<RuleSet['handsPerBox'], Bilingual>> = {
  1: { en: 'Each box is dealt one hand.', ru: 'На каждом боксе разыгрывается одна рука.' },
  2: {
    en: 'Each box is dealt two hands, and the same stake is placed on each of them.',
    ru: 'На каждом боксе разыгрываются две руки, и на каждую из них делается одинаковая ставка.',
  },
};

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
    heading: { en: 'Boxes and bets', ru: 'Боксы и ставки' },
    blocks: [
      list([
        boxes(ruleSet),
        NEIGHBOURS[ruleSet.neighbours],
        HANDS[ruleSet.handsPerBox],
        {
          en: 'A stake lies within the limits of the table and is a whole multiple of its step.',
          ru: 'Ставка должна быть в пределах лимитов стола и кратна его шагу.',
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
            ru: 'Если на действие не хватает баланса, оно отклоняется, а в раунде ничего не меняется.',
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
  const all = counted(ruleSet.boxes, 'box');
  const own = counted(ruleSet.boxesPerPlayer, 'box');
  return {
    en: `The table has ${all.en}, numbered from 1. One player may play at most ${own.en} in a round.`,
    ru: prose`За столом ${all.ru}, нумерация начинается с 1. Один игрок может занять в раунде не больше чем
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

/** The seats of a shared table (DX-01 to DX-11); a private table has none. */
export function seatsSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'seats',
    heading: { en: 'Seats and bets behind', ru: 'Места и ставки за игроками' },
    blocks: [list([...takingSeats(ruleSet), ...bettingBehind(ruleSet), ...leavingSeats(ruleSet)])],
  };
}

function takingSeats(ruleSet: RuleSet): readonly Bilingual[] {
  return [
    {
      en: prose`The boxes are seats, numbered clockwise. A player takes a free seat by betting on it, and in
        no other way.`,
      ru: prose`Боксы — это места, пронумерованные по часовой стрелке. Чтобы занять свободное место, нужно
        сделать ставку на его бокс; другого способа нет.`,
    },
    ...when(ruleSet.boxesPerPlayer > 1, {
      en: prose`All boxes of a player carry the same main bet: what is added to one is added to the others.
        When the balance does not cover that, what it does cover is divided equally among the boxes, rounded
        down to the step.`,
      ru: prose`Основные ставки на всех боксах игрока одинаковы: сумма, добавленная на один бокс,
        добавляется и на остальные. Если баланса на это не хватает, доступная сумма делится между боксами
        поровну с округлением вниз до шага ставки.`,
    }),
    {
      en: prose`Demo sessions and sessions in play money cannot take seats. They may watch, and bet behind
        with play money.`,
      ru: prose`В демонстрационной сессии и при игре на условные деньги места занимать нельзя. Можно
        наблюдать за игрой и делать за игроками ставки условными деньгами.`,
    },
  ];
}

function bettingBehind(ruleSet: RuleSet): readonly Bilingual[] {
  return [
    {
      en: prose`Anyone may bet behind any seated player but himself, and wins or loses with that player’s
        hand. The seated player makes its decisions.`,
      ru: prose`Любой может сделать ставку за любым игроком, занявшим место, кроме себя самого, и выигрывает
        или проигрывает вместе с его рукой. Решения принимает игрок, занявший место.`,
    },
    ...when(ruleSet.sideBets.length > 0, {
      en: 'Anyone, seated or not, may place side bets on any number of taken boxes.',
      ru: 'Любой, даже не занимая места, может делать побочные ставки на любое число занятых боксов.',
    }),
  ];
}

function leavingSeats(ruleSet: RuleSet): readonly Bilingual[] {
  const others: Bilingual =
    ruleSet.sideBets.length > 0
      ? {
          en: 'every bet behind and every side bet on it is',
          ru: 'все ставки за ним и побочные ставки на его бокс',
        }
      : { en: 'every bet behind is', ru: 'все ставки за ним' };
  return [
    {
      en: prose`A player who was taking a seat and has no valid bet on it when the countdown ends is removed
        from it, and ${others.en} returned.`,
      ru: prose`Если к концу обратного отсчёта у игрока, занимающего место, нет на нём действительной
        ставки, он удаляется с места, а ${others.ru} возвращаются.`,
    },
    {
      en: prose`A player who sat in an earlier round and places no bet keeps the seat for that round; if the
        next countdown ends without a bet too, the seat is taken away. While the seat sits out, ${others.en}
        returned.`,
      ru: prose`Игрок, который занял место в одном из прошлых раундов и не сделал ставку, сохраняет место на
        этот раунд; если и следующий обратный отсчёт закончится без его ставки, место освобождается. За
        пропущенный раунд ${others.ru} возвращаются.`,
    },
    {
      en: prose`A seated player whose balance is below the minimum stake when a round starts is removed from
        the seat.`,
      ru: 'Игрок, у которого в начале раунда баланс меньше минимальной ставки, удаляется с места.',
    },
  ];
}
