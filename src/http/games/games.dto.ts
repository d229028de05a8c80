import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import { IsIn } from 'class-validator';
import type { RuleSet } from '../../domain/rule-set';
import { LANGS, type Lang } from '../../rules-text/bilingual';
import { IdFilter } from '../history/filter-fields';
import { MayBeAbsent, QueryInteger } from '../input-fields';
import { TableLimitsBody } from './limits.dto';
import { RuleSetInFullBody, SideBetRuleBody } from './rule-set.dto';

export class RulesQuery {
  /** The language of the text. Where the two differ, the English one prevails. */
  @ApiProperty({ enum: LANGS, required: false, default: 'en', example: 'en' })
  @IsIn(LANGS)
  lang: Lang = 'en';

  @QueryInteger(1, 2_147_483_647, {
    description: 'The version of an operator’s own game; the latest unless named. Only with an API key.',
  })
  @MayBeAbsent()
  version?: number;

  @IdFilter('With the limits and times of this shared table.', '019b0000-0000-7000-8000-000000000003')
  tableId?: string;

  @IdFilter(
    'As they are played in this session, open or closed: in its version, with its limits, or those of its table. A ' +
      'session token need not name its own.',
    '019b0000-0000-7000-8000-000000000001',
  )
  sessionId?: string;
}

export class SideBetEntryBody extends SideBetRuleBody {
  /**
   * What comes back of a stake in the long run, as a share of it: 0.97 is 97 %.
   * @example 0.955
   */
  theoreticalReturn: number;

  /**
   * How often the bet wins anything.
   * @example 0.0769
   */
  hitFrequency: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What the figures take for granted where a decision of the player’s has a part in them.',
    example: 'The player always draws to two sevens and never splits them.',
  })
  assumption: string | null;
}

export class InsuranceReturnBody {
  /**
   * What comes back of a stake on insurance in the long run, as a share of it: 0.925 is 92.5 %.
   * @example 0.9253
   */
  return: number;

  /**
   * How far what comes back of a stake of 1 scatters about that.
   * @example 1.3855
   */
  standardDeviation: number;

  /**
   * How often insurance wins.
   * @example 0.3084
   */
  hitFrequency: number;
}

export class TheoreticalReturnBody {
  /**
   * What comes back of the main bet in the long run under best play, as a share of the stake: 0.9974 is 99.74 %.
   * @example 0.9974
   */
  mainBet: number;

  @ApiProperty({
    enum: ['exact', 'composition'],
    description: 'Exact for an infinite deck; by the composition of a fresh shoe otherwise.',
    example: 'composition',
  })
  method: 'exact' | 'composition';

  /**
   * How far the figure may be off, as a share of the stake.
   * @example 0.000001
   */
  tolerance: number;

  @ApiProperty({
    description: 'What play the figure is for.',
    example: 'Best play of one box of one hand from a fresh shoe.',
  })
  note: string;

  @ApiProperty({
    type: 'object',
    additionalProperties: { type: 'number' },
    description: 'The same of each side bet.',
    example: { blackjack: 0.9498, sevens: 0.955 },
  })
  sideBets: Record<string, number>;

  @ApiProperty({
    type: InsuranceReturnBody,
    nullable: true,
    description:
      'Insurance, to a player who takes every offer of it: exact, by counting all cards that can lie beside the ' +
      'dealer’s ace in a fresh shoe. Null where the game has none.',
  })
  insurance: InsuranceReturnBody | null;
}

@ApiExtraModels(TableLimitsBody)
export class GameBody {
  /**
   * The `gameId` of sessions.
   * @example american-blackjack
   */
  id: string;

  /**
   * Of an operator's own game, the latest version.
   * @example 1
   */
  version: number;

  @ApiProperty({ description: 'What people call the game.', example: 'American Blackjack' })
  name: string;

  /**
   * Whether it is the operator's own rule set.
   * @example false
   */
  own: boolean;

  @ApiProperty({
    enum: ['private', 'shared'],
    description: 'Whether each session plays by itself, or several at a shared table.',
    example: 'private',
  })
  table: RuleSet['table'];

  /**
   * Games that are the same but for one rule.
   * @example ["american-blackjack-zero-edge"]
   */
  editions: string[];

  @ApiProperty({
    type: 'object',
    additionalProperties: { $ref: getSchemaPath(TableLimitsBody) },
    description:
      'The limits in each currency, in its minor units: the operator’s own, else the defaults. A currency in which ' +
      'some payout of the game would not be a whole number of minor units is absent.',
    example: {
      EUR: { stake: { min: 100, max: 20000, step: 100 }, sideBet: { min: 100, max: 2000, step: 100 } },
    },
  })
  limits: Record<string, TableLimitsBody>;

  /** The side bets with their pay tables. */
  sideBets: SideBetEntryBody[];

  /** What the bets return in the long run. */
  theoreticalReturn: TheoreticalReturnBody;

  /**
   * Whether some bet of the game returns more than it takes. Real money is let in on a main bet above the operator's
   * ceiling only when he has accepted the game by name.
   * @example false
   */
  playerEdge: boolean;

  /** All of its rules as data. */
  ruleSet: RuleSetInFullBody;
}

export class GamesBody {
  /** The games of the house in their order, then the operator's own by id. */
  items: GameBody[];

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The `cursor` of the next page; null on the last one.',
    example: null,
  })
  nextCursor: string | null;
}
