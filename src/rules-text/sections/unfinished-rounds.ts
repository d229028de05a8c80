import type { RuleSet } from '../../domain/rule-set';
import { enumeration, prose, when, type Bilingual } from '../bilingual';
import { duration } from '../counted';
import { list, type Section } from '../document';

/** A shared round goes on for the others; a private one can wait for its player (C-19). */
const ABSENT: Readonly<Record<RuleSet['table'], Bilingual>> = {
  private: {
    en: prose`A player who loses the connection does not lose the round: it waits, and may be played on
      within this time. When the time is over, every bet stands and the hands are finished by the automatic
      rule. The result is found in the history.`,
    ru: prose`Если у игрока прервалась связь, раунд не пропадает: он ждёт игрока, и в пределах этого времени
      его можно продолжить. Когда время истечёт, все ставки останутся в силе, а руки будут доиграны по
      автоматическому правилу. Результат можно посмотреть в истории.`,
  },
  shared: {
    en: prose`A player who loses the connection or runs out of time does not lose the round: it goes on,
      every bet stands, and the player’s hands are finished by the automatic rule. The result is found in
      the history.`,
    ru: prose`Если у игрока прервалась связь или истекло время, раунд не пропадает: он продолжается, все
      ставки остаются в силе, а руки игрока доигрываются по автоматическому правилу. Результат можно
      посмотреть в истории.`,
  },
};

/** Times of a shared table, in whole seconds. */
export interface TableSeconds {
  /** The countdown in which bets are placed. */
  readonly betting: number;
  /** The window in which insurance is answered. */
  readonly insurance: number;
}

interface ShownTimes {
  readonly decisionSeconds: number;
  readonly tableSeconds?: TableSeconds;
  /** Whether a table of the game may have others. */
  readonly usual?: boolean;
}

/** C-19 and DX-21: what happens to the hands of a player who does not answer. */
export function absenceSection(ruleSet: RuleSet, shown: ShownTimes): Section<Bilingual> {
  return {
    id: 'absence',
    heading: { en: 'Lost connection and time for decisions', ru: 'Обрыв связи и время на решение' },
    blocks: [
      list([
        ...times(ruleSet, shown),
        ABSENT[ruleSet.table],
        {
          en: prose`The automatic rule: while the total of a hand is ${ruleSet.automaticHitUpTo} or less it
            is hit, above that it stands. An ace counts 11 here unless that would bust the hand.`,
          ru: prose`Автоматическое правило: пока сумма очков руки не больше ${ruleSet.automaticHitUpTo},
            рука берёт карту; когда больше — останавливается. Туз при этом считается за 11, если это не
            ведёт к перебору.`,
        },
        neverChosen(ruleSet),
      ]),
    ],
  };
}

function times(ruleSet: RuleSet, shown: ShownTimes): readonly Bilingual[] {
  const { decisionSeconds, tableSeconds, usual = false } = shown;
  return [
    ...(tableSeconds === undefined ? [] : timesOfTable(ruleSet, tableSeconds)),
    time({ en: 'Time for a decision', ru: 'Время на решение' }, decisionSeconds),
    ...when(usual, {
      en: 'These are the usual times. A table may have others, which are told in the rules of that table.',
      ru: prose`Это обычное время. У отдельного стола оно может быть другим; тогда оно указано в правилах
        этого стола.`,
    }),
  ];
}

function timesOfTable(
  { insurance }: RuleSet,
  { betting, insurance: offerSeconds }: TableSeconds,
): readonly Bilingual[] {
  return [
    time({ en: 'Time to place bets', ru: 'Время на ставки' }, betting),
    ...when(
      insurance !== 'none',
      time({ en: 'Time to answer the insurance offer', ru: 'Время на ответ о страховке' }, offerSeconds),
    ),
  ];
}

function time(name: Bilingual, seconds: number): Bilingual {
  const length = duration(seconds);
  return { en: `${name.en}: ${length.en}.`, ru: `${name.ru}: ${length.ru}.` };
}

