import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Request } from '../application/request';
import { canonicalJson } from '../application/canonical-json';
import { type Exchange, exchangeOf } from './express-adapter';
import { rulesOf } from './route-rules';

/** The call as use cases know it: `@CurrentRequest() request: Request`. */
export const CurrentRequest = createParamDecorator((_: unknown, context: ExecutionContext): Request => {
  const exchange = exchangeOf(context);
  if (exchange.caller === null) throw new Error('an open route has no current request');
  const key = rulesOf(context.getHandler()).idempotencyKey && exchange.header('Idempotency-Key');
  return {
    caller: exchange.caller,
    requestId: exchange.requestId,
    now: exchange.arrivedAt,
    idempotency: key ? { key, requestHash: requestHash(exchange) } : null,
    signatureHash: exchange.signatureHash,
  };
});

/** Tells requests apart by what they ask for: white space and the order of keys in the body are no difference. */
function requestHash({ method, target, body }: Exchange): Buffer {
  return createHash('sha256')
    .update(`${method}\n${target}\n${canonicalJson(body)}`)
    .digest();
}
