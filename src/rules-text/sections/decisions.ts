import type { RuleSet } from '../../domain/rule-set';
import { prose, when, type Bilingual } from '../bilingual';
import { list, paragraph, type Section } from '../document';

const ORDER_OF_BOXES: Bilingual = {
  en: prose`Boxes are played in ascending order, and all hands of a box before the next box. Boxes and hands
    are numbered from 1: hand 2.1 is the first hand of box 2.`,
  ru: prose`Боксы разыгрываются по возрастанию номеров: сначала все руки одного бокса, затем следующий бокс.
    Боксы и руки нумеруются с 1: рука 2.1 — первая рука бокса 2.`,
};

const ORDER_OF_HANDS: Bilingual = {
  en: 'The hands of the box are played one after the other. They are numbered from 1: hand 1.1 is the first.',
  ru: 'Руки бокса разыгрываются по очереди. Они нумеруются с 1: рука 1.1 — первая.',
};

/** One hand alone has no order. */
function order({ boxes, handsPerBox, maxHands }: RuleSet): readonly Bilingual[] {
  if (boxes > 1) return [ORDER_OF_BOXES];
  return when(handsPerBox > 1 || maxHands > 1, ORDER_OF_HANDS);
}

const HIT: Bilingual = {
  en: 'Hit: the hand gets one more card.',
  ru: 'Взять карту (hit): рука получает ещё одну карту.',
};

const STAND: Bilingual = {
  en: 'Stand: the hand gets no more cards and waits for the dealer’s.',
  ru: 'Хватит (stand): рука больше не получает карт и ждёт игры дилера.',
};

function twentyOne(ruleSet: RuleSet): Bilingual {
  if (ruleSet.twentyOne === 'isAsked') {
    return {
      en: 'A hand that reaches 21 does not stand by itself: the player decides on it as on any other hand.',
      ru: prose`Рука, набравшая 21 очко, сама не останавливается: игрок принимает решение по ней, как по
        любой другой.`,
    };
  }
  const [what, whatRu] =
    ruleSet.maxHands > 1
      ? ['hit, doubled or split', 'карт к ней больше не берут, её не удваивают и не разделяют']
      : ['hit or doubled', 'карт к ней больше не берут, и её не удваивают'];
  return {
    en: `A hand that reaches 21 stands by itself: it can no longer be ${what}.`,
    ru: `Рука, набравшая 21 очко, останавливается сама: ${whatRu}.`,
  };
}

export function decisionsSection(ruleSet: RuleSet): Section<Bilingual> {
  const isPrivate = ruleSet.table === 'private';
  return {
    id: 'decisions',
    heading: { en: 'The player’s decisions', ru: 'Решения игрока' },
    blocks: [
      list([
        ...order(ruleSet),
        HIT,
        STAND,
        ...when(isPrivate, standAll(ruleSet)),
        twentyOne(ruleSet),
        ...when(!isPrivate, {
          en: prose`A seated player may choose an action before the turn comes, and change it until then. It
            is carried out when the turn comes, if it is allowed then.`,
          ru: prose`Игрок, занявший место, может выбрать действие до своего хода и менять выбор, пока ход не
            наступил. Когда ход наступает, действие выполняется, если оно в этот момент разрешено.`,
        }),
      ]),
    ],
  };
}

function standAll(ruleSet: RuleSet): Bilingual {
  if (ruleSet.maxHands === 1) {
    return {
      en: 'Stand all: every unfinished hand of the player stands.',
      ru: 'Остановиться на всех руках (stand all): останавливаются все несыгранные руки игрока.',
    };
  }
  return {
    en: prose`Stand all: every unfinished hand of the player stands. A split hand that still waits for its
      second card gets it first.`,
    ru: prose`Остановиться на всех руках (stand all): останавливаются все несыгранные руки игрока.
      Разделённая рука, которая ещё ждёт вторую карту, сначала её получает.`,
  };
}

