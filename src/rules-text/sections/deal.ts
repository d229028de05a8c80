import type { CardText } from '../../domain/card';
import type { RuleSet } from '../../domain/rule-set';
import { prose, when, type Bilingual } from '../bilingual';
import { list, paragraph, steps, type Section } from '../document';
import { formatRatio } from '../format-amount';

type Sight = RuleSet['insuranceCards'];

const FIRST_CARDS: Readonly<Record<Sight, Bilingual>> = {
  open: {
    en: 'One card face up to each hand, in the order of the boxes.',
    ru: 'По одной карте лицом вверх на каждую руку в порядке боксов.',
  },
  closed: {
    en: 'One card face down to each hand, in the order of the boxes.',
    ru: 'По одной карте лицом вниз на каждую руку в порядке боксов.',
  },
};
const SECOND_CARDS: Readonly<Record<Sight, Bilingual>> = {
  open: { en: 'A second card face up to each hand.', ru: 'Вторая карта лицом вверх на каждую руку.' },
  closed: { en: 'A second card face down to each hand.', ru: 'Вторая карта лицом вниз на каждую руку.' },
};
const UPCARD: Bilingual = {
  en: 'One card face up to the dealer (the open card).',
  ru: 'Одна карта лицом вверх дилеру (открытая карта).',
};
const HOLE_CARD: Bilingual = {
  en: 'One card face down to the dealer (the hole card).',
  ru: 'Одна карта лицом вниз дилеру (закрытая карта).',
};

/** The dealer's card after the first cards of the hands, and the one after their second cards. */
const DEALER_CARDS: Readonly<Record<RuleSet['dealerCards'], readonly [Bilingual, ...Bilingual[]]>> = {
  upThenHole: [UPCARD, HOLE_CARD],
  holeThenUp: [HOLE_CARD, UPCARD],
  upOnly: [UPCARD],
};

/** CL-06: closed cards are turned up when the last insurance offer was answered. */
const TURNED_UP: Bilingual = {
  en: prose`Then the cards of the hands are turned up; when the dealer’s open card is an ace, this waits
    until the insurance offers are answered.`,
  ru: prose`Затем карты рук открываются; если открытая карта дилера — туз, это происходит после ответов на
    предложение страховки.`,
};

export function dealSection(ruleSet: RuleSet): Section<Bilingual> {
  const { dealerCards, insuranceCards } = ruleSet;
  const [dealerFirst, ...dealerSecond] = DEALER_CARDS[dealerCards];
  return {
    id: 'deal',
    heading: { en: 'The deal', ru: 'Раздача' },
    blocks: [
      paragraph({
        en: 'When the bets are placed, the cards are dealt:',
        ru: 'Когда ставки сделаны, карты сдаются в таком порядке:',
      }),
      steps([FIRST_CARDS[insuranceCards], dealerFirst, SECOND_CARDS[insuranceCards], ...dealerSecond]),
      list([...when(insuranceCards === 'closed', TURNED_UP), check(ruleSet)]),
    ],
  };
}

/** When a dealer's blackjack becomes known, which decides what the added stakes risk (C-07). */
function check(ruleSet: RuleSet): Bilingual {
  if (ruleSet.dealerChecks === 'aceOrTen') {
    const offer: Bilingual =
      ruleSet.insurance === 'none'
        ? { en: '', ru: '' }
        : {
            en: ' (after the insurance offer, if there was one)',
            ru: ' (после предложения страховки, если оно было)',
          };
    return {
      en: prose`When the open card is an ace or ten-valued, the dealer${offer.en} checks the hole card. With
        a blackjack the round ends at once and no more cards are dealt; otherwise the round goes on.`,
      ru: prose`Если открытая карта — туз или карта в 10 очков, дилер${offer.ru} проверяет закрытую карту.
        Если у него блэкджек, раунд сразу заканчивается и карты больше не сдаются; если нет, раунд
        продолжается.`,
    };
  }
  const late: Bilingual =
    ruleSet.dealerCards === 'upOnly'
      ? {
          en: prose`The dealer takes a second card only when the last hand is finished, so nobody checks for
            a blackjack before.`,
          ru: prose`Вторую карту дилер берёт только после того, как сыграна последняя рука, поэтому проверки
            на блэкджек до этого нет.`,
        }
      : {
          en: 'The dealer never checks the hole card; it is opened when the last hand is finished.',
          ru: 'Дилер не проверяет закрытую карту; она открывается, когда сыграна последняя рука.',
        };
  return {
    en: prose`${late.en} If the dealer then has a blackjack, every hand still in play that is not a
      blackjack loses its whole stake, with all that was added by doubling and splitting.`,
    ru: prose`${late.ru} Если у дилера при этом оказывается блэкджек, каждая оставшаяся в игре рука без
      блэкджека проигрывает всю ставку, включая всё, что добавлено при удвоении и разделении.`,
  };
}

