import { ApiProperty } from '@nestjs/swagger';
import type { HistoryBet } from '../../application/history/bets';
import type { ListedStatus } from '../../persistence/rounds/history';
import { MODES } from '../../persistence/entities/sessions';
import { RoundResponse } from '../rounds/round.dto';

export const NEXT_CURSOR = {
  type: String,
  nullable: true,
  description: 'To be sent as `cursor` for the next page; null on the last one.',
  example: 'eyJyb3VuZElkIjoiMDE5YjAwMDAtMDAwMC03MDAwLTgwMDAtMDAwMDAwMDAwMDAxIn0',
} as const;

/** A round that is still bet on is in no history: nobody has staked anything in it. */
const LISTED_STATUS = {
  enum: ['insurance', 'playing', 'paused', 'settled', 'cancelled'] satisfies ListedStatus[],
  enumName: 'ListedRoundStatus',
  description:
    'Where the round stands; `paused` while its shared table is. The filter `status` takes the same words.',
  example: 'settled',
};

/** A round of the history, as its player may see it now; the round of a shared table once for each of its players. */
export class PlayedRoundBody extends RoundResponse {
  @ApiProperty(LISTED_STATUS)
  override status: ListedStatus;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    description:
      'What the wallet held after the last step of this round, or the last one that moved its money at a shared table, ' +
      'in minor units.',
    example: 99000,
  })
  override balance: number;
}

export class RoundsPageBody {
  @ApiProperty({ type: [PlayedRoundBody], description: 'The newest deal first.' })
  items: readonly PlayedRoundBody[];

  @ApiProperty(NEXT_CURSOR)
  nextCursor: string | null;
}

/** One bet of a round. */
export class BetBody implements HistoryBet {
  @ApiProperty({
    type: String,
    format: 'uuid',
    description: 'The round.',
    example: '019b0000-0000-7000-8000-000000000001',
  })
  roundId: string;

  @ApiProperty({
    type: String,
    description:
      'The bet within the round: `1.1` a hand, `1.1:insurance` its insurance, `1:pairs` a side bet on a box, ' +
      '`insurance` one for all boxes.',
    example: '1.1',
  })
  bet: string;

  @ApiProperty({
    enum: ['main', 'insurance', 'pairs', 'blackjack', 'sevens', 'superMatch'],
    description: 'What was bet on: `main` a hand, an insurance, or the side bet of that name.',
    example: 'main',
  })
  type: string;

  @ApiProperty({ type: 'integer', nullable: true, description: 'The box; null for all of them.', example: 1 })
  box: number | null;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    description: 'Minor units that lie on it, a double included.',
    example: 1000,
  })
  stake: number;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What became of it, in the words of the round, or `cancelled`; null while it is open.',
    example: 'win',
  })
  outcome: string | null;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    nullable: true,
    description: 'Minor units that came back, stake and winnings; null while it is open.',
    example: 2000,
  })
  returned: number | null;

  @ApiProperty({
    type: 'integer',
    format: 'int64',
    nullable: true,
    description: '`returned` less `stake`, in minor units: what the player won; null while it is open.',
    example: 1000,
  })
  net: number | null;

  /**
   * The operator's own id of the player.
   * @example alice
   */
  playerId: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    description: 'The session it was bet in.',
    example: '019b0000-0000-7000-8000-000000000003',
  })
  sessionId: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The shared table; null for a bet in a private round.',
    example: null,
  })
  tableId: string | null;

  /**
   * The game.
   * @example american-blackjack
   */
  gameId: string;

  /**
   * The rule set it was bet under, with its version.
   * @example american-blackjack@1
   */
  ruleSet: string;

  @ApiProperty({ enum: MODES, description: 'The mode of the session.', example: 'real' })
  mode: HistoryBet['mode'];

  /**
   * The currency of all amounts.
   * @example EUR
   */
  currency: string;

  @ApiProperty(LISTED_STATUS)
  status: HistoryBet['status'];

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When the round was dealt.',
    example: '2026-01-01T12:00:00.000Z',
  })
  dealtAt: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the round ended; null while it is open.',
    example: '2026-01-01T12:00:09.000Z',
  })
  endedAt: string | null;
}

export class BetsPageBody {
  @ApiProperty({ type: [BetBody], description: 'Those of the newest round first.' })
  items: readonly BetBody[];

  @ApiProperty(NEXT_CURSOR)
  nextCursor: string | null;
}
