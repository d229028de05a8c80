import { Body, Controller, Get, Inject, Patch, Put } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { changePlayerSettings, type Player, putPlayer, readPlayer } from '../../application/players';
import type { Refusal } from '../../application/refusal';
import type { Answer, Request } from '../../application/request';
import { CurrentRequest } from '../current-request';
import { ExternalIdParam, PathParam } from '../path-parameters';
import { AllowSessionToken, Answers, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { PUT_PLAYER_EXAMPLES, SETTINGS_EXAMPLES } from './player-examples';
import { PlayerBody, PlayerSettingsInput, PutPlayerBody } from './players.dto';

const PLAYER_ID = 'The operator’s own id of the player.';

@ApiTags('Players')
@Controller('v1/players/:playerId')
export class PlayersController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Creates or updates a player.
   * @remarks `{}` is enough. A deposit or a session for an unknown player creates him as well.
   */
  @Put()
  @RequireScope('play')
  @IdempotencyKey('optional')
  @PathParam('playerId', PLAYER_ID, 'alice')
  @ApiBody({ type: PutPlayerBody, examples: PUT_PLAYER_EXAMPLES })
  @Answers(200, PlayerBody, 'The player, who was there before.')
  @Answers(201, PlayerBody, 'The player, who is new.')
  @Problems('too_many_conflicts')
  putPlayer(
    @CurrentRequest() request: Request,
    @ExternalIdParam('playerId') playerId: string,
    @Body() { settings }: PutPlayerBody,
  ): Promise<Answer<Player> | Refusal> {
    return putPlayer(this.dataSource, request, playerId, settings ?? {});
  }

  /** Reads a player. */
  @Get()
  @RequireScope('play')
  @AllowSessionToken()
  @PathParam('playerId', PLAYER_ID, 'alice')
  @Answers(200, PlayerBody, 'The player.')
  @Problems('not_found')
  readPlayer(
    @CurrentRequest() request: Request,
    @ExternalIdParam('playerId') playerId: string,
  ): Promise<Answer<Player> | Refusal> {
    return readPlayer(this.dataSource, request, playerId);
  }

  /**
   * Changes a player's settings.
   * @remarks What is left out stays as it is. The settings are the player's, whatever session he is in. The token of a
   * session may change those of its own player.
   */
  @Patch('settings')
  @RequireScope('play')
  @AllowSessionToken()
  @IdempotencyKey('optional')
  @PathParam('playerId', PLAYER_ID, 'alice')
  @ApiBody({ type: PlayerSettingsInput, examples: SETTINGS_EXAMPLES })
  @Answers(200, PlayerBody, 'The player with the new settings.')
  @Problems('not_found', 'too_many_conflicts')
  changePlayerSettings(
    @CurrentRequest() request: Request,
    @ExternalIdParam('playerId') playerId: string,
    @Body() settings: PlayerSettingsInput,
  ): Promise<Answer<Player> | Refusal> {
    return changePlayerSettings(this.dataSource, request, playerId, settings);
  }
}