export function blackjackSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'blackjack',
    heading: { en: 'Blackjack', ru: 'Блэкджек' },
    blocks: [
      list([
        {
          en: prose`A blackjack is an ace and a ten-valued card as the first two cards of a dealt hand or of
            the dealer. It beats every other 21.`,
          ru: prose`Блэкджек — это туз и карта в 10 очков, пришедшие первыми двумя картами на сданную руку
            или дилеру. Он старше любых других 21.`,
        },
        payment(ruleSet),
        {
          en: 'Against a blackjack of the dealer, a player’s blackjack is a push: the stake comes back.',
          ru: 'Блэкджек игрока против блэкджека дилера — ничья: ставка возвращается.',
        },
        paidWhen(ruleSet),
        turn(ruleSet),
      ]),
    ],
  };
}

function payment(ruleSet: RuleSet): Bilingual {
  const usual = formatRatio(ruleSet.blackjackPays);
  if (ruleSet.specialBlackjacks.length === 0) {
    return { en: `Every blackjack pays ${usual}.`, ru: `Любой блэкджек оплачивается ${usual}.` };
  }
  const special = ruleSet.specialBlackjacks
    .map(
      ({ cards: [first, second], pays }) => `${cardFace(first)} ${cardFace(second)} — ${formatRatio(pays)}`,
    )
    .join('; ');
  return {
    en: `A blackjack pays ${usual}, except for these, which pay specially: ${special}.`,
    ru: `Блэкджек оплачивается ${usual}, кроме особых: ${special}.`,
  };
}

const SUIT_SIGNS: Readonly<Record<string, string>> = { s: '♠', h: '♥', d: '♦', c: '♣' };

/** `As` as players read it: A♠, with ten in figures. */
function cardFace(card: CardText): string {
  const rank = card.startsWith('T') ? '10' : card.slice(0, 1);
  return `${rank}${SUIT_SIGNS[card.slice(1)] ?? ''}`;
}

function paidWhen(ruleSet: RuleSet): Bilingual {
  if (ruleSet.blackjackPaid === 'atEnd') {
    return {
      en: 'A blackjack is paid at the end of the round, together with all other hands.',
      ru: 'Блэкджек оплачивается в конце раунда вместе со всеми остальными руками.',
    };
  }
  const known: Readonly<Record<RuleSet['dealerChecks'], Bilingual>> = {
    aceOrTen: {
      en: 'otherwise right after the dealer’s check',
      ru: 'в остальных случаях сразу после проверки закрытой карты',
    },
    never: {
      en: 'otherwise when the dealer’s second card is known',
      ru: 'в остальных случаях — когда станет известна вторая карта дилера',
    },
  };
  return {
    en: prose`A blackjack is paid as soon as the dealer can no longer match it: at once when the dealer’s
      open card is neither an ace nor ten-valued, ${known[ruleSet.dealerChecks].en}.`,
    ru: prose`Блэкджек оплачивается, как только дилер уже не может получить такой же: сразу, если открытая
      карта дилера не туз и не карта в 10 очков, а ${known[ruleSet.dealerChecks].ru}.`,
  };
}

function turn(ruleSet: RuleSet): Bilingual {
  if (ruleSet.switching === 'none') {
    return {
      en: 'A blackjack is neither hit, doubled nor split: the turn passes over it.',
      ru: 'К блэкджеку карт не берут, его не удваивают и не разделяют: ход переходит дальше.',
    };
  }
  return {
    en: prose`A switch may make or break a blackjack. While the box can still be switched, its player may
      switch or stand on a blackjack; after that the turn passes over it.`,
    ru: prose`Обмен картами может создать или разбить блэкджек. Пока обмен на боксе возможен, на руке с
      блэкджеком можно сделать обмен или остановиться; после этого ход переходит дальше без неё.`,
  };
}
