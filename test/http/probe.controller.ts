import { Body, Controller, Delete, Get, Post, Put, Query, type StreamableFile } from '@nestjs/common';
import { REFUSAL_CODES, type Refusal, type RefusalCode } from '../../src/application/refusal';
import { type Answer, created, ok, type Request } from '../../src/application/request';
import { AcceptedType } from '../../src/http/accepted-type';
import { CurrentRequest } from '../../src/http/current-request';
import { readCursor } from '../../src/http/cursor';
import { ExternalIdParam, UuidParam } from '../../src/http/path-parameters';
import { AllowSessionToken, HotRoute, IdempotencyKey, Open, RequireScope } from '../../src/http/route-rules';
import { streamedAnswer } from '../../src/http/text-answer';
import { ProbeBody, ProbeQuery } from './probe.dto';

/** Routes on which the conventions can be seen without any game behind them. */
@Controller('v1/probe')
export class ProbeController {
  @Get('caller')
  @AllowSessionToken()
  caller(@CurrentRequest() { caller, requestId }: Request): object {
    return { ...caller, requestId };
  }

  @Get('hot')
  @HotRoute()
  hot(@CurrentRequest() { caller }: Request): object {
    return caller;
  }

  @Get('wallet')
  @RequireScope('wallet')
  wallet(): object {
    return { fine: true };
  }

  @Get('refusals/:code')
  @Open()
  refusal(@ExternalIdParam('code') code: string): Refusal {
    const refused = REFUSAL_CODES.find((known) => known === code) as RefusalCode;
    const bounds = { min: 50, max: 3000, step: 50 };
    return { refused, detail: 'A test.', balance: 900, price: 1000, bounds, round: { id: 'r', version: 3 } };
  }

  @Post('answers')
  @IdempotencyKey('required')
  answer(@CurrentRequest() request: Request, @Body() body: ProbeBody): Answer<object> {
    return created({ body, hash: request.idempotency?.requestHash.toString('hex') });
  }

  @Put('answers')
  @IdempotencyKey('optional')
  put(@CurrentRequest() { idempotency }: Request, @Body() body: ProbeBody): Answer<object> {
    return { ...ok({ body, key: idempotency?.key ?? null }), replayed: true };
  }

  @Post('nothing')
  nothing(): Answer<object> {
    return ok({});
  }

  @Get('lists')
  list(@Query() { limit, cursor, playerId }: ProbeQuery): object {
    const place = cursor === undefined ? null : readCursor(cursor, isPlace);
    return { limit, place, playerId: playerId ?? null };
  }

  @Get('rounds/:roundId')
  round(@UuidParam('roundId', 'round') roundId: string): object {
    return { roundId };
  }

  @Delete('players/:playerId')
  player(@ExternalIdParam('playerId') playerId: string): object {
    return { playerId };
  }

  @Get('rows')
  rows(@AcceptedType('application/json', 'text/csv') mediaType: string): object | StreamableFile {
    return mediaType === 'text/csv' ? streamedAnswer(mediaType, csv()) : { items: [1, 2] };
  }

  @Get('broken-rows')
  @Open()
  brokenRows(): StreamableFile {
    return streamedAnswer('text/csv', brokenCsv());
  }

  @Get('failures/unexpected')
  @Open()
  fail(): never {
    throw Object.assign(new Error('the seed is 4f5a9c'), { parameters: ['hc_secret'] });
  }
}

function isPlace(value: unknown): value is { at: number } {
  return typeof value === 'object' && value !== null && typeof (value as { at?: unknown }).at === 'number';
}

// A real one would read the next rows of a query between two chunks.
async function* csv(): AsyncGenerator<string> {
  yield 'n\n';
  yield await Promise.resolve('1\n2\n');
}

async function* brokenCsv(): AsyncGenerator<string> {
  yield 'n\n';
  yield 'x\n'.repeat(50_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  throw new Error('the rest is lost');
}
