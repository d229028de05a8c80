import { Injectable, StreamableFile } from '@nestjs/common';
import type { CallHandler, ExecutionContext, NestInterceptor } from '@nestjs/common';
import { map, type Observable } from 'rxjs';
import { isRefusal } from '../application/refusal';
import type { Answer } from '../application/request';
import { type Exchange, exchangeOf } from './express-adapter';
import { Refused } from './problem';
import { EventStream, FileAnswer } from './text-answer';

/**
 * Turns what a use case returned into HTTP: an answer into its status and body, a refusal into a problem, and any
 * other value into the body of a 200. Bodies are written here and nowhere else, so that equal answers are equal bytes.
 */
@Injectable()
export class AnswerInterceptor implements NestInterceptor {
  intercept(context: ExecutionContext, next: CallHandler<unknown>): Observable<unknown> {
    const exchange = exchangeOf(context);
    return next.handle().pipe(map((result) => write(exchange, result)));
  }
}

const REPLAYED = { 'Idempotency-Replayed': 'true' };

function write(exchange: Exchange, result: unknown): unknown {
  if (isRefusal(result)) throw new Refused(result, result.replayOf === undefined ? {} : REPLAYED);
  if (result instanceof StreamableFile) {
    exchange.statusCode = 200;
    if (result instanceof EventStream) stayOpen(exchange);
    if (result instanceof FileAnswer) setHeaders(exchange, result.headers);
    return result;
  }
  const answer = isAnswer(result) ? result : { status: 200, body: result, replayed: false };
  exchange.statusCode = answer.status;
  if (answer.replayed) setHeaders(exchange, REPLAYED);
  exchange.setHeader('Content-Type', 'application/json; charset=utf-8');
  return JSON.stringify(answer.body);
}

function setHeaders(exchange: Exchange, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) exchange.setHeader(name, value);
}

/** What stands between us and the caller must neither keep the events nor hold them back. */
function stayOpen(exchange: Exchange): void {
  exchange.staysOpen = true;
  exchange.setHeader('Cache-Control', 'no-store');
  exchange.setHeader('X-Accel-Buffering', 'no');
}

function isAnswer(value: unknown): value is Answer<unknown> {
  return typeof value === 'object' && value !== null && 'replayed' in value && 'body' in value;
}
