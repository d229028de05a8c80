import { ApiProperty } from '@nestjs/swagger';
import { IsIn, IsInt, IsIP, IsOptional, IsString, IsUrl, Length, Matches, Max, Min } from 'class-validator';
import { BALANCE_CEILING } from '../../domain/money';
import { MODES, type Mode } from '../../persistence/entities/sessions';
import { TableLimitsBody } from '../games/limits.dto';
import { AnyCase, IsExternalId, IsMinor, MayBeAbsent } from '../input-fields';
import { RoundResponse } from '../rounds/round.dto';
import { ReminderBody } from './reminder.dto';

const HTTP_URL = {
  protocols: ['http', 'https'],
  require_protocol: true,
  require_tld: false,
  disallow_auth: true,
};

export class OpenSessionBody {
  /**
   * The operator's own id of the player; one who is not known yet is created.
   * @example alice
   */
  @IsExternalId()
  playerId: string;

  /**
   * A game of the catalogue.
   * @example american-blackjack
   */
  @IsString()
  @Length(1, 128)
  gameId: string;

  /**
   * The currency of all amounts in this session.
   * @example EUR
   */
  @IsString()
  @Length(1, 16)
  currency: string;

  @ApiProperty({
    enum: MODES,
    description:
      '`real` plays from the player’s wallet; `demo` with play money of its own; `test` is demo with chosen cards.',
    example: 'real',
  })
  @IsIn(MODES)
  mode: Mode;

  /**
   * The player's language, as a BCP 47 tag.
   * @example en
   */
  @IsOptional()
  @Matches(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, {
    message: 'must be a language tag such as en or pt-BR',
  })
  lang?: string;

  /**
   * The player's country, as ISO 3166-1 alpha-2.
   * @example DE
   */
  @IsOptional()
  @Matches(/^[A-Z]{2}$/, { message: 'must be a country code of two capital letters' })
  country?: string;

  /**
   * The player's address on the internet.
   * @example 203.0.113.7
   */
  @IsOptional()
  @IsIP()
  ip?: string;

  /**
   * Where the game client sends the player when he leaves.
   * @example https://casino.example/lobby
   */
  @IsOptional()
  @Length(1, 2048)
  @IsUrl(HTTP_URL, { message: 'must be an http or https URL' })
  returnUrl?: string;

  @ApiProperty({
    required: false,
    description:
      'The open table, for a game that is played at shared tables, and only for those. Tables of mode `real` take sessions ' +
      'of mode `real` and `demo`, those of mode `test` sessions of mode `test` and `demo`; `demo` may watch and bet ' +
      'behind, not sit.',
  })
  @AnyCase()
  @IsOptional()
  @IsString()
  @Length(1, 128)
  tableId?: string;

  @ApiProperty({
    type: String,
    required: false,
    minLength: 1,
    maxLength: 128,
    description:
      'The operator’s own id of the session, over all his players: the same id is the same session again.',
  })
  @IsOptional()
  @IsExternalId({
    required: false,
    description:
      'The operator’s own id of the session, over all his players: the same id is the same session again.',
  })
  externalSessionId?: string;

  @IsOptional()
  @Max(BALANCE_CEILING)
  @IsMinor({
    required: false,
    maximum: BALANCE_CEILING,
    description: 'Play money to start with, in minor units; 1,000,000 unless given. Not in mode `real`.',
  })
  balance?: number;

  @ApiProperty({
    type: 'integer',
    minimum: 60,
    maximum: 86_400,
    required: false,
    description:
      'Seconds after which the player is reminded of time and result in this session. Where the operator has set an ' +
      'interval as well, the shorter one counts.',
    example: 3600,
  })
  @MayBeAbsent()
  @IsInt({ message: 'must be a whole number' })
  @Min(60)
  @Max(86_400)
  reminderSeconds?: number;
}

export class SessionBody {
  /**
   * The session.
   * @example 019b0000-0000-7000-8000-000000000001
   */
  id: string;

  @ApiProperty({
    enum: ['open', 'closed', 'expired'],
    description: 'Closed and expired sessions take no new bets; an open round can still be finished.',
    example: 'open',
  })
  status: 'open' | 'closed' | 'expired';

  /**
   * The operator's own id of the player.
   * @example alice
   */
  playerId: string;

  /**
   * The game.
   * @example american-blackjack
   */
  gameId: string;

  /**
   * The version of its rules that the session plays under.
   * @example american-blackjack@1
   */
  ruleSet: string;

  @ApiProperty({ enum: MODES, description: 'What is played with.', example: 'real' })
  mode: Mode;

  /**
   * The currency of all amounts.
   * @example EUR
   */
  currency: string;

  @ApiProperty({
    type: String,
    format: 'uuid',
    nullable: true,
    description: 'The shared table that it was opened at; null for a game that is played alone.',
    example: null,
  })
  tableId: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'The operator’s own id of the session.',
    example: null,
  })
  externalSessionId: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The player’s language.', example: 'en' })
  lang: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The player’s country.', example: 'DE' })
  country: string | null;

  @ApiProperty({ type: String, nullable: true, description: 'The player’s address.', example: '203.0.113.7' })
  ip: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    description: 'Where the game client sends the player when he leaves.',
    example: 'https://casino.example/lobby',
  })
  returnUrl: string | null;

  /**
   * What can be bet now, in minor units: of the player's wallet in mode `real`, of the session's own play money else.
   * @example 100000
   */
  balance: number;

  /** The limits that held when the session was opened, and hold until it ends. */
  limits: TableLimitsBody;

  @ApiProperty({
    type: RoundResponse,
    nullable: true,
    description:
      'The round that is not finished yet, as `GET /v1/rounds/{id}` shows it; null when there is none.',
  })
  openRound: RoundResponse | null;

  @ApiProperty({
    type: ReminderBody,
    nullable: true,
    description:
      'What the player is reminded of and when; null where neither the operator nor the session has an interval.',
  })
  reminder: ReminderBody | null;

  /**
   * When the session was opened.
   * @example 2026-01-01T12:00:00.000Z
   */
  openedAt: string;

  /**
   * When it stops taking new bets.
   * @example 2026-01-02T12:00:00.000Z
   */
  expiresAt: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When it was closed; null while it was not.',
    example: null,
  })
  closedAt: string | null;
}

export class OpenedSessionBody extends SessionBody {
  /**
   * For the game client: plays for this player, in this session, and nothing else.
   * @example hs_019b0000000070008000000000000001019b0000000070008000000000000002_rJ3tq0cJc1mYv8W2o7kqLx5b9dQe4fGhTzUaNsPiVwE
   */
  token: string;

  /**
   * Where a game client of this server is started, relative to the server's address. This release serves no game client
   * under it: integrators start their own with the token. The token stands behind `#`, which no browser sends or logs.
   * @example /play/019b0000-0000-7000-8000-000000000001#hs_019b0000000070008000000000000001019b0000000070008000000000000002_rJ3tq0cJc1mYv8W2o7kqLx5b9dQe4fGhTzUaNsPiVwE
   */
  launchUrl: string;
}
