import type { RuleSet } from '../../domain/rule-set';
import { prose, when, type Bilingual } from '../bilingual';
import { list, paragraph, steps, type Section } from '../document';

type Sight = RuleSet['insuranceCards'];

const FACE: Readonly<Record<Sight, Bilingual>> = {
  open: { en: 'face up', ru: 'лицом вверх' },
  closed: { en: 'face down', ru: 'лицом вниз' },
};

/** The first cards of the hands: in no order where there is one box, to nobody else where it has one hand. */
function firstCards({ boxes, handsPerBox, insuranceCards }: RuleSet): Bilingual {
  const face = FACE[insuranceCards];
  if (boxes === 1 && handsPerBox === 1) {
    return { en: `One card ${face.en} to the player.`, ru: `Одна карта ${face.ru} игроку.` };
  }
  const [order, inOrder] = boxes === 1 ? ['', ''] : [', in the order of the boxes', ' в порядке боксов'];
  return {
    en: `One card ${face.en} to each hand${order}.`,
    ru: `По одной карте ${face.ru} на каждую руку${inOrder}.`,
  };
}

function secondCards({ boxes, handsPerBox, insuranceCards }: RuleSet): Bilingual {
  const face = FACE[insuranceCards];
  const [hand, onHand] =
    boxes === 1 && handsPerBox === 1 ? ['the player', 'игроку'] : ['each hand', 'на каждую руку'];
  return { en: `A second card ${face.en} to ${hand}.`, ru: `Вторая карта ${face.ru} ${onHand}.` };
}

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
  en: prose`Then the player’s cards are turned up; when the dealer’s open card is an ace, this waits until
    insurance is answered.`,
  ru: prose`Затем карты игрока открываются; если открытая карта дилера — туз, это происходит после ответа о
    страховке.`,
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
      steps([firstCards(ruleSet), dealerFirst, secondCards(ruleSet), ...dealerSecond]),
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
          ru: prose`Вторую карту дилер берёт только после того, как сыграна последняя рука, поэтому до этого
            проверки на блэкджек нет.`,
        }
      : {
          en: 'The dealer never checks the hole card; it is opened when the last hand is finished.',
          ru: 'Дилер не проверяет закрытую карту; она открывается, когда сыграна последняя рука.',
        };
  const [added, addedBy] =
    ruleSet.maxHands > 1
      ? ['all that was added by doubling and splitting', 'всё, что добавлено при удвоении и разделении']
      : ['what was added by doubling', 'то, что добавлено при удвоении'];
  return {
    en: prose`${late.en} If the dealer then has a blackjack, every hand still in play that is not a
      blackjack loses its whole stake, with ${added}.`,
    ru: prose`${late.ru} Если у дилера при этом оказывается блэкджек, каждая оставшаяся в игре рука без
      блэкджека проигрывает всю ставку, включая ${addedBy}.`,
  };
}
