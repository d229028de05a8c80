import type { RuleSet } from '../../domain/rule-set';
import { prose, when, type Bilingual } from '../bilingual';
import { counted } from '../counted';
import { list, paragraph, type Section } from '../document';

const PAIR: Readonly<Record<RuleSet['splitBy'], Bilingual>> = {
  value: {
    en: prose`A dealt hand of two cards of equal value, such as two eights or a king and a ten, may be split
      in two.`,
    ru: prose`Руку из двух карт с одинаковым числом очков, например из двух восьмёрок или из короля и
      десятки, можно разделить на две.`,
  },
  rank: {
    en: prose`A dealt hand of two cards of the same rank, such as two eights or two kings, but not a king
      and a ten, may be split in two.`,
    ru: prose`Руку из двух карт одного достоинства, например из двух восьмёрок или двух королей, но не из
      короля и десятки, можно разделить на две.`,
  },
};

export function splitSection(ruleSet: RuleSet): Section<Bilingual> {
  const heading = { en: 'Split', ru: 'Разделение (сплит)' };
  if (ruleSet.maxHands === 1) {
    return {
      id: 'split',
      heading,
      blocks: [paragraph({ en: 'Hands cannot be split.', ru: 'Разделять руки нельзя.' })],
    };
  }
  return {
    id: 'split',
    heading,
    blocks: [
      list([
        PAIR[ruleSet.splitBy],
        {
          en: prose`A stake equal to the hand’s own is placed on the new hand. The new hand takes the next
            free number of its box and is played directly after the one it came from.`,
          ru: prose`На новую руку делается такая же ставка, как на исходной. Новая рука получает следующий
            свободный номер своего бокса и разыгрывается сразу после той, от которой отделена.`,
        },
        {
          en: 'Each of the hands gets its second card by itself when its turn comes.',
          ru: 'Вторую карту каждая рука получает автоматически, когда до неё доходит ход.',
        },
        howOften(ruleSet),
        aces(ruleSet),
        {
          en: 'An ace and a ten-valued card after a split are 21, not a blackjack, and pay 1:1.',
          ru: 'Туз и карта в 10 очков после разделения — это 21 очко, а не блэкджек; выплата 1:1.',
        },
        ...when(ruleSet.table === 'shared', notCovered(ruleSet)),
      ]),
    ],
  };
}

function howOften(ruleSet: RuleSet): Bilingual {
  const hands = counted(ruleSet.maxHands, 'hand');
  if (ruleSet.maxHands === 2) {
    return {
      en: `A dealt hand can be split once: at most ${hands.en} come of it.`,
      ru: `Сданную руку можно разделить один раз: из неё получается не больше чем ${hands.ru}.`,
    };
  }
  const splits = counted(ruleSet.maxHands - 1, 'split');
  return {
    en: prose`Hands born of a split may be split again: at most ${hands.en} (${splits.en}) come of one dealt
      hand.`,
    ru: prose`Разделённые руки можно разделять снова: из одной сданной руки получается не больше чем
      ${hands.ru} (${splits.ru}).`,
  };
}

function aces(ruleSet: RuleSet): Bilingual {
  const oneCard: Bilingual = {
    en: 'Split aces get one card each and are finished: no hit, no double.',
    ru: prose`К разделённым тузам сдаётся по одной карте, и игра на них заканчивается: ни взять ещё карту,
      ни удвоить нельзя.`,
  };
  if (ruleSet.maxHands === 2) return oneCard;
  return ruleSet.resplitAces
    ? {
        en: `${oneCard.en} But if that card is an ace again, the two aces may be split again.`,
        ru: `${oneCard.ru} Но если эта карта — снова туз, двух тузов можно разделить ещё раз.`,
      }
    : {
        en: `${oneCard.en} Aces are not split again.`,
        ru: `${oneCard.ru} Повторно тузы не разделяются.`,
      };
}

/** DX-19: what becomes of a split that was chosen in advance. */
function notCovered({ automaticHitUpTo }: RuleSet): Bilingual {
  return {
    en: prose`If the balance no longer covers a split when it is carried out, the hand is hit when its total
      is ${automaticHitUpTo} or less and stands when it is more.`,
    ru: prose`Если в момент разделения баланса на него уже не хватает, рука берёт карту, если у неё
      ${automaticHitUpTo} очков или меньше, и останавливается, если больше.`,
  };
}

const SWITCHING: Readonly<Record<RuleSet['switching'], readonly Bilingual[]>> = {
  none: [
    {
      en: 'Cards cannot be switched between the two hands of a box.',
      ru: 'Менять карты местами между двумя руками бокса нельзя.',
    },
  ],
  secondCards: [
    {
      en: 'The second cards of the box’s two hands change places.',
      ru: 'Вторые карты двух рук бокса меняются местами.',
    },
    {
      en: prose`When the turn of the box has come, this is free and may be done as often as wanted, until
        any other decision is taken on the box. Insurance is no such decision.`,
      ru: prose`Когда до бокса дошёл ход, это можно делать бесплатно и сколько угодно раз, пока на боксе не
        принято никакого другого решения. Страховка таким решением не считается.`,
    },
  ],
};

export function switchSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'switch',
    heading: { en: 'Switch', ru: 'Обмен картами (свитч)' },
    blocks: [list(SWITCHING[ruleSet.switching])],
  };
}

/** What the bets behind a hand do when it is doubled, split or surrendered (DX-22 to DX-25). */
export function followingSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'following',
    heading: { en: 'Following a hand', ru: 'Следование за решениями игрока' },
    blocks: [
      list([
        {
          en: prose`Follow double (default no): with yes, the stake behind is doubled along with the seated
            player’s. With no, or when the follower cannot pay, the third card is a hit for the follower and
            the stake stays.`,
          ru: prose`Следовать за удвоением (по умолчанию «нет»): при «да» ставка за игроком удваивается
            вместе со ставкой самого игрока. При «нет» или нехватке средств третья карта для того, кто
            поставил за игроком, — просто взятая карта, и его ставка не меняется.`,
        },
        ...when(
          ruleSet.maxHands > 1,
          {
            en: prose`Follow split (default no): with yes, the same stake is placed on the second hand too.
              With no, or when the follower cannot pay, the follower stays with the first hand only.`,
            ru: prose`Следовать за разделением (по умолчанию «нет»): при «да» такая же ставка делается и на
              вторую руку. При «нет» или нехватке средств ставка остаётся только на первой руке.`,
          },
          ...when(ruleSet.doubleAfterSplit, {
            en: 'After a split, follow double is answered for each hand.',
            ru: 'После разделения ответ о следовании за удвоением даётся для каждой руки отдельно.',
          }),
        ),
        ...when(ruleSet.surrender !== 'none', {
          en: 'A surrender binds everyone behind the hand: each gets half of the stake back.',
          ru: prose`Саррендер распространяется на всех, кто поставил на эту руку: каждому возвращается
            половина ставки.`,
        }),
        {
          en: 'The answers may be given in advance and changed until the moment they are carried out.',
          ru: 'Ответы можно дать заранее и менять до момента исполнения.',
        },
      ]),
    ],
  };
}
