import { ApiExtraModels, ApiProperty, getSchemaPath } from '@nestjs/swagger';
import {
  type PlayMoneyOfProof,
  type Proof,
  PROOF_FORMAT,
  type ProvedBettor,
  type ShoeOfProof,
  type TableOfProof,
} from '../../application/fairness/make-proof';
import type { RuleSet } from '../../domain/rule-set';
import { MODES } from '../../persistence/entities/sessions';
import { RuleSetInFullBody } from '../games/rule-set.dto';
import { TableLimitsBody } from '../games/limits.dto';
import { ExternalIdFilter } from '../history/filter-fields';

/** An example of a SHA-256, or of 32 other bytes. */
export const HASH = 'a3f5c1d2e4b60718293a4b5c6d7e8f90112233445566778899aabbccddeeff00';

/** Whose proof is asked for. */
export class ProofQuery {
  @ExternalIdFilter("For an operator's key: one player of a shared table's round.", 'alice')
  playerId?: string;
}

/** What one player has in the round of a shared table. */
export class ProvedBettorBody implements ProvedBettor {
  /** His number in the steps. @example 0 */
  bettor: number;

  /** The operator's id of the player. @example alice */
  playerId: string;

  @ApiProperty({
    enum: MODES,
    example: 'real',
    description: 'What he played with; play money may be bet behind at a table of real money.',
  })
  mode: ProvedBettor['mode'];

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'Every bet with its stake, its outcome and what it returned.',
  })
  bets: ProvedBettor['bets'];

  /** Minor units put at risk. @example 1000 */
  staked: number;

  /** Minor units that came back. @example 2000 */
  returned: number;
}

/** What was bet behind with play money at a shared table, told apart from the sums of the proof (DX-08). */
export class ProofPlayMoneyBody implements PlayMoneyOfProof {
  @ApiProperty({ enum: ['demo'], example: 'demo', description: 'The mode of the sessions that bet it.' })
  mode: 'demo';

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'Every bet with its stake, its outcome and what it returned.',
  })
  bets: PlayMoneyOfProof['bets'];

  /** Minor units of play money put at risk. @example 700 */
  staked: number;

  /** Minor units of play money that came back. @example 0 */
  returned: number;
}

/** The shared table of the round. */
export class ProofTableBody implements TableOfProof {
  @ApiProperty({ type: String, format: 'uuid', description: 'The table.' })
  id: string;

  @ApiProperty({
    enum: ['real', 'test'],
    example: 'real',
    description: 'Cards are chosen at tables of mode `test` only.',
  })
  mode: TableOfProof['mode'];
}

/** The shoe of the round. */
export class ProofShoeBody implements ShoeOfProof {
  @ApiProperty({ type: 'integer', nullable: true, example: 6, description: 'Null for an infinite deck.' })
  decks: number | null;

  /** Cards dealt from the shoe before this round. @example 0 */
  start: number;

  @ApiProperty({
    type: [String],
    nullable: true,
    description: 'The chosen cards of a test round, drawn first.',
  })
  script: readonly string[] | null;

  @ApiProperty({
    type: 'integer',
    required: false,
    example: 1,
    description:
      'Of a shared table: which of its shoes. This and the next two are left out where cards were chosen.',
  })
  number?: number;

  @ApiProperty({
    type: String,
    nullable: true,
    required: false,
    example: '9s',
    description: 'The first card of the shoe, which was shown when it was shuffled.',
  })
  exposed?: string | null;

  @ApiProperty({
    type: 'integer',
    required: false,
    example: 9,
    description: 'How many cards were burned for it.',
  })
  burned?: number;
}

/** All that decided a round. Without the server seed its cards cannot be checked yet. */
@ApiExtraModels(ProofTableBody, ProofPlayMoneyBody)
export class ProofBody implements Proof {
  @ApiProperty({ enum: [PROOF_FORMAT], description: 'The form of this proof.' })
  format: typeof PROOF_FORMAT;

  @ApiProperty({ type: String, format: 'uuid', description: 'The round.' })
  roundId: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description:
      'The session that it was played in; null where it is a table’s for all bettors, or for a watcher.',
  })
  sessionId: string | null;

  @ApiProperty({
    nullable: true,
    allOf: [{ $ref: getSchemaPath(ProofTableBody) }],
    description: 'The shared table; null for a private round.',
  })
  table: ProofTableBody | null;

  @ApiProperty({
    enum: MODES,
    example: 'real',
    description: 'Money or play money; in a table’s proof for all bettors, the mode of the table.',
  })
  mode: Proof['mode'];

  /** The game. @example american-blackjack */
  gameId: string;

  /** Its currency. @example EUR */
  currency: string;

  @ApiProperty({ enum: ['settled', 'cancelled'], description: 'How the round ended.' })
  status: 'settled' | 'cancelled';

  @ApiProperty({ type: RuleSetInFullBody, description: 'The rule set it was dealt under, in full.' })
  ruleSet: RuleSet;

  @ApiProperty({ type: TableLimitsBody, description: 'The limits of the table, minor units.' })
  limits: Proof['limits'];

  @ApiProperty({
    type: String,
    example: 'hmac-sha256-v1',
    description: 'The construction that makes cards of the seeds.',
  })
  algorithm: string;

  /** Counts the server seeds of the session, or of the table, whose seeds are those of its shoes. @example 1 */
  seedNo: number;

  @ApiProperty({
    type: String,
    example: HASH,
    description: 'SHA-256 of the server seed, published before the bet.',
  })
  commitment: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: HASH,
    description: 'Null until the seed is revealed by a rotation, for it decides later rounds as well.',
  })
  serverSeed: string | null;

  @ApiProperty({
    type: String,
    example: 'my lucky word',
    description: "The player's word when the shoe was made.",
  })
  clientSeed: string;

  /** Which shoe of the two seeds it is. @example 0 */
  nonce: number;

  @ApiProperty({ type: ProofShoeBody, description: 'The shoe.' })
  shoe: ProofShoeBody;

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'The deal and every choice in order, each with the cards that came.',
  })
  steps: Proof['steps'];

  @ApiProperty({
    type: [String],
    example: ['6d', 'Th', '9c'],
    description: "The dealer's cards, in the order dealt.",
  })
  dealerCards: readonly string[];

  @ApiProperty({
    type: 'array',
    items: { type: 'object', additionalProperties: true },
    description: 'Every bet with its stake, its outcome and what it returned.',
  })
  bets: Proof['bets'];

  /** Minor units put at risk. @example 1000 */
  staked: number;

  /** Minor units that came back. @example 2000 */
  returned: number;

  @ApiProperty({
    required: false,
    nullable: true,
    allOf: [{ $ref: getSchemaPath(ProofPlayMoneyBody) }],
    example: null,
    description:
      "Of a shared table, for an operator's key: the same of those who bet behind in demo sessions; null where none did. The " +
      'figures above are without it.',
  })
  playMoney?: ProofPlayMoneyBody | null;

  @ApiProperty({
    type: [ProvedBettorBody],
    required: false,
    description:
      "Of a shared table, for an operator's key: what each player has. The figures above are the sums over those in the mode " +
      'of the table.',
  })
  bettors?: readonly ProvedBettorBody[];

  @ApiProperty({
    type: String,
    example: HASH,
    description: 'SHA-256 over the canonical JSON of everything above but `serverSeed`.',
  })
  hash: string;
}
