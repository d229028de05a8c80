import type { Action, ActionRefusal } from '../../src/domain/action';
import { present } from '../../src/domain/assert';
import { finishAutomatically } from '../../src/domain/automatic-rule';
import { type Bets, soloBets } from '../../src/domain/bets';
import { type Card, cardText, parseCard } from '../../src/domain/card';
import { classicRuleSet, type ClassicSettings } from '../../src/domain/classic-settings';
import { currencyOf, defaultLimits } from '../../src/domain/currency';
import { deal } from '../../src/domain/deal';
import type { Hand, HandBet, Insurance } from '../../src/domain/hand';
import { RecordingJournal } from '../../src/domain/journal';
import { legalActions } from '../../src/domain/legal';
import type { Minor } from '../../src/domain/money';
import { play } from '../../src/domain/play';
import { preset } from '../../src/domain/presets';
import { handInTurn, type Round } from '../../src/domain/round';
import type { RuleSet, SideBetType } from '../../src/domain/rule-set';
import { RecordedCards } from '../../src/domain/shoe';
import type { TableLimits } from '../../src/domain/table-limits';
import { type RoundView, viewOf } from '../../src/domain/view';

/** The euro limits of every operator: 1.00 to 200.00 in steps of 1.00. */
export const LIMITS: TableLimits = euroLimits();

function euroLimits(): TableLimits {
  const euro = present(currencyOf('EUR'), 'the euro');
  return present(defaultLimits(rules('american-blackjack'), euro), 'limits in euros');
}

/** A preset by its id. */
export function rules(id: string): RuleSet {
  const found = preset(id);
  if (found === undefined) throw new Error(`no preset ${id}`);
  return found;
}

/** A classic rule set with these settings; throws when they are refused. */
export function classic(settings: Partial<ClassicSettings> = {}): RuleSet {
  const made = classicRuleSet({ id: 'own', version: 1, name: 'Own' }, settings);
  if ('faults' in made) throw new Error(JSON.stringify(made.faults));
  return made.ruleSet;
}

/** `As Td`: cards separated by spaces. */
export function cards(text: string): Card[] {
  return text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const card = parseCard(word);
      if (card === null) throw new Error(`no card ${word}`);
      return card;
    });
}

/**
 * Bets as text, separated by spaces: `1` or `2:3000` a box and its stake (10.00 unless told), `1+sevens` a box with a
 * side bet of 1.00, `1+pairs:500` with one of 5.00; `1@2` another bettor's box, `1<1` bettor 1 behind box 1.
 */
export function bets(text: string): Bets {
  const seats: Bets['seats'][number][] = [];
  const behind: Bets['seats'][number][] = [];
  const sideBets: Bets['sideBets'][number][] = [];
  for (const word of text.split(' ')) {
    const [, number, sign, who, stake, rest = ''] = groups(
      /^(\d)(?:([@<])(\d))?(?::(\d+))?((?:\+.*)?)$/,
      word,
    );
    const bet = { box: Number(number), bettor: Number(who ?? 0), stake: Number(stake ?? 1000) as Minor };
    if (sign === '<' && stake !== '0') behind.push(bet);
    if (sign !== '<') seats.push(bet);
    for (const side of rest.split('+').slice(1)) {
      const [, type, amount] = groups(/^(\w+)(?::(\d+))?$/, side);
      sideBets.push({
        ...bet,
        type: type as SideBetType,
        stake: Number(amount ?? 100) as Minor,
      });
    }
  }
  const bettors = 1 + Math.max(...[...seats, ...behind, ...sideBets].map(({ bettor }) => bettor));
  if (bettors > 1 || behind.length > 0) return { bettors, seats, behind, sideBets };
  return soloBets(
    seats.map(({ box, stake }) => {
      const own = sideBets
        .filter((sideBet) => sideBet.box === box)
        .map((sideBet) => [sideBet.type, sideBet.stake]);
      return { box, stake, sideBets: Object.fromEntries(own) as Record<SideBetType, Minor> };
    }),
  );
}

