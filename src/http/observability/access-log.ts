import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from 'pino';
import { Exchange } from '../express-adapter';
import { LOGGER } from '../tokens';
import { Metrics } from './metrics';

/** One line and one measurement for every request. Neither headers nor bodies nor queries are written. */
@Injectable()
export class AccessLog {
  constructor(
    @Inject(LOGGER) private readonly logger: Logger,
    private readonly metrics: Metrics,
  ) {}

  follow(exchange: Exchange): void {
    const startedNs = process.hrtime.bigint();
    exchange.onEnd(() => this.write(exchange, Number(process.hrtime.bigint() - startedNs) / 1e9));
  }

  private write(exchange: Exchange, seconds: number): void {
    const { method, statusCode: status, requestId, caller } = exchange;
    // A path that no route knows is the caller's text: as a label it would make a series of each of his mistakes.
    const route = exchange.routePattern ?? 'unknown';
    if (!exchange.staysOpen) this.metrics.httpRequestSeconds.observe({ route, method, status }, seconds);
    const line = {
      requestId,
      method,
      route,
      status,
      ms: Math.round(seconds * 1e5) / 100,
      operatorId: caller?.operatorId,
      keyId: caller?.keyId ?? undefined,
      sessionId: caller?.sessionId ?? undefined,
      actorName: caller?.actorName ?? undefined,
    };
    if (status >= 500) this.logger.error(line, 'request');
    else this.logger.info(line, 'request');
  }
}
