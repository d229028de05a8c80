import type { RuleSet } from '../../domain/rule-set';
import { prose, when, type Bilingual } from '../bilingual';
import { list, type Section } from '../document';

/** The seats of a shared table (DX-01 to DX-11); a private table has none. */
export function seatsSection(ruleSet: RuleSet, isTest: boolean): Section<Bilingual> {
  return {
    id: 'seats',
    heading: { en: 'Seats and bets behind', ru: 'Места и ставки за игроками' },
    blocks: [list([...takingSeats(ruleSet, isTest), ...bettingBehind(ruleSet), ...leavingSeats(ruleSet)])],
  };
}

/** DX-08: who takes no seats. At a table for tests seats are taken with play money. */
const NO_SEATS: Bilingual = {
  en: prose`Demo sessions and sessions in play money cannot take seats. They may watch, and bet behind
    with play money.`,
  ru: prose`В демонстрационной сессии и при игре на условные деньги места занимать нельзя. Можно
    наблюдать за игрой и делать за игроками ставки условными деньгами.`,
};
const NO_SEATS_OF_TESTS: Bilingual = {
  en: prose`This is a table for tests: test sessions take its seats with play money. Demo sessions cannot
    take seats. They may watch, and bet behind with play money.`,
  ru: prose`Это тестовый стол: места за ним занимают в тестовых сессиях, на условные деньги. В
    демонстрационной сессии места занимать нельзя. Можно наблюдать за игрой и делать за игроками ставки
    условными деньгами.`,
};

function takingSeats(ruleSet: RuleSet, isTest: boolean): readonly Bilingual[] {
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
    isTest ? NO_SEATS_OF_TESTS : NO_SEATS,
  ];
}

function bettingBehind(ruleSet: RuleSet): readonly Bilingual[] {
  return [
    {
      en: prose`Anyone may bet behind any seated player but himself, and wins or loses with that player’s
        hand. The seated player makes its decisions.`,
      ru: prose`Любой может делать ставки за любым игроком, занявшим место, но не за самим собой, и
        выигрывает или проигрывает вместе с рукой этого игрока. Решения по руке принимает тот, кто занял
        место.`,
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
      ru: prose`Если игрок только занимает место и к концу обратного отсчёта у него нет на нём действующей
        ставки, он удаляется с места, а ${others.ru} возвращаются.`,
    },
    {
      en: prose`A player who sat in an earlier round and places no bet keeps the seat for that round; if the
        next countdown ends without a bet too, the seat is taken away. While the seat sits out, ${others.en}
        returned.`,
      ru: prose`Игрок, который занял место в одном из прошлых раундов и не сделал ставку, сохраняет место на
        этот раунд; если и следующий обратный отсчёт закончится без его ставки, место освобождается. В
        пропущенном раунде ${others.ru} возвращаются.`,
    },
    {
      en: prose`A seated player whose balance is below the minimum stake when a round starts is removed from
        the seat.`,
      ru: 'Игрок, у которого в начале раунда баланс меньше минимальной ставки, удаляется с места.',
    },
  ];
}
