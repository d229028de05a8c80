import { ApiProperty } from '@nestjs/swagger';
import { HAND_ACTIONS } from '../../domain/action';
import { BET_KINDS, BET_STATES, type BetKind, type BetState } from '../../domain/table/table';
import type { SeatView, YourSheet } from '../../domain/table/view';
import { HandBody } from '../rounds/round.dto';

/** A bet on a player's sheet. */
export class SheetBetBody {
  /** The seat, from 1. @example 1 */
  seat: number;

  @ApiProperty({ enum: BET_KINDS, example: 'seat', description: 'What is bet on.' })
  kind: BetKind;

  /** Minor units: what was asked for, and of a bet that was charged in part, that part. @example 1000 */
  amount: number;

  @ApiProperty({
    enum: BET_STATES,
    example: 'placed',
    description:
      '`placed` moved no money yet. When the countdown ends a bet is `charged`, or `chargedInPart` where the money ' +
      'sufficed for less on both seats, or `refused` for want of money; or it goes back, `returned`, because its seat ' +
      'lost its player.',
  })
  state: BetState;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'What it came to, all hands that were split from it together; null while open.',
  })
  outcome: string | null;

  @ApiProperty({
    type: 'integer',
    nullable: true,
    description: 'Minor units that came back, stake included, doubles and splits as well; null while open.',
  })
  returned: number | null;
}

/** A choice or an answer that waits until it is executed. */
export class QueuedChoiceBody {
  @ApiProperty({
    enum: [...HAND_ACTIONS, 'follow-double', 'follow-split', 'insurance'],
    example: 'stand',
    description: 'What shall be done.',
  })
  type: YourSheet['queued'][number]['type'];

  /** The hand. @example 1.1 */
  hand: string;

  @ApiProperty({ type: Boolean, required: false, description: 'Of an answer: yes or no.' })
  accept?: boolean;
}

/** A choice that could not be executed as it was made. */
export class NotExecutedBody {
  /** The hand. @example 1.1 */
  hand: string;

  @ApiProperty({
    enum: [...HAND_ACTIONS, 'follow-double', 'follow-split', 'insurance'],
    example: 'double',
    description: 'What had been chosen.',
  })
  chosen: YourSheet['notExecuted'][number]['chosen'];

  @ApiProperty({
    enum: HAND_ACTIONS,
    type: String,
    nullable: true,
    example: 'hit',
    description: 'What was done in its place; null when nothing was, or when the answer counted as no.',
  })
  executed: YourSheet['notExecuted'][number]['executed'];

  @ApiProperty({
    enum: ['insufficient_funds', 'action_not_allowed'],
    example: 'insufficient_funds',
    description: 'Why.',
  })
  reason: YourSheet['notExecuted'][number]['reason'];

  /** Minor units that the wallet held. @example 300 */
  balance: number;

  /** Minor units that the choice would have cost. @example 1000 */
  price: number;
}

/** A seat and what is played on it. */
export class SeatBody {
  /** From 1, clockwise. @example 1 */
  seat: number;

  @ApiProperty({
    enum: ['free', 'taken', 'sittingOut'],
    example: 'taken',
    description: '`sittingOut`: who sits there has no bet in this round.',
  })
  state: SeatView['state'];

  @ApiProperty({
    type: String,
    nullable: true,
    example: 'P-7XKQ2M',
    description: 'Who sits there, by a name that is his at this table only; null when it is free.',
  })
  playerAlias: string | null;

  @ApiProperty({ type: Boolean, example: true, description: 'Whether it is the caller who sits there.' })
  you: boolean;

  /** Minor units that the caller has on the seat, as its player or behind him. @example 1000 */
  stake: number;

  @ApiProperty({
    type: [HandBody],
    description: "Everybody's cards; `stake`, `outcome`, `returned` and `insurance` are the caller's own.",
  })
  hands: SeatView['hands'];

  /** How many bet behind the seat. @example 0 */
  bettors: number;
}

/** The table's shoe, as far as it is public. */
export class ShoeInPlayBody {
  /** From 1; the next one comes after the cut card. @example 1 */
  number: number;

  /** Cards that have left it, the burned ones included. @example 9 */
  dealt: number;

  @ApiProperty({
    type: Boolean,
    example: false,
    description: 'Whether this is the last round of the shoe.',
  })
  cutReached: boolean;

  /** Cards that were burned face down after the shuffle. @example 8 */
  burned: number;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '8h',
    description: 'The first card, whose value says how many are burned.',
  })
  exposed: string | null;

  @ApiProperty({
    type: String,
    example: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8',
    description:
      'SHA-256 of the server seed that this shoe was shuffled with, published before the salt was known; of a table’s first shoe, before any bet.',
  })
  commitment: string;

  @ApiProperty({
    type: String,
    example: '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    description:
      'The public word that was mixed into the shuffle: a hash over what was played before, or, for a table’s first shoe, ' +
      'a random word of the server’s.',
  })
  salt: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '2c26b46b68ffc68ff99b453c1d30413413422d706483bfa0f98a5e886266e7ae',
    description: 'SHA-256 of the server seed of the next shoe.',
  })
  nextCommitment: string | null;
}