function neverChosen(ruleSet: RuleSet): Bilingual {
  const actions = enumeration([
    { en: 'a double', ru: 'удвоение' },
    ...when(ruleSet.maxHands > 1, { en: 'a split', ru: 'разделение' }),
    ...when(ruleSet.surrender !== 'none', { en: 'surrender', ru: 'саррендер' }),
    ...when(ruleSet.insurance !== 'none', { en: 'insurance', ru: 'страховка' }),
    ...when(ruleSet.evenMoney !== 'none', { en: 'even money', ru: 'равные деньги' }),
    ...when(ruleSet.switching !== 'none', { en: 'a switch', ru: 'обмен картами' }),
  ]);
  return {
    en: `None of these is ever chosen for a player: ${actions.en}.`,
    ru: `За игрока никогда не выбирается ничто из этого: ${actions.ru}.`,
  };
}

/** C-18: a round that was paid may turn out to have been wrong. */
const SETTLED: Readonly<Record<RuleSet['table'], Bilingual>> = {
  private: {
    en: prose`A round that is settled already may be cancelled too: its stakes go back, and what it paid
      is taken back, winnings included, so that the balance is what it would be without the round. Where
      it does not cover that, the round stays as it is.`,
    ru: prose`Отменён может быть и уже рассчитанный раунд: его ставки возвращаются, а всё выплаченное, включая
      выигрыш, списывается, так что баланс становится таким, каким он был бы без этого раунда. Если
      средств на это не хватает, раунд не отменяется.`,
  },
  shared: {
    en: prose`A round that is settled already may be cancelled too: its stakes go back, and what it paid is
      taken back, winnings included, so that each balance is what it would be without the round. It is
      cancelled for everyone in it or for no one: where one balance does not cover that, the round stays as
      it is.`,
    ru: prose`Отменён может быть и уже рассчитанный раунд: его ставки возвращаются, а всё выплаченное, включая
      выигрыши, списывается, так что баланс каждого игрока становится таким, каким он был бы без этого
      раунда. Раунд отменяется сразу для всех или ни для кого: если хотя бы у одного игрока средств на это не
      хватает, раунд не отменяется.`,
  },
};

/** C-18 and DX-28. */
export function cancelledSection(ruleSet: RuleSet): Section<Bilingual> {
  const [sideBets, insurance] = [ruleSet.sideBets.length > 0, ruleSet.insurance !== 'none'];
  const kinds = enumeration([
    { en: 'main bets', ru: 'основные ставки' },
    ...when(ruleSet.table === 'shared', { en: 'bets behind', ru: 'ставки за игроками' }),
    ...when(sideBets, { en: 'side bets', ru: 'побочные ставки' }),
    ...when(insurance, { en: 'insurance', ru: 'страховки' }),
  ]);
  return {
    id: 'cancelled',
    heading: { en: 'Cancelled rounds', ru: 'Отменённые раунды' },
    blocks: [
      list([
        ...when(ruleSet.table === 'shared', {
          en: prose`When something goes wrong, the round is paused while the supervisor is told. It goes on
            from where it stopped, or it is cancelled.`,
          ru: prose`При неполадке раунд приостанавливается, пока об этом сообщают супервайзеру. Затем он
            продолжается с того же места или отменяется.`,
        }),
        {
          en: prose`A round that cannot be finished is cancelled, and every stake in it goes back to its
            player: ${kinds.en}. What it has paid by then is taken back.`,
          ru: prose`Раунд, который невозможно закончить, отменяется, и все ставки в нём возвращаются
            игрокам: ${kinds.ru}. Всё, что по нему уже выплачено, списывается.`,
        },
        SETTLED[ruleSet.table],
        {
          en: 'Who cancelled the round, when, why, and every amount returned or taken back stay on record.',
          ru: 'Кто, когда и почему отменил раунд и какие суммы возвращены и списаны, сохраняется в записях.',
        },
      ]),
    ],
  };
}
