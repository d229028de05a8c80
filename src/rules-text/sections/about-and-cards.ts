import { ruleSetRef, type RuleSet } from '../../domain/rule-set';
import { enumeration, prose, same, when, type Bilingual } from '../bilingual';
import { list, paragraph, table, type Section } from '../document';

const TEST: Bilingual = {
  en: 'This is a test: the cards may be chosen, and nobody plays for real money.',
  ru: 'Это тест: карты в нём могут быть выбраны заранее, и на настоящие деньги никто не играет.',
};

/** What this page is and which version of which game it speaks of (C-23, C-24). */
export function aboutSection(ruleSet: RuleSet, isTest: boolean): Section<Bilingual> {
  return {
    id: 'about',
    heading: { en: 'About these rules', ru: 'Об этих правилах' },
    blocks: [
      paragraph({
        en: prose`These are the rules of ${ruleSet.name}, version ${ruleSetRef(ruleSet)}. They are made from
          the very settings by which the game is played. A round is played to its end by the version under
          which it was dealt.`,
        ru: prose`Это правила игры ${ruleSet.name}, версия ${ruleSetRef(ruleSet)}. Они составлены по тем
          самым настройкам, по которым идёт игра. Раунд доигрывается по той версии, по которой он был начат.`,
      }),
      ...when(isTest, paragraph(TEST)),
      paragraph({
        en: prose`The rules are published in English and in Russian. Where the two differ, the English text
          prevails.`,
        ru: prose`Правила опубликованы на английском и русском языках. При расхождениях преимущественную
          силу имеет английский текст.`,
      }),
      paragraph({
        en: 'Numbers are in the American format: 1,234.00 is one thousand two hundred and thirty-four.',
        ru: 'Числа записаны в американском формате: 1,234.00 — это одна тысяча двести тридцать четыре.',
      }),
    ],
  };
}

export function objectSection(ruleSet: RuleSet): Section<Bilingual> {
  const opponent: Readonly<Record<RuleSet['table'], Bilingual>> = {
    private: {
      en: 'The game is private: one player plays alone against the dealer.',
      ru: 'Игра индивидуальная: один игрок играет против дилера.',
    },
    shared: {
      en: prose`The table is shared: several players take part in one round, each of them against the dealer
        and never against one another.`,
      ru: prose`Стол общий: в одном раунде участвуют несколько игроков, и каждый играет против дилера, а не
        против других игроков.`,
    },
  };
  return {
    id: 'object',
    heading: { en: 'Object of the game', ru: 'Цель игры' },
    blocks: [
      paragraph(opponent[ruleSet.table]),
      paragraph({
        en: 'The object is a hand whose total is higher than the dealer’s but not higher than 21.',
        ru: 'Цель — собрать руку, в которой очков больше, чем у дилера, но не больше 21.',
      }),
    ],
  };
}

export function cardsSection(ruleSet: RuleSet): Section<Bilingual> {
  return {
    id: 'cards',
    heading: { en: 'Cards and totals', ru: 'Карты и очки' },
    blocks: [
      table(
        { en: 'Values of the cards', ru: 'Значения карт' },
        [
          { en: 'Card', ru: 'Карта' },
          { en: 'Value', ru: 'Очки' },
        ],
        [
          [
            { en: 'Ace', ru: 'Туз' },
            { en: '1 or 11', ru: '1 или 11' },
          ],
          [
            { en: '2 to 10', ru: 'От 2 до 10' },
            { en: 'As printed on the card', ru: 'По номиналу' },
          ],
          [{ en: 'Jack, queen, king', ru: 'Валет, дама, король' }, same('10')],
        ],
      ),
      list([
        suits(ruleSet),
        {
          en: prose`One ace of a hand counts 11 as long as that does not take the total over 21; such a hand
            is soft. Otherwise every ace counts 1 and the hand is hard. An ace and a six are a soft 17; with
            a ten added they are a hard 17.`,
          ru: prose`Один туз в руке считается за 11, если сумма очков при этом не больше 21; такая рука
            называется мягкой. В остальных случаях каждый туз считается за 1, и рука называется жёсткой.
            Туз и шестёрка — это мягкие 17, а вместе с десяткой — жёсткие 17.`,
        },
        {
          en: 'A hand over 21 is bust. It loses at once, whatever the dealer draws later.',
          ru: prose`Больше 21 очка — это перебор. Такая рука сразу проигрывает, какие бы карты дилер ни взял
            потом.`,
        },
      ]),
    ],
  };
}

function suits(ruleSet: RuleSet): Bilingual {
  const uses = [
    ...when(
      ruleSet.sideBets.some((rule) => rule.type === 'pairs'),
      { en: 'the side bet on pairs', ru: 'побочной ставки на пары' },
    ),
    ...when(ruleSet.specialBlackjacks.length > 0, {
      en: 'blackjacks with a special payment',
      ru: 'блэкджеков с особой выплатой',
    }),
  ];
  if (uses.length === 0) return { en: 'Suits do not matter.', ru: 'Масти значения не имеют.' };
  const named = enumeration(uses);
  return { en: `Suits matter only for ${named.en}.`, ru: `Масти имеют значение только для ${named.ru}.` };
}