/** The groups of a pattern, those that are not there undefined; throws when the text is none of it. */
function groups(pattern: RegExp, text: string): (string | undefined)[] {
  return [...present(pattern.exec(text), `a meaning of ${text}`)];
}

/** A round that is played from text. */
export class TextGame {
  readonly journal = new RecordingJournal();
  readonly cards: RecordedCards;
  round: Round;

  constructor(ruleSet: RuleSet, cardsText: string, betsText = '1', limits = LIMITS) {
    this.cards = new RecordedCards(cards(cardsText));
    this.round = deal(ruleSet, limits, bets(betsText), this.cards, this.journal);
  }

  /** Plays choices separated by commas (see `actionOf`); throws when one is refused. */
  play(choices: string): this {
    for (const choice of choices.split(',').filter((text) => text.trim() !== '')) {
      const refusal = this.tries(choice);
      if (refusal !== null)
        throw new Error(`${choice}: ${JSON.stringify(refusal)} in ${this.lines().join(' | ')}`);
    }
    return this;
  }

  /** Plays one choice and tells why it was refused, or null. */
  tries(choice: string): ActionRefusal | null {
    const dealing = { round: this.round, cards: this.cards, journal: this.journal };
    if (choice.trim() === 'automatic') {
      finishAutomatically(dealing);
      return null;
    }
    const { bettor, action } = actionOf(this.round, choice);
    return play(dealing, bettor, action);
  }

  view(bettor = 0): RoundView {
    return viewOf(this.round, bettor);
  }

  /** What the bettor may do, as text: `hit stand double:1000 switch(1)`; without the hand, which is the one in turn. */
  allowed(bettor = 0): string {
    return legalActions(this.round, bettor)
      .map((action) => {
        if ('min' in action) return `${action.type}[${action.min}-${action.max}]`;
        const price = action.price > 0 ? `:${action.price}` : '';
        if (action.type === 'insurance' || action.type === 'even-money') {
          return `${action.type}(${action.hand ?? ''})${price}`;
        }
        return `${action.type}${price}`;
      })
      .join(' ');
  }

  /** The hand in turn, or the status where none is. */
  get turn(): string {
    return handInTurn(this.round)?.hand.id ?? this.round.status;
  }

  /**
   * The whole table from the inside, a line for the dealer and one for each bet: `1.1 Ts 9d win 1000>2000`, with the
   * state in the place of the outcome while it is open; bettors after the first are named, as in `1.1#1`.
   */
  lines(): string[] {
    const { dealer, boxes, sideBets, insurances } = this.round;
    return [
      `dealer ${texts(dealer.cards)}`,
      ...boxes.flatMap(({ hands }) => hands.flatMap((hand) => handLines(hand))),
      ...sideBets.map(
        (bet) =>
          `${bet.box}${who(bet.bettor)} ${bet.type} ${bet.outcome ?? 'open'} ${money(bet.stake, bet.returned)}`,
      ),
      ...insurances.map((bet) => `insurance${who(bet.bettor)} ${insured(bet)}`),
    ];
  }

  /** The events of the journal of one type. */
  heard<T extends RecordingJournal['events'][number]['type']>(
    type: T,
  ): Extract<RecordingJournal['events'][number], { type: T }>[] {
    return this.journal.events.filter(
      (event): event is Extract<RecordingJournal['events'][number], { type: T }> => event.type === type,
    );
  }
}

function texts(hand: readonly Card[]): string {
  return hand.map(cardText).join(' ');
}

function who(bettor: number): string {
  return bettor === 0 ? '' : `#${bettor}`;
}

function money(stake: number, returned: number | null): string {
  return returned === null ? `${stake}` : `${stake}>${returned}`;
}

function insured({ outcome, stake, returned }: Insurance): string {
  return `${outcome ?? 'open'} ${money(stake, returned)}`;
}

