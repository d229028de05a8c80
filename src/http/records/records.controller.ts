import { Controller, Get, Inject, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import { type AuditHead, auditHead } from '../../application/records/audit-head';
import type { RoundDocument } from '../../application/records/record-parts';
import { roundRecord } from '../../application/records/round-record';
import { type PublicJwk, publicKeys, type Signed, type SigningKey } from '../../application/records/signing';
import { isRefusal, type Refusal } from '../../application/refusal';
import type { Request } from '../../application/request';
import type { RoundContext } from '../../application/rounds/context';
import { AcceptedType } from '../accepted-type';
import { CurrentRequest } from '../current-request';
import { PathParam, UuidParam } from '../path-parameters';
import { ROUND_CONTEXT } from '../rounds/round-context';
import { Answers, AnswersText, Open, Problems, RequireScope } from '../route-rules';
import { textAnswer } from '../text-answer';
import { AuditHeadBody, KeySetBody } from './audit.dto';
import { recordPage } from './record-page';
import { RoundRecordBody } from './round-record.dto';
import { SIGNING_KEY } from './signing-key.provider';

const HTML = 'text/html';

/** What a regulator and an auditor ask for. */
@ApiTags('Records')
@Controller()
export class RecordsController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(SIGNING_KEY) private readonly key: SigningKey,
    @Inject(ROUND_CONTEXT) private readonly context: RoundContext,
  ) {}

  /**
   * Gives everything about one round in one signed document.
   * @remarks The rule set, the cards, the choices with times and actors, every transfer, a cancellation in full, the seals
   * over all of it, the programs that served, and once the round has ended its proof. What an open round hides stays hidden.
   * `Accept: text/html` gives the same as a page to print, with the signed document inside.
   */
  @Get('v1/rounds/:roundId/record')
  @RequireScope('history')
  @PathParam('roundId', 'The round.', '019b0000-0000-7000-8000-000000000002')
  @Answers(200, RoundRecordBody, 'The record.')
  @AnswersText('The record, to be printed.', HTML)
  @Problems('not_found', 'not_acceptable')
  async readRoundRecord(
    @CurrentRequest() request: Request,
    @AcceptedType('application/json', HTML) mediaType: string,
    @UuidParam('roundId', 'round') roundId: string,
  ): Promise<Signed<RoundDocument> | StreamableFile | Refusal> {
    const record = await roundRecord(this.context, this.key, request, roundId);
    return mediaType === HTML && !isRefusal(record) ? textAnswer(HTML, recordPage(record)) : record;
  }

  /**
   * Tells where the chain of seals over your records ends, signed.
   * @remarks Keep it: `npm run audit -- verify --head` proves with it later that nothing sealed up to here was changed,
   * removed or inserted since, not even by whoever can write to the database.
   */
  @Get('v1/audit/head')
  @RequireScope('history')
  @Answers(200, AuditHeadBody, 'The end of the chain.')
  @Problems('not_found')
  readAuditHead(@CurrentRequest() request: Request): Promise<Signed<AuditHead> | Refusal> {
    return auditHead(this.dataSource, this.key, request.caller.operatorId);
  }

  /**
   * Lists the public keys that records and heads are signed with.
   * @remarks As a JSON Web Key Set (RFC 7517). Keys that are no longer used stay in it, so that old signatures can be
   * checked.
   */
  @Get('.well-known/jwks.json')
  @Open()
  @Answers(200, KeySetBody, 'The keys.')
  async listSigningKeys(): Promise<{ keys: PublicJwk[] }> {
    return { keys: await publicKeys(this.dataSource.manager) };
  }
}
