import { Body, Controller, Get, Inject, Post, Put, Query } from '@nestjs/common';
import { ApiBody, ApiTags } from '@nestjs/swagger';
import { FairnessDesk } from '../../application/fairness/fairness';
import type { Fairness } from '../../application/fairness/fairness-body';
import type { Proof } from '../../application/fairness/make-proof';
import { readProof } from '../../application/fairness/proof';
import type { Refusal } from '../../application/refusal';
import type { Answer, Request } from '../../application/request';
import type { RoundContext } from '../../application/rounds/context';
import { CurrentRequest } from '../current-request';
import { PathParam, UuidParam } from '../path-parameters';
import { ROUND_CONTEXT } from '../rounds/round-context';
import { AllowSessionToken, Answers, IdempotencyKey, Problems, RequireScope } from '../route-rules';
import { CLIENT_SEED_EXAMPLES } from './client-seed-examples';
import { ClientSeedBody, FairnessBody } from './fairness.dto';
import { ProofBody, ProofQuery } from './proof.dto';

const SOME_ID = '019b0000-0000-7000-8000-000000000001';

@ApiTags('Fairness')
@Controller('v1')
export class FairnessController {
  constructor(
    private readonly desk: FairnessDesk,
    @Inject(ROUND_CONTEXT) private readonly context: RoundContext,
  ) {}

  /**
   * What the player can hold the server to.
   * @remarks The server seed of the session is committed to by its hash before anything is dealt from it. Note commitment,
   * client seed and nonce before you bet: a proof can only be held to what was noted. A session at a
   * shared table is shown the table's shoe: `seedNo` is its number, `clientSeed` its public salt.
   */
  @Get('sessions/:sessionId/fairness')
  @AllowSessionToken()
  @PathParam('sessionId', 'The session.', SOME_ID)
  @Answers(200, FairnessBody, 'The commitment, the client seed and what was revealed.')
  @Problems('not_found')
  readFairness(
    @CurrentRequest() request: Request,
    @UuidParam('sessionId', 'session') sessionId: string,
  ): Promise<Answer<Fairness> | Refusal> {
    return this.desk.read(request, sessionId);
  }

  /**
   * Sets the player's own word.
   * @remarks It counts from the next shoe on; a shoe that is kept between rounds goes on with the one it was made with.
   */
  @Put('sessions/:sessionId/fairness/client-seed')
  @RequireScope('play')
  @AllowSessionToken()
  @IdempotencyKey('optional')
  @PathParam('sessionId', 'The session.', SOME_ID)
  @Answers(200, FairnessBody, 'The commitment with the new client seed.')
  @Problems('not_found', 'session_closed', 'shared_shoe', 'too_many_conflicts')
  @ApiBody({ type: ClientSeedBody, examples: CLIENT_SEED_EXAMPLES })
  setClientSeed(
    @CurrentRequest() request: Request,
    @UuidParam('sessionId', 'session') sessionId: string,
    @Body() { clientSeed }: ClientSeedBody,
  ): Promise<Answer<Fairness> | Refusal> {
    return this.desk.setClientSeed(request, sessionId, clientSeed);
  }

  /**
   * Reveals the server seed and commits to a new one.
   * @remarks Refused while a round of the session is open. A shoe that was kept is not dealt on.
   */
  @Post('sessions/:sessionId/fairness/rotate')
  @RequireScope('play')
  @AllowSessionToken()
  @IdempotencyKey('optional')
  @PathParam('sessionId', 'The session.', SOME_ID)
  @Answers(200, FairnessBody, 'The new commitment, and the seed that was revealed.')
  @Problems('not_found', 'round_open', 'session_closed', 'shared_shoe', 'too_many_conflicts')
  rotateSeed(
    @CurrentRequest() request: Request,
    @UuidParam('sessionId', 'session') sessionId: string,
  ): Promise<Answer<Fairness> | Refusal> {
    return this.desk.rotate(request, sessionId);
  }

  /**
   * The proof of a round that has ended.
   * @remarks `GET /verify.cjs` gives the program that checks it offline: `node verify.cjs proof.json`. The server seed is in it
   * once it was revealed: by a rotation, or at the end of the shoe of a shared table. That the seeds were fixed before the
   * bet shows when commitment, client seed and nonce are those that the player noted then. At a table a player's proof shows
   * everybody's cards and choices and his own money, with himself as bettor 0 and the least stake on the seats of others;
   * an operator's key gets everybody's, or that of the player whom `playerId` names.
   */
  @Get('rounds/:roundId/proof')
  @AllowSessionToken()
  @PathParam('roundId', 'The round.', SOME_ID)
  @Answers(200, ProofBody, 'The proof.')
  @Problems('not_found', 'round_open')
  readProof(
    @CurrentRequest() request: Request,
    @UuidParam('roundId', 'round') roundId: string,
    @Query() { playerId }: ProofQuery,
  ): Promise<Answer<Proof> | Refusal> {
    return readProof(this.context, request, roundId, playerId ?? null);
  }
}
