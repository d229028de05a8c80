import { ApiProperty } from '@nestjs/swagger';
import type { PlayMoneyBody } from '../../application/rounds/purses';
import type { BettorBody } from '../../application/rounds/round-body';
import { MODES } from '../../persistence/entities/sessions';

/** One bet in the round of a shared table. */
export class BettorBetBody {
  @ApiProperty({ type: String, example: '3.1', description: 'The bet, as `GET /v1/bets` names it.' })
  bet: string;

  @ApiProperty({ type: String, example: 'main', description: '`main`, `insurance` or a side bet.' })
  type: string;

  @ApiProperty({ type: 'integer', nullable: true, example: 3, description: 'The seat.' })
  box: number | null;

  /** Minor units. @example 1000 */
  stake: number;

  @ApiProperty({ type: String, nullable: true, description: 'What it came to; null while open.' })
  outcome: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Stake and winnings that came back; null while open.',
  })
  returned: number | null;
}

/** What one player has in the round of a shared table. */
export class BettorPartBody implements BettorBody {
  /** The operator's id of the player. @example alice */
  playerId: string;

  @ApiProperty({ type: String, format: 'uuid', description: 'The session it was bet in.' })
  sessionId: string;

  /** His number in the round, from 0, by which proofs and steps name him. @example 0 */
  bettor: number;

  @ApiProperty({ enum: MODES, example: 'real', description: 'The mode of the session.' })
  mode: string;

  /** Minor units put at risk. @example 1000 */
  staked: number;

  /** Minor units credited so far. @example 0 */
  returned: number;

  /** `returned` less `staked`. @example -1000 */
  net: number;

  @ApiProperty({ type: [BettorBetBody], description: 'His bets, those behind others among them.' })
  bets: readonly BettorBetBody[];
}

/** What was bet behind with play money in the round of a shared table, told apart from the sums of the round (DX-08). */
export class RoundPlayMoneyBody implements PlayMoneyBody {
  @ApiProperty({ enum: ['demo'], example: 'demo', description: 'The mode of the sessions that bet it.' })
  mode: 'demo';

  /** Minor units of play money put at risk. @example 700 */
  staked: number;

  /** Minor units of play money credited so far. @example 0 */
  returned: number;

  /** `returned` less `staked`. @example -700 */
  net: number;

  @ApiProperty({
    type: [BettorBetBody],
    description:
      'The play money on each bet together, by the names of the bets: `3.1` is what lies behind hand 3.1 beside the ' +
      '`stake` that `boxes` says.',
  })
  bets: readonly BettorBetBody[];
}
