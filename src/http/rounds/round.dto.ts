import { ApiProperty, getSchemaPath, ApiExtraModels } from '@nestjs/swagger';
import type { RoundBody } from '../../application/rounds/round-body';
import type { LegalAction } from '../../domain/action';
import type { BadChoiceReason } from '../../domain/advice';
import { MODES } from '../../persistence/entities/sessions';
import { BettorPartBody, RoundPlayMoneyBody } from './bettor.dto';

const HAND_STATES = [
  'waiting',
  'acting',
  'stood',
  'bust',
  'doubled',
  'surrendered',
  'blackjack',
  'evenMoney',
];
const HAND_OUTCOMES = ['win', 'blackjack', 'push', 'lose', 'bust', 'surrender', 'evenMoney'];

/** An insurance bet. */
export class InsuranceBody {
  /** Minor units. @example 500 */
  stake: number;

  @ApiProperty({ enum: ['win', 'lose'], nullable: true, type: String, description: 'Null while it is open.' })
  outcome: 'win' | 'lose' | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'What came back, stake included; null while open.',
  })
  returned: number | null;
}

/** A hand of the player. */
export class HandBody {
  /** Box and hand: stable, and unique within the round. @example 1.1 */
  id: string;

  @ApiProperty({
    type: [String],
    example: ['9s', '9d'],
    description: 'Rank and suit; `??` may not be seen yet.',
  })
  cards: readonly string[];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    example: 18,
    description: 'Null while the cards are closed.',
  })
  total: number | null;

  @ApiProperty({ type: Boolean, nullable: true, example: false, description: 'Whether an ace counts 11.' })
  soft: boolean | null;

  /** Minor units on this hand, a double included. @example 1000 */
  stake: number;

  @ApiProperty({ enum: HAND_STATES, enumName: 'HandState', example: 'acting' })
  state: RoundBody['boxes'][number]['hands'][number]['state'];

  @ApiProperty({
    enum: HAND_OUTCOMES,
    type: String,
    nullable: true,
    description: 'Null while the hand is undecided.',
  })
  outcome: RoundBody['boxes'][number]['hands'][number]['outcome'];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Stake and winnings that came back; null while open.',
  })
  returned: number | null;

  @ApiProperty({
    type: InsuranceBody,
    nullable: true,
    description: 'The insurance of this hand, if it has one.',
  })
  insurance: InsuranceBody | null;
}

/** A side bet on a box. */
export class SideBetBody {
  @ApiProperty({
    enum: ['pairs', 'blackjack', 'sevens', 'superMatch'],
    example: 'sevens',
    description: 'Which side bet it is.',
  })
  type: RoundBody['boxes'][number]['sideBets'][number]['type'];

  /** Minor units. @example 100 */
  stake: number;

  @ApiProperty({ type: String, nullable: true, description: 'What it came to, or `lose`; null while open.' })
  outcome: RoundBody['boxes'][number]['sideBets'][number]['outcome'];

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Stake and winnings that came back; null while open.',
  })
  returned: number | null;
}

/** A box and what lies on it. */
export class RoundBoxBody {
  /** From 1. @example 1 */
  box: number;

  @ApiProperty({ type: [HandBody], description: 'In playing order.' })
  hands: readonly HandBody[];

  @ApiProperty({ type: [SideBetBody], description: 'The side bets on this box.' })
  sideBets: readonly SideBetBody[];
}

/** The dealer. */
export class DealerBody {
  @ApiProperty({
    type: [String],
    example: ['Ah', '??'],
    description: 'In the order dealt; `??` lies face down.',
  })
  cards: readonly string[];

  @ApiProperty({ type: 'integer', nullable: true, example: 11, description: 'Of the cards that are open.' })
  total: number | null;

  @ApiProperty({ type: Boolean, nullable: true, example: true, description: 'Whether an ace counts 11.' })
  soft: boolean | null;

  @ApiProperty({ type: Boolean, nullable: true, description: 'Null as long as the player may not know.' })
  blackjack: boolean | null;
}

/** An action that is legal now, with its price. */
export class LegalActionBody {
  @ApiProperty({ type: String, example: 'stand', description: 'To be sent as the `type` of an action.' })
  type: LegalAction['type'];

  @ApiProperty({
    type: String,
    required: false,
    example: '1.1',
    description: 'The hand that it is for, where it is for one.',
  })
  hand?: string;

  @ApiProperty({ type: 'integer', required: false, example: 1, description: '`switch`: the box.' })
  box?: number;

  @ApiProperty({
    type: 'integer',
    required: false,
    example: 0,
    description: 'Minor units; of an offer, those of a yes.',
  })
  price?: number;

