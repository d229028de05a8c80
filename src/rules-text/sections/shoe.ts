import { CARDS_PER_DECK } from '../../domain/card';
import type { RuleSet } from '../../domain/rule-set';
import { prose, when, type Bilingual } from '../bilingual';
import { counted } from '../counted';
import { list, type Section } from '../document';
import { formatShare } from '../format-amount';

const BURN: Readonly<Record<RuleSet['burn'], Bilingual>> = {
  none: { en: 'No cards are burned before the deal.', ru: 'Карты перед раздачей не сжигаются.' },
  exposedValue: {
    en: prose`After a shuffle the dealer shows the first card and burns as many cards, face down, as its
      value: one for an ace, ten for a jack, queen or king. The shown card is out of play too.`,
    ru: prose`После перетасовки дилер показывает первую карту и сжигает (убирает рубашкой вверх) столько
      карт, сколько в ней очков: за туза — одну, за валета, даму или короля — десять. Показанная карта тоже
      выходит из игры.`,
  },
};

export function shoeSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'shoe',
    heading: { en: 'Shoe and shuffle', ru: 'Башмак и перетасовка' },
    blocks: [list([decks(ruleSet), ...shuffle(ruleSet), BURN[ruleSet.burn]])],
  };
}

function decks(ruleSet: RuleSet): Bilingual {
  if (ruleSet.decks === 'infinite') {
    return {
      en: prose`The deck is infinite: every card dealt is any of the 52 with equal chance, whatever cards
        came before. There are no jokers.`,
      ru: prose`Колода бесконечная: каждая карта с равной вероятностью может оказаться любой из 52, какие бы
        карты ни вышли раньше. Джокеров нет.`,
    };
  }
  if (ruleSet.decks === 1) {
    return {
      en: `The shoe holds one deck of ${CARDS_PER_DECK} cards, without jokers.`,
      ru: `В башмаке одна колода из ${CARDS_PER_DECK} карт без джокеров.`,
    };
  }
  const count = counted(ruleSet.decks, 'deck');
  const cards = counted(ruleSet.decks * CARDS_PER_DECK, 'card');
  return {
    en: `The shoe holds ${count.en} of 52 cards, ${cards.en} in all, without jokers.`,
    ru: `В башмаке ${count.ru} по 52 карты, всего ${cards.ru}, без джокеров.`,
  };
}

function shuffle(ruleSet: RuleSet): readonly Bilingual[] {
  if (ruleSet.shuffle.kind === 'none') {
    return [
      {
        en: 'Nothing is shuffled, and there is no cut card.',
        ru: 'Перетасовки и разделительной карты нет.',
      },
    ];
  }
  if (ruleSet.shuffle.kind === 'everyDeal') {
    return [
      {
        en: 'All cards are shuffled before every deal.',
        ru: 'Все карты перетасовываются перед каждой раздачей.',
      },
    ];
  }
  const share = formatShare(ruleSet.shuffle.cut);
  return [
    {
      en: prose`The cut card lies behind the first ${share.en} of the shoe. The round in which it comes out
        is the last of the shoe; then all cards, the discards included, are shuffled.`,
      ru: prose`Разделительная карта лежит после первых ${share.ru} карт башмака. Раунд, в котором она
        вышла, — последний для этого башмака; затем все карты, включая отбой, перетасовываются.`,
    },
    ...when(ruleSet.table === 'private', KEPT),
    RUN_OUT,
  ];
}

/** C-25: when the shoe of a session is a new one before the cut card has come out. */
const KEPT: Bilingual = {
  en: prose`Until then the shoe stays with the player’s session, unless the player asks for a new server seed:
    the next round is then dealt from a newly shuffled shoe. Every session begins with one.`,
  ru: prose`До этого башмак сохраняется в сессии игрока, если только игрок не запросит новое серверное зерно
    (seed): тогда следующий раунд сдаётся из заново перетасованного башмака. С такого башмака начинается и
    каждая сессия.`,
};

const RUN_OUT: Bilingual = {
  en: prose`Should the shoe run out within a round, the cards that had left it before that round are shuffled
    and dealt on.`,
  ru: prose`Если карты в башмаке закончатся посреди раунда, карты, вышедшие из него до этого раунда,
    перетасовываются и сдаются дальше.`,
};
