import { Body, Controller, Inject, Post } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import type { Refusal } from '../../application/refusal';
import type { Answer, Request } from '../../application/request';
import { eraseOperatorsPlayer, type Erasure } from '../../application/retention/erase-player';
import { CurrentRequest } from '../current-request';
import { ExternalIdParam, PathParam } from '../path-parameters';
import { Answers, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { ERASE_EXAMPLES } from './erase-examples';
import { EraseBody, ErasureBody } from './erase.dto';

@ApiTags('Players')
@Controller('v1/players/:playerId')
export class EraseController {
  constructor(@Inject(DataSource) private readonly dataSource: DataSource) {}

  /**
   * Erases a player.
   * @remarks His id, settings, addresses, countries, languages and return URLs are gone, and his sessions are closed.
   * Rounds and transfers stay, under a name that nobody can have, and the chain of seals stays valid. His id does not
   * exist afterwards: a player who gets it later is a new one and begins with nothing. Refused while a round of his is
   * open, a wallet holds money that is not play money, or he is suspended. It cannot be undone. Name the person behind the call in
   * `X-Actor-Name`.
   */
  @Post('erase')
  @RequireScope('admin')
  @IdempotencyKey('required')
  @PathParam('playerId', 'The operator’s own id of the player.', 'alice')
  @ApiBody({ type: EraseBody, examples: ERASE_EXAMPLES })
  @Answers(200, ErasureBody, 'He is erased. This is all that is on record of it.')
  @Problems(
    'not_found',
    'round_open',
    'wallet_not_empty',
    'suspension_in_force',
    'erased_too_often',
    'too_many_conflicts',
  )
  erasePlayer(
    @CurrentRequest() request: Request,
    @ExternalIdParam('playerId') playerId: string,
    @Body() { reason, reference }: EraseBody,
  ): Promise<Answer<Erasure> | Refusal> {
    return eraseOperatorsPlayer(this.dataSource, request, playerId, { reason, reference: reference ?? null });
  }
}
