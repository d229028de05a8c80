import { type CanActivate, type ExecutionContext, Injectable } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';
import { type FieldError, invalid } from '../application/refusal';
import { printableAscii } from '../application/text-forms';
import { type Exchange, exchangeOf } from './express-adapter';
import { readJsonBody } from './json-body';
import { Refused } from './problem';
import { rulesOf } from './route-rules';

const IDEMPOTENCY_KEY = printableAscii(255);

/** Reads the body as JSON, asks for the Idempotency-Key, and refuses input that the route has no use for. */
@Injectable()
export class InputGuard implements CanActivate {
  private readonly inputs = new WeakMap<object, { readonly body: boolean; readonly query: boolean }>();

  canActivate(context: ExecutionContext): boolean {
    const exchange = exchangeOf(context);
    const takes = this.inputsOf(context);
    exchange.body =
      exchange.method === 'GET' || exchange.method === 'HEAD' ? undefined : readJsonBody(exchange);
    refuseIdempotencyKey(exchange, rulesOf(context.getHandler()).idempotencyKey);
    const unknown = [
      ...(takes.body ? [] : unknownFields(exchange.body)),
      ...(takes.query ? [] : unknownParameters(exchange.target)),
    ];
    if (unknown.length > 0) throw new Refused(invalid(unknown));
    return true;
  }

  private inputsOf(context: ExecutionContext): { readonly body: boolean; readonly query: boolean } {
    const handler = context.getHandler();
    const known = this.inputs.get(handler);
    if (known !== undefined) return known;
    const metadata: unknown = Reflect.getMetadata(ROUTE_ARGS_METADATA, context.getClass(), handler.name);
    // Keys are `kind:index`; those of decorators of our own start with a random text instead of a number.
    const kinds = Object.keys(metadata ?? {}).map((key) => Number(key.split(':', 1)[0]));
    const inputs = {
      body: kinds.includes(RouteParamtypes.BODY),
      query: kinds.includes(RouteParamtypes.QUERY),
    };
    this.inputs.set(handler, inputs);
    return inputs;
  }
}

function refuseIdempotencyKey(exchange: Exchange, need: 'required' | 'optional' | null): void {
  const key = exchange.header('Idempotency-Key');
  if (need === null || (key === undefined && need === 'optional')) return;
  if (key === undefined) {
    const detail = 'Idempotency-Key is needed, so that a repeated request cannot act twice.';
    throw new Refused({ refused: 'idempotency_key_required', detail });
  }
  if (IDEMPOTENCY_KEY.test(key)) return;
  const detail = 'must be 1 to 255 printable ASCII characters';
  throw new Refused(invalid([{ path: 'header.Idempotency-Key', detail }]));
}

function unknownFields(body: unknown): FieldError[] {
  if (body === undefined) return [];
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    return [{ path: '', detail: 'must be a JSON object' }];
  }
  return Object.keys(body).map((path) => ({ path, detail: 'unknown field' }));
}

function unknownParameters(target: string): FieldError[] {
  const start = target.indexOf('?');
  if (start < 0) return [];
  const names = new Set(new URLSearchParams(target.slice(start)).keys());
  return [...names].map((name) => ({ path: `query.${name}`, detail: 'unknown field' }));
}
