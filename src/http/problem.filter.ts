import {
  type ArgumentsHost,
  Catch,
  type ExceptionFilter,
  HttpException,
  Inject,
  Injectable,
  NotFoundException,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import type { Logger } from 'pino';
import { notFound, type Refusal, type RefusalCode } from '../application/refusal';
import { RandomnessUnhealthy } from '../randomness/random-source';
import { allowedMethods, type Exchange, exchangeOf } from './express-adapter';
import { problemBody, PROBLEMS, Refused } from './problem';
import { LOGGER } from './tokens';
import { unavailable } from './unavailable';

/** Whatever goes wrong leaves as a problem, and says nothing about our insides. */
@Catch()
@Injectable()
export class ProblemFilter implements ExceptionFilter {
  constructor(
    private readonly adapterHost: HttpAdapterHost,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  catch(error: unknown, host: ArgumentsHost): void {
    const exchange = exchangeOf(host);
    // Half an answer is out already: only a broken connection can tell the caller so.
    if (exchange.headersSent) {
      this.log(error, exchange, 'an answer broke off');
      exchange.abort();
      return;
    }
    const { refusal, headers } = this.refusedFor(error, exchange);
    this.write(exchange, refusal, headers);
  }

  private refusedFor(error: unknown, exchange: Exchange): Refused {
    if (error instanceof Refused) return error;
    if (error instanceof NotFoundException) return this.unknownRoute(exchange);
    const code = requestErrorCode(error);
    if (code !== null) return new Refused({ refused: code, detail: `${PROBLEMS[code].title}.` });
    const passing = unavailable(error);
    if (passing !== null) {
      this.log(error, exchange, passing.reason);
      return new Refused({ refused: 'unavailable', detail: passing.detail });
    }
    if (error instanceof RandomnessUnhealthy) {
      this.log(error, exchange, 'the source of randomness is not healthy');
      return new Refused({ refused: 'unavailable', detail: 'No cards can be dealt for the moment.' });
    }
    this.log(error, exchange, 'a request failed unexpectedly');
    const detail = 'Something went wrong here. The log of the server knows more under this requestId.';
    return new Refused({ refused: 'internal_error', detail });
  }

  private unknownRoute(exchange: Exchange): Refused {
    const methods = allowedMethods(this.adapterHost.httpAdapter.getInstance(), exchange.path);
    if (methods.length === 0) return new Refused(notFound('path'));
    const allow = methods.join(', ');
    const detail = `This path takes ${allow}.`;
    return new Refused({ refused: 'method_not_allowed', detail }, { Allow: allow });
  }

  private write(exchange: Exchange, refusal: Refusal, headers: Readonly<Record<string, string>>): void {
    const body = problemBody(refusal, exchange.requestId);
    if (body.status === 401) exchange.setHeader('WWW-Authenticate', 'Bearer');
    if (body.retryable)
      exchange.setHeader('Retry-After', String(secondsUntil(refusal.availableAt, exchange)));
    for (const [name, value] of Object.entries(headers)) exchange.setHeader(name, value);
    exchange.statusCode = body.status;
    exchange.send('application/problem+json; charset=utf-8', JSON.stringify(body));
  }

  private log(error: unknown, { requestId, method, routePattern }: Exchange, message: string): void {
    this.logger.error({ err: error, requestId, method, route: routePattern }, message);
  }
}

/** A second where nothing better is known. */
function secondsUntil(time: string | undefined, { arrivedAt }: Exchange): number {
  if (time === undefined) return 1;
  return Math.max(1, Math.ceil((new Date(time).getTime() - arrivedAt.getTime()) / 1000));
}

/** Errors of Express and of the body parser carry the status that they mean. */
function requestErrorCode(error: unknown): RefusalCode | null {
  const status = error instanceof HttpException ? error.getStatus() : statusOf(error);
  switch (status) {
    case 413:
      return 'body_too_large';
    case 415:
      return 'unsupported_media_type';
    default:
      return status !== null && status >= 400 && status < 500 ? 'invalid_request' : null;
  }
}

function statusOf(error: unknown): number | null {
  const status = (error as { status?: unknown } | null)?.status;
  return typeof status === 'number' ? status : null;
}
