import { ApiProperty, type ApiPropertyOptions } from '@nestjs/swagger';
import type { RoundHappening } from '../../application/history/occasions';

const TYPES: Readonly<Record<RoundHappening['type'], string>> = {
  placedBets: 'the bets that the round began with, in `boxes`',
  betsAtTable: 'the `bets` that a player of a shared table began with; of other players, where they sit',
  chose:
    'an `action` of the player; at a shared table `by` tells how it came to it, and `chosen` what it took the place of',
  insuranceClosed: 'at a shared table, the time to insure was over',
  automatic: 'the decision time was over and the automatic rule went on for him',
  cancelled: 'the round was taken back: `reason`, `note`, `actorName`, `statusBefore`',
  cardDealt: 'a `card` to a `hand`',
  dealerDealt: 'a `card` to the dealer, `faceDown` or not',
  offered: 'an `offer` of insurance or even money, for a `hand` or for all boxes',
  answered: 'the answer to an `offer`, `accepted` or not',
  ownCardsShown: 'cards of the player that were closed are open from here on',
  dealerChecked: 'the dealer looked whether he has a `blackjack`',
  holeCardShown: 'the dealer turned his `card` over',
  turn: 'it is the turn of a `hand`',
  switched: 'the second cards of the two hands of a `box` changed places',
  splitInto: 'the second card of a `hand` moved to a `newHand`',
  handEnded: 'a `hand` takes no more decisions; its `state` says why',
  decided: 'a `bet` came to its `outcome` and `returned` so much, which may be nothing',
  transfer: "money moved: the `amount` of a `kind`, after which the player's wallet held `balanceAfter`",
  roundSettled: 'everything is decided',
};

const list = Object.entries(TYPES).map(([type, text]) => `- \`${type}\`: ${text}`);

function Detail(options: ApiPropertyOptions): PropertyDecorator {
  return ApiProperty({ required: false, ...options } as ApiPropertyOptions);
}

const MINOR = { type: 'integer', format: 'int64' } as const;

/** Something that happened in a round. Which of the details it has depends on its type. */
export class RoundEventBody {
  /**
   * Counts everything that happened in the round from 1.
   * @example 4
   */
  no: number;

