import { ApiProperty } from '@nestjs/swagger';
import {
  type Decks,
  SIDE_BET_OUTCOMES,
  SIDE_BET_TYPES,
  type RuleSet,
  type SideBetType,
} from '../../domain/rule-set';

export class RatioBody {
  /**
   * What is paid …
   * @example 3
   */
  num: number;

  /**
   * … to this.
   * @example 2
   */
  den: number;
}

export class ShuffleBody {
  @ApiProperty({
    enum: ['everyDeal', 'cutCard', 'none'],
    description: 'Before every deal, when the cut card has come out, or not at all (an infinite deck).',
    example: 'everyDeal',
  })
  kind: RuleSet['shuffle']['kind'];

  @ApiProperty({
    type: RatioBody,
    required: false,
    description: 'The share of the shoe before the cut card, where there is one.',
    example: { num: 75, den: 100 },
  })
  cut?: RatioBody;
}

export class SpecialBlackjackBody {
  /**
   * Exactly these two cards.
   * @example ["As", "Ks"]
   */
  cards: string[];

  /** What a blackjack of them pays. */
  pays: RatioBody;
}

export class SideBetRuleBody {
  @ApiProperty({ enum: SIDE_BET_TYPES, description: 'The side bet.', example: 'sevens' })
  type: SideBetType;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'integer' },
    description: `What each outcome pays to one: ${Object.values(SIDE_BET_OUTCOMES).flat().join(', ')}.`,
    example: { seven: 8, twoSevens: 40, threeSevens: 250 },
  })
  pays: Record<string, number>;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'The most a bet may be, in units of the currency, whatever the limits say; null: no such ceiling.',
    example: 20,
  })
  maxUnits: number | null;
}

const choice = (values: readonly string[], description: string): PropertyDecorator =>
  ApiProperty({ enum: values, description, example: values[0] });

/** A game as the engine plays it: all of its rules as data. */
export class RuleSetInFullBody {
  /**
   * The id of the game.
   * @example american-blackjack
   */
  id: string;

  /**
   * Counts the published versions; one that was played never changes.
   * @example 1
   */
  version: number;

  @ApiProperty({ description: 'What people call the game.', example: 'American Blackjack' })
  name: string;

  @choice(['private', 'shared'], 'A table of one’s own, or one that several players share.')
  table: RuleSet['table'];

  /**
   * Boxes at the table.
   * @example 4
   */
  boxes: number;

  /**
   * How many of them one player may hold.
   * @example 4
   */
  boxesPerPlayer: number;

  @choice(['free', 'required'], 'Whether a player’s boxes must lie next to each other.')
  neighbours: RuleSet['neighbours'];

  /**
   * Hands dealt to a box; with two, the stake is placed on each.
   * @example 1
   */
  handsPerBox: number;

  @ApiProperty({
    oneOf: [
      { type: 'integer', minimum: 1, maximum: 8 },
      { enum: ['infinite'], type: 'string' },
    ],
    description: 'Decks in the shoe.',
    example: 6,
  })
  decks: Decks;

  /**
   * When the cards are shuffled. `cutCard` of a private game: the shoe stays with its session to the cut card, unless the
   * server seed is rotated before.
   */
  shuffle: ShuffleBody;

  @choice(['none', 'exposedValue'], 'Cards taken out of play after a shuffle.')
  burn: RuleSet['burn'];

  @choice(['upThenHole', 'holeThenUp', 'upOnly'], 'The dealer’s first cards.')
  dealerCards: RuleSet['dealerCards'];

  @choice(['aceOrTen', 'never'], 'When the dealer looks at the hole card for a blackjack.')
  dealerChecks: RuleSet['dealerChecks'];

  @choice(['stand', 'hit'], 'What the dealer does on a soft 17.')
  softSeventeen: RuleSet['softSeventeen'];

  @choice(['bust', 'push'], 'What a dealer’s 22 does to hands that have not bust.')
  dealerTwentyTwo: RuleSet['dealerTwentyTwo'];

  /** What a blackjack pays. */
  blackjackPays: RatioBody;

  /** Blackjacks of certain cards that pay otherwise. */
  specialBlackjacks: SpecialBlackjackBody[];

  @choice(
    ['whenSafe', 'atEnd'],
    'When a blackjack is paid: once it cannot be matched, or with all other hands.',
  )
  blackjackPaid: RuleSet['blackjackPaid'];

  @choice(['stands', 'isAsked'], 'What a hand that reaches 21 does.')
  twentyOne: RuleSet['twentyOne'];

  @choice(['any', '9-11'], 'On which totals a hand may be doubled.')
  doubleOn: RuleSet['doubleOn'];

  /**
   * Whether a hand born of a split may be doubled.
   * @example true
   */
  doubleAfterSplit: boolean;

  /**
   * Hands that one dealt hand may become by splitting.
   * @example 4
   */
  maxHands: number;

  @choice(['value', 'rank'], 'What two cards must have in common to be split.')
  splitBy: RuleSet['splitBy'];

  /**
   * Whether aces may be split again.
   * @example true
   */
  resplitAces: boolean;

  @choice(['late', 'early', 'none'], 'Whether a hand may be surrendered, and when.')
  surrender: RuleSet['surrender'];

  @choice(['any', 'twoToNine'], 'Upcards against which surrender is possible.')
  surrenderAgainst: RuleSet['surrenderAgainst'];

  @choice(['none', 'perHand', 'allBoxes', 'tableAmount'], 'The insurance that is offered against an ace.')
  insurance: RuleSet['insurance'];

  @choice(['open', 'closed'], 'Whether the player sees his own cards before he answers the insurance offer.')
  insuranceCards: RuleSet['insuranceCards'];

  @choice(['none', 'offered'], 'Whether a blackjack against an ace may be settled at once, 1:1.')
  evenMoney: RuleSet['evenMoney'];

  @choice(['none', 'secondCards'], 'Whether the second cards of a box’s two hands may change places.')
  switching: RuleSet['switching'];

  /** The side bets, with what they pay. */
  sideBets: SideBetRuleBody[];

  /**
   * The automatic rule hits up to this total and stands above it.
   * @example 11
   */
  automaticHitUpTo: number;
}
