import { ApiProperty } from '@nestjs/swagger';
import type { ReturnsLine } from '../../application/reports/returns-report';
import { MODES } from '../../persistence/entities/sessions';
import { NEXT_CURSOR } from '../history/history.dto';

const MINOR = { type: 'integer', format: 'int64' } as const;
const SUM = { ...MINOR, nullable: true } as const;
const TOO_LARGE = 'Null above 2^53−1; smaller groups have it.';

/** What one kind of bet returned under one rule set. Returns are shares of `initialStake`: 0.995 is 99.5 %. */
export class ReturnsLineBody implements ReturnsLine {
  @ApiProperty({ type: String, description: 'The game.', example: 'american-blackjack' })
  gameId: string;

  @ApiProperty({
    type: String,
    description: 'The rule set in the version that was played.',
    example: 'american-blackjack@1',
  })
  ruleSet: string;

  @ApiProperty({ type: String, description: 'The currency of the amounts.', example: 'EUR' })
  currency: string;

  @ApiProperty({
    enum: MODES,
    description: 'Real and play money are never added up.',
    example: 'real',
  })
  mode: ReturnsLine['mode'];

  @ApiProperty({
    type: String,
    format: 'date',
    nullable: true,
    description: 'The day of the deals, in UTC; null unless grouped by `day`.',
    example: '2026-01-01',
  })
  day: string | null;

  @ApiProperty({
    ...SUM,
    description:
      'The initial main stakes of a round, taken together, from this amount on, in minor units; null unless grouped ' +
      'by `stakeBand`.',
    example: 500,
  })
  stakeFrom: number | null;

  @ApiProperty({
    ...SUM,
    description: 'And below this one; null for the highest band, and unless grouped by `stakeBand`.',
    example: 2500,
  })
  stakeTo: number | null;

  @ApiProperty({
    enum: ['main', 'pairs', 'blackjack', 'sevens', 'superMatch'],
    description:
      '`main`: hands with their doubles, splits and insurance. Each side bet has a line of its own.',
    example: 'main',
  })
  bet: ReturnsLine['bet'];

  @ApiProperty({
    ...MINOR,
    description:
      'Settled rounds with this bet; at a shared table, those of each bettor. Cancelled rounds count for nothing.',
    example: 250000,
  })
  rounds: number;

  @ApiProperty({
    ...SUM,
    description: `What was staked before the first card, in minor units. ${TOO_LARGE}`,
    example: 312500000,
  })
  initialStake: number | null;

  @ApiProperty({
    ...SUM,
    description: `All that was staked, doubles, splits and insurance included, in minor units. ${TOO_LARGE}`,
    example: 351200000,
  })
  staked: number | null;

  @ApiProperty({
    ...SUM,
    description: `All that came back, stakes and winnings, in minor units. ${TOO_LARGE}`,
    example: 346150000,
  })
  returned: number | null;

  @ApiProperty({
    type: Number,
    description: '1 + (`returned` − `staked`) / `initialStake`, which is what theory speaks of.',
    example: 0.98384,
  })
  actualReturn: number;

  @ApiProperty({
    type: Number,
    description: 'What best play returns in the long run, as `GET /v1/games/{gameId}` tells it.',
    example: 0.9973859,
  })
  theoreticalReturn: number;

  @ApiProperty({
    type: Number,
    description:
      'What choices moved the return by, at most 0: (`givenAway` + `givenAwayAutomatically`) / `initialStake`, ' +
      'negative.',
    example: -0.01207,
  })
  skill: number;

  @ApiProperty({
    type: Number,
    description: '`actualReturn` − `theoreticalReturn` − `skill`.',
    example: -0.0014759,
  })
  luck: number;

  @ApiProperty({
    type: Number,
    description:
      "Minor units that the players' own choices were worth less than the best ones, by expectation; of money behind " +
      'a hand, those of its player as well. A figure of statistics, with up to six decimals.',
    example: 3771875.25,
  })
  givenAway: number;

  @ApiProperty({
    type: Number,
    description: 'The same of choices that the automatic rule made in the place of players.',
    example: 0,
  })
  givenAwayAutomatically: number;

  @ApiProperty({
    type: Number,
    description:
      'Of what one round wins, to an initial stake of 1; at a shared table, of all that its bettors win.',
    example: 1.1431,
  })
  standardDeviation: number;

  @ApiProperty({
    type: Number,
    nullable: true,
    description:
      'How far `luck` may be from 0: 3.29 standard errors (99.9 %), and what theory itself may be off; bettors at one ' +
      'table win and lose together and scatter as one. Null for test rounds, whose cards may be chosen.',
    example: 0.0075249,
  })
  tolerance: number | null;

  @ApiProperty({
    type: Boolean,
    nullable: true,
    description:
      'Whether `luck` is outside the tolerance: one line in a thousand is by chance. Null where there is no tolerance, ' +
      'or too little was played to say.',
    example: false,
  })
  outside: boolean | null;
}

export class ReturnsPageBody {
  @ApiProperty({
    type: [ReturnsLineBody],
    description: 'By game, version, currency, mode, day, band of stakes and bet, the main bet first.',
  })
  items: readonly ReturnsLineBody[];

  @ApiProperty(NEXT_CURSOR)
  nextCursor: string | null;
}