function handLines(hand: Hand): string[] {
  return hand.bets.flatMap((bet: HandBet) => [
    `${hand.id}${who(bet.bettor)} ${texts(hand.cards)} ${bet.outcome ?? hand.state} ${money(bet.stake, bet.returned)}`,
    ...(bet.insurance === null ? [] : [`${hand.id}${who(bet.bettor)} insurance ${insured(bet.insurance)}`]),
  ]);
}

/**
 * A choice as text: `hit`, `stand 1.2`, `double +1 +2` (those behind who follow), `switch`, `stand-all`, `insure`,
 * `insure 1.1`, `insure 300`, `decline`, `decline 1.1`, `even 1.1`, `no-even 1.1`. The hand is the one in turn unless
 * named; `by 1` at the end names another bettor than the one in turn.
 */
export function actionOf(round: Round, choice: string): { bettor: number; action: Action } {
  const [, text = '', by] = groups(/^(.*?)(?: by (\d))?$/, choice.trim());
  const [verb, ...words] = text.split(' ');
  const turn = handInTurn(round);
  const bettor = Number(by ?? turn?.box.bettor ?? 0);
  const followers = words.filter((word) => word.startsWith('+')).map(Number);
  const named = words.find((word) => /^\d\.\d$/.test(word));
  const hand = named ?? turn?.hand.id ?? '';
  const amount = words.find((word) => /^\d+$/.test(word));
  switch (verb) {
    case 'hit':
    case 'stand':
    case 'surrender':
      return { bettor, action: { type: verb, hand } };
    case 'double':
    case 'split':
      return { bettor, action: { type: verb, hand, ...(followers.length > 0 ? { followers } : {}) } };
    case 'stand-all':
      return { bettor, action: { type: 'stand-all' } };
    case 'switch':
      return { bettor, action: { type: 'switch', box: Number(amount ?? turn?.box.box ?? 0) } };
    case 'insure':
    case 'decline': {
      const where = { ...(named === undefined ? {} : { hand: named }) };
      const much = { ...(amount === undefined ? {} : { amount: Number(amount) }) };
      return { bettor, action: { type: 'insurance', accept: verb === 'insure', ...where, ...much } };
    }
    case 'even':
    case 'no-even':
      return { bettor, action: { type: 'even-money', hand, accept: verb === 'even' } };
    default:
      throw new Error(`no choice ${choice}`);
  }
}

/** A row of a table of rounds: what it shows, the cards in dealing order, the choices, the table at the end. */
export type RoundRow = readonly [
  shows: string,
  cards: string,
  choices: string,
  lines: readonly string[],
  bets?: string,
];

/** Plays every row to its end; the round must be settled and must have drawn exactly the cards of the row. */
export function testRounds(name: string, ruleSet: RuleSet, rows: readonly RoundRow[]): void {
  describe(name, () => {
    test.each(rows.map((row) => [row[0], row] as const))('%s', (_, [, drawn, choices, lines, placed]) => {
      const game = new TextGame(ruleSet, drawn, placed).play(choices);
      expect(game.lines()).toEqual(lines);
      expect({ status: game.round.status, left: game.cards.left }).toEqual({ status: 'settled', left: 0 });
    });
  });
}

/** A row of a table of positions: what it shows, the cards, the choices, the turn (or status), what is allowed. */
export type PositionRow = readonly [
  shows: string,
  cards: string,
  choices: string,
  turn: string,
  allowed: string,
  bets?: string,
];

/** Plays every row and looks at who is asked what then. */
export function testPositions(name: string, ruleSet: RuleSet, rows: readonly PositionRow[]): void {
  describe(name, () => {
    test.each(rows.map((row) => [row[0], row] as const))(
      '%s',
      (_, [, drawn, choices, turn, allowed, placed]) => {
        const game = new TextGame(ruleSet, drawn, placed).play(choices);
        expect({ turn: game.turn, allowed: game.allowed(), left: game.cards.left }).toEqual({
          turn,
          allowed,
          left: 0,
        });
      },
    );
  });
}
