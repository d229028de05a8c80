import type { CardText } from '../../domain/card';
import type { RuleSet } from '../../domain/rule-set';
import { prose, type Bilingual } from '../bilingual';
import { list, type Section } from '../document';
import { formatRatio } from '../format-amount';

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
            или дилеру. Он старше любой другой руки в 21 очко.`,
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
    ru: `Блэкджек оплачивается ${usual}; у этих комбинаций выплата особая: ${special}.`,
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
      ru: 'в остальных случаях — сразу после проверки закрытой карты',
    },
    never: {
      en: 'otherwise when the dealer’s second card is known',
      ru: 'в остальных случаях — когда станет известна вторая карта дилера',
    },
  };
  return {
    en: prose`A blackjack is paid as soon as the dealer can no longer match it: at once when the dealer’s
      open card is neither an ace nor ten-valued, ${known[ruleSet.dealerChecks].en}.`,
    ru: prose`Блэкджек оплачивается, как только у дилера уже не может быть блэкджека: сразу, если открытая
      карта дилера — не туз и не карта в 10 очков, а ${known[ruleSet.dealerChecks].ru}.`,
  };
}

function turn(ruleSet: RuleSet): Bilingual {
  if (ruleSet.switching === 'none') {
    return ruleSet.maxHands > 1
      ? {
          en: 'A blackjack is neither hit, doubled nor split: the turn passes over it.',
          ru: 'К блэкджеку карт не берут, его не удваивают и не разделяют: ход переходит дальше.',
        }
      : {
          en: 'A blackjack is neither hit nor doubled: the turn passes over it.',
          ru: 'К блэкджеку карт не берут, и его не удваивают: ход переходит дальше.',
        };
  }
  return {
    en: prose`A switch may make or break a blackjack. While the box can still be switched, its player may
      switch or stand on a blackjack; after that the turn passes over it.`,
    ru: prose`Обмен картами может создать или разбить блэкджек. Пока обмен на боксе возможен, на руке с
      блэкджеком можно сделать обмен или остановиться; после этого ход проходит мимо неё.`,
  };
}
