import { ApiProperty } from '@nestjs/swagger';
import { IsObject, IsOptional } from 'class-validator';
import { CLASSIC_DEFAULTS, type ClassicSettings } from '../../domain/classic-settings';
import type { Decks } from '../../domain/rule-set';
import { TheoreticalReturnBody } from '../games/games.dto';
import { RatioBody } from '../games/rule-set.dto';
import { IsExternalId, IsFreeText, QueryInteger } from '../input-fields';

const setting = (
  name: keyof ClassicSettings,
  values: readonly unknown[],
  description: string,
): PropertyDecorator =>
  ApiProperty({
    ...(values.every((value) => typeof value === 'number')
      ? { type: 'integer', minimum: Math.min(...values), maximum: Math.max(...values) }
      : { enum: [...(values as readonly string[])] }),
    required: false,
    default: CLASSIC_DEFAULTS[name],
    example: CLASSIC_DEFAULTS[name],
    description,
  });

const onOff = (name: keyof ClassicSettings, description: string): PropertyDecorator =>
  ApiProperty({
    type: Boolean,
    required: false,
    default: CLASSIC_DEFAULTS[name],
    example: CLASSIC_DEFAULTS[name],
    description,
  });

/** The settings of a classic game; each one that is left out has its default. A combination without sense is refused. */
export class ClassicSettingsBody {
  @setting('boxes', [1, 7], 'Boxes at the table, all of which one player may hold.')
  boxes?: number;

  @onOff('adjacent', 'Whether a player’s boxes must lie next to each other.')
  adjacent?: boolean;

  @ApiProperty({
    oneOf: [
      { type: 'integer', minimum: 1, maximum: 8 },
      { type: 'string', enum: ['infinite'] },
    ],
    required: false,
    default: CLASSIC_DEFAULTS.decks,
    example: CLASSIC_DEFAULTS.decks,
    description: 'Decks in the shoe.',
  })
  decks?: Decks;

  @setting(
    'shuffle',
    ['everyDeal', 'cutCard'],
    'When the cards are shuffled; an infinite deck has no cut card. With `cutCard` a shoe stays with its session, and its ' +
      'player may have a fresh one before any round, by a new server seed or another session: who leaves bad shoes, or ' +
      'counts, can have more back than the theoretical return says.',
  )
  shuffle?: string;

  @setting(
    'dealer',
    ['holeCardChecked', 'holeCard', 'oneCard'],
    'The dealer’s cards at the deal, and whether he checks.',
  )
  dealer?: string;

  @setting('softSeventeen', ['stand', 'hit'], 'What the dealer does on a soft 17.')
  softSeventeen?: string;

  @ApiProperty({
    type: RatioBody,
    required: false,
    default: CLASSIC_DEFAULTS.blackjackPays,
    example: CLASSIC_DEFAULTS.blackjackPays,
    description: 'What a blackjack pays, from 1:1 to 10:1 in whole numbers up to 100.',
  })
  blackjackPays?: RatioBody;

  @setting('doubleOn', ['any', '9-11'], 'On which totals a hand may be doubled.')
  doubleOn?: string;

  @onOff('doubleAfterSplit', 'Whether a hand born of a split may be doubled.')
  doubleAfterSplit?: boolean;

  @setting('maxHands', [2, 4], 'Hands that one box may become by splitting.')
  maxHands?: number;

  @setting('splitBy', ['value', 'rank'], 'What two cards must have in common to be split.')
  splitBy?: string;

  @onOff('resplitAces', 'Whether aces may be split again; needs more than two hands.')
  resplitAces?: boolean;

  @setting('surrender', ['late', 'early', 'none'], 'Late needs a dealer who checks, early one who does not.')
  surrender?: string;

  @setting(
    'insurance',
    ['perBox', 'allBoxes', 'none'],
    'Insurance against an ace: for each box, or for all together.',
  )
  insurance?: string;

  @setting(
    'insuranceCards',
    ['open', 'closed'],
    'Closed: the offer is answered before the player sees his cards.',
  )
  insuranceCards?: string;

  @onOff('evenMoney', 'Whether a blackjack against an ace may be settled at once, 1:1.')
  evenMoney?: boolean;
}

export class SaveRuleSetBody {
  /**
   * The operator's own id of the game. Saving under the same id again makes the next version. The ids of the games of
   * the house are taken.
   */
  @IsExternalId({ example: 'house-rules' })
  id: string;

  @IsOptional()
  @IsFreeText(128, {
    required: false,
    description: 'What people call the game; the id unless given.',
    example: 'House Rules',
  })
  name?: string;

  /** What differs from the classic game. */
  @ApiProperty({ type: ClassicSettingsBody, example: { decks: 8, softSeventeen: 'hit' } })
  @IsObject()
  settings: object;
}

export class RuleSetQuery {
  /**
   * The version to read; the latest unless given.
   * @example 1
   */
  @IsOptional()
  @QueryInteger(1, 2_147_483_647)
  version?: number;
}

export class RuleSetBody {
  /**
   * The operator's own id of the game, which is its `gameId`.
   * @example house-rules
   */
  id: string;

  /**
   * Counts the saved versions from 1. A version never changes.
   * @example 1
   */
  version: number;

  @ApiProperty({ description: 'What people call the game.', example: 'House Rules' })
  name: string;

  /** All settings, the defaults included. */
  settings: ClassicSettingsBody;

  /**
   * This version as rounds name it.
   * @example house-rules@1
   */
  ruleSet: string;

  /** What the bets return in the long run. */
  theoreticalReturn: TheoreticalReturnBody;

  /**
   * Whether the game returns more than it takes.
   * @example false
   */
  playerEdge: boolean;

  /**
   * When this version was saved.
   * @example 2026-01-01T12:00:00.000Z
   */
  createdAt: string;
}

export class RuleSetsBody {
  /** The latest version of each, the newest first. */
  items: RuleSetBody[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `cursor` of the next page; null on the last one.',
    example: null,
  })
  nextCursor: string | null;
}