  /**
   * The version of the round that it belongs to: all that followed from one decision has the same.
   * @example 1
   */
  version: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'When it was decided.',
    example: '2026-01-01T12:00:00.000Z',
  })
  at: string;

  @ApiProperty({
    type: String,
    description:
      'Who decided it: `key:` and the id of an API key, `session:` and the id of a session, `system:`, `table:`, or ' +
      '`player:` and the alias of another player at a shared table.',
    example: 'session:019b0000-0000-7000-8000-000000000003',
  })
  actor: string;

  @ApiProperty({
    type: String,
    nullable: true,
    description:
      'The X-Request-Id of the request that asked for it; null for what others at a shared table asked for.',
    example: 'lobby-7-000042',
  })
  requestId: string | null;

  @Detail({
    type: String,
    description: 'Shared tables: whose choice, bet or money it was, by his alias at the table.',
    example: 'P-7KQ2ZD',
  })
  playerAlias?: string;

  @Detail({
    type: String,
    description: "Shared tables, for an operator's key: the same by the operator's own id.",
    example: 'alice',
  })
  playerId?: string;

  @ApiProperty({
    enum: Object.keys(TYPES),
    enumName: 'RoundEventType',
    description: ['What happened:', ...list].join('\n'),
    example: 'cardDealt',
  })
  type: RoundHappening['type'];

  @Detail({
    type: 'array',
    description: '`placedBets`: the boxes as they were bet, stakes in minor units.',
    items: { type: 'object', additionalProperties: true },
    example: [{ box: 1, stake: 1000, sideBets: { sevens: 100 } }],
  })
  boxes?: readonly object[];

  @Detail({
    type: 'object',
    additionalProperties: true,
    description: '`chose`: the action as it was sent.',
    example: { type: 'hit', hand: '1.1' },
  })
  action?: object;

  @Detail({
    type: 'array',
    description: '`betsAtTable`: seats, kinds and stakes in minor units; null the stakes of other players.',
    items: { type: 'object', additionalProperties: true },
    example: [{ seat: 3, kind: 'seat', stake: 1000 }],
  })
  bets?: readonly object[];

  @Detail({
    enum: ['player', 'ahead', 'automatic'],
    description:
      '`chose` at a shared table: in his turn, ahead of it, or by the automatic rule because his time was over.',
    example: 'ahead',
  })
  by?: string;

  @Detail({
    type: String,
    description: '`chose` at a shared table: what had been chosen, where the money no longer allowed it.',
    example: 'double',
  })
  chosen?: string;

  @Detail({ type: String, description: 'A card; `??` as long as the round hides it.', example: '9s' })
  card?: string;

  @Detail({
    type: Boolean,
    description: '`dealerDealt`: whether the card was dealt face down.',
    example: false,
  })
  faceDown?: boolean;

  @Detail({
    type: String,
    nullable: true,
    description: 'The hand; null for an offer to all boxes.',
    example: '1.1',
  })
  hand?: string | null;

  @Detail({ type: String, description: '`splitInto`: the hand that was made.', example: '1.2' })
  newHand?: string;

  @Detail({ type: 'integer', description: '`switched`: the box.', example: 1 })
  box?: number;

  @Detail({ enum: ['insurance', 'evenMoney'], description: 'What was offered.', example: 'insurance' })
  offer?: string;

  @Detail({ type: Boolean, description: '`answered`: yes or no.', example: true })
  accepted?: boolean;

  @Detail({ type: Boolean, description: '`dealerChecked`: whether he has one.', example: false })
  blackjack?: boolean;

  @Detail({ type: String, description: '`handEnded`: the state of the hand from here on.', example: 'stood' })
  state?: string;

  @Detail({
    type: String,
    description: '`decided`, `transfer`: the bet, as `GET /v1/bets` names it.',
    example: '1.1',
  })
  bet?: string;

  @Detail({
    type: String,
    description:
      '`decided`, `transfer`: what the bet is for: `main`, `double`, `split`, `insurance` or a side bet. `cancelled`: ' +
      'why, by the code that the operator gave.',
    example: 'main',
  })
  reason?: string;

  @Detail({ type: String, description: '`decided`: what the bet came to.', example: 'win' })
  outcome?: string;

  @Detail({
    ...MINOR,
    description: '`decided`: minor units that come back, stake and winnings.',
    example: 2000,
  })
  returned?: number;

  @Detail({
    enum: ['stake', 'payout', 'refund', 'reversal'],
    description: '`transfer`: stakes and reversals leave the wallet, payouts and refunds enter it.',
    example: 'payout',
  })
  kind?: string;

  @Detail({ ...MINOR, description: '`transfer`: minor units, above zero.', example: 2000 })
  amount?: number;

  @Detail({
    ...MINOR,
    description: '`transfer`: what the wallet held after it, in minor units.',
    example: 101000,
  })
  balanceAfter?: number;

  @Detail({ type: String, description: '`cancelled`: where the round stood before.', example: 'playing' })
  statusBefore?: string;

  @Detail({
    type: String,
    nullable: true,
    description: '`cancelled`: the note that was left; null without one, and for session tokens.',
    example: 'Video of the table froze, ticket 4711.',
  })
  note?: string | null;

  @Detail({
    type: String,
    nullable: true,
    description: '`cancelled`: the person behind the call, from X-Actor-Name; null for session tokens.',
    example: 'j.doe',
  })
  actorName?: string | null;
}

export class RoundEventsBody {
  @ApiProperty({ type: [RoundEventBody], description: 'In the order in which it happened.' })
  items: readonly RoundEventBody[];

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: 'Always null: the whole round is here.',
  })
  nextCursor: null;
}