  @ApiProperty({ type: 'integer', required: false, description: 'Insurance with an amount: the least.' })
  min?: number;

  @ApiProperty({ type: 'integer', required: false, description: 'Insurance with an amount: the most.' })
  max?: number;
}

/** A legal choice that gives money away. */
export class BadChoiceBody {
  @ApiProperty({ type: String, example: 'stand', description: 'The type of the action.' })
  type: string;

  @ApiProperty({ type: String, required: false, example: '1.1', description: 'Its hand.' })
  hand?: string;

  @ApiProperty({ type: String, example: 'standOnElevenOrLess', description: 'Why it is a bad one.' })
  reason: BadChoiceReason;
}

/** A round as its player may see it. */
@ApiExtraModels(InsuranceBody, RoundPlayMoneyBody)
export class RoundResponse implements RoundBody {
  /**
   * The round, by a UUID v7.
   * @example 019b0000-0000-7000-8000-000000000002
   */
  id: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The session it is played in. This and the player are null at a shared table for who has no bet in the round, and ' +
      "for an operator's key, which sees all `bettors`.",
    example: '019b0000-0000-7000-8000-000000000001',
  })
  sessionId: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: "The operator's id of the player.",
    example: 'alice',
  })
  playerId: string | null;

  /** The game. @example american-blackjack */
  gameId: string;

  /** The rule set it was dealt under, with its version. @example american-blackjack@1 */
  ruleSet: string;

  @ApiProperty({
    enum: MODES,
    example: 'real',
    description:
      "The mode of the session; of a shared table's round, to an operator's key, that of the table. All amounts are of this " +
      'mode, but for those in `playMoney` and `bettors`.',
  })
  mode: string;

  /** The currency of all amounts. @example EUR */
  currency: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The shared table it is played at; null for a private round.',
    example: null,
  })
  tableId: string | null;

  /** Counts the steps of the round from 1; every action makes the next. @example 1 */
  version: number;

  @ApiProperty({
    enum: ['betting', 'insurance', 'playing', 'paused', 'settled', 'cancelled'],
    enumName: 'ShownRoundStatus',
    description: 'At shared tables also `betting`, before the cards, and `paused`, while the table is.',
    example: 'playing',
  })
  status: RoundBody['status'];

  @ApiProperty({ type: DealerBody })
  dealer: DealerBody;

  @ApiProperty({ type: [RoundBoxBody], description: 'The boxes that were bet on, by number.' })
  boxes: readonly RoundBoxBody[];

  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(InsuranceBody) }],
    description: 'The insurance that belongs to no hand, where the game has one.',
  })
  insurance: InsuranceBody | null;

  @ApiProperty({
    type: [LegalActionBody],
    description: 'What may be done now. Empty once the round has ended.',
  })
  allowed: readonly LegalAction[];

  @ApiProperty({
    type: [BadChoiceBody],
    nullable: true,
    description: 'The bad choices among the legal ones.',
  })
  advice: RoundBody['advice'];

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'When the automatic rule finishes the round, or the hand in turn at a shared table, if nobody acts; null once it ' +
      'has ended.',
  })
  deadline: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    example: '2026-01-01T12:00:00.000Z',
    description: 'When it was dealt; null only while it is `betting`.',
  })
  dealtAt: string | null;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was settled or cancelled; null while it is open.',
  })
  endedAt: string | null;

  /**
   * Minor units put at risk: stakes, side bets, doubles, splits, insurance. To a key, of a shared table's round, those of
   * all who bet in the table's `mode`; `playMoney` holds those of demo sessions behind them.
   * @example 1000
   */
  staked: number;

  /** Minor units credited so far. @example 0 */
  returned: number;

  /** `returned` less `staked`. @example -1000 */
  net: number;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description:
      "Minor units in the wallet; null where an operator's key sees all `bettors` of a shared table.",
    example: 99000,
  })
  balance: number | null;

  @ApiProperty({
    required: false,
    nullable: true,
    allOf: [{ $ref: getSchemaPath(RoundPlayMoneyBody) }],
    example: null,
    description:
      "Shared tables, for an operator's key: what demo sessions bet behind, which is in no other sum of the answer (DX-08). " +
      'Null where none did.',
  })
  playMoney?: RoundPlayMoneyBody | null;

  @ApiProperty({
    type: [BettorPartBody],
    required: false,
    description:
      "Shared tables, for an operator's key: what each player has in the round, by number. Money elsewhere in the answer " +
      'is the sum over those in the mode of the table, in `playMoney` over those in `demo`.',
  })
  bettors?: readonly BettorPartBody[];
}