const DOUBLE_ON: Readonly<Record<RuleSet['doubleOn'], Bilingual>> = {
  any: {
    en: 'Any two cards may be doubled, except a total of 21.',
    ru: 'Удвоить можно на любых двух картах, если это не 21 очко.',
  },
  '9-11': {
    en: 'Only two cards with a total of 9, 10 or 11 may be doubled.',
    ru: 'Удвоить можно только на двух картах, сумма очков которых 9, 10 или 11.',
  },
};

export function doubleSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'double',
    heading: { en: 'Double', ru: 'Удвоение' },
    blocks: [
      list([
        {
          en: prose`A stake equal to the hand’s own is added to it. The hand gets exactly one more card and
            is finished.`,
          ru: prose`К ставке на руке добавляется такая же. Рука получает ровно одну карту, и на этом игра на
            ней заканчивается.`,
        },
        DOUBLE_ON[ruleSet.doubleOn],
        ...when(ruleSet.maxHands > 1, doubleAfterSplit(ruleSet)),
        ...when(ruleSet.table === 'shared', {
          en: 'If the balance no longer covers a double when it is carried out, the hand is hit instead.',
          ru: 'Если в момент удвоения баланса на него уже не хватает, рука вместо этого просто берёт карту.',
        }),
      ]),
    ],
  };
}

function doubleAfterSplit(ruleSet: RuleSet): Bilingual {
  return ruleSet.doubleAfterSplit
    ? {
        en: 'Hands born of a split may be doubled too, except split aces.',
        ru: 'Разделённые руки тоже можно удваивать, кроме разделённых тузов.',
      }
    : { en: 'Hands born of a split cannot be doubled.', ru: 'Разделённые руки удваивать нельзя.' };
}

export function surrenderSection(ruleSet: RuleSet): Section<Bilingual> {
  const heading = { en: 'Surrender', ru: 'Отказ от игры (саррендер)' };
  if (ruleSet.surrender === 'none') {
    const none = { en: 'There is no surrender.', ru: 'Сдаться нельзя.' };
    return { id: 'surrender', heading, blocks: [paragraph(none)] };
  }
  return {
    id: 'surrender',
    heading,
    blocks: [
      list([
        givenUp(ruleSet), // Against a 2 to 9 there is no blackjack that could come before or after.
        ...when(ruleSet.surrenderAgainst === 'any', TIME[ruleSet.surrender]),
        AGAINST[ruleSet.surrenderAgainst],
      ]),
    ],
  };
}

function givenUp({ maxHands }: RuleSet): Bilingual {
  const [only, onlyRu] =
    maxHands > 1
      ? [
          ', before any other decision on the hand, and not after a split on its box',
          ', до любых других решений по этой руке и если на её боксе не было разделения',
        ]
      : [' and before any other decision on the hand', ' и до любых других решений по этой руке'];
  return {
    en: prose`The hand is given up: it ends at once and half of its stake comes back. This is possible only on
      the two dealt cards${only}.`,
    ru: prose`Игрок сдаётся: игра на руке сразу заканчивается, и половина ставки возвращается. Это возможно
      только на двух сданных картах${onlyRu}.`,
  };
}

const TIME: Readonly<Record<Exclude<RuleSet['surrender'], 'none'>, Bilingual>> = {
  late: {
    en: 'Surrender is late: when the dealer has a blackjack, the round is over before anyone can surrender.',
    ru: 'Саррендер поздний: если у дилера блэкджек, раунд заканчивается раньше, чем можно сдаться.',
  },
  early: {
    en: 'Surrender is early: half of the stake comes back even if the dealer turns out to have a blackjack.',
    ru: 'Саррендер ранний: половина ставки возвращается, даже если у дилера потом окажется блэкджек.',
  },
};

const AGAINST: Readonly<Record<RuleSet['surrenderAgainst'], Bilingual>> = {
  any: {
    en: 'The dealer’s open card may be any card.',
    ru: 'Открытая карта дилера может быть любой.',
  },
  twoToNine: {
    en: 'The dealer’s open card must be a 2 to 9: neither an ace nor ten-valued.',
    ru: 'Открытая карта дилера должна быть от 2 до 9: не туз и не карта в 10 очков.',
  },
};
