import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { type Exchange, exchangeOf } from '../express-adapter';

/** Whether the caller sits on this machine. What a proxy passes on comes from elsewhere, wherever the proxy runs. */
export const FromThisMachine = createParamDecorator((_: unknown, context: ExecutionContext): boolean => {
  const exchange = exchangeOf(context);
  return isLoopback(exchange.remoteAddress) && !wasForwarded(exchange);
});

/** The token of the Authorization header; empty without one. */
export const BearerToken = createParamDecorator((_: unknown, context: ExecutionContext): string => {
  return bearerToken(exchangeOf(context));
});

export function bearerToken(exchange: Exchange): string {
  return /^Bearer +([\x21-\x7e]{1,256}) *$/i.exec(exchange.header('Authorization') ?? '')?.[1] ?? '';
}

function isLoopback(address: string): boolean {
  return address === '::1' || /^(::ffff:)?127\./.test(address);
}

function wasForwarded(exchange: Exchange): boolean {
  return ['Forwarded', 'X-Forwarded-For', 'X-Real-IP'].some((name) => exchange.header(name) !== undefined);
}
