import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Credentials, type Identity } from '../application/operators/credentials';
import { invalid, isRefusal, type Refusal } from '../application/refusal';
import type { Caller } from '../application/request';
import { printableAscii } from '../application/text-forms';
import { checkSignature, useSignature } from '../application/operators/signatures';
import { type Exchange, exchangeOf } from './express-adapter';
import { bearerToken } from './observability/caller-place';
import { Refused } from './problem';
import { RateLimit } from './rate-limit';
import { type RouteRules, rulesOf } from './route-rules';

const ACTOR_NAME = printableAscii(128);

/** Nobody reaches a route without being known, within his rate, signed where he demands it, and permitted. */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly credentials: Credentials,
    private readonly rateLimit: RateLimit,
    @Inject(DataSource) private readonly dataSource: DataSource,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const rules = rulesOf(context.getHandler());
    if (rules.open) return true;
    const exchange = exchangeOf(context);
    const token = bearerToken(exchange);
    const identity = await this.identify(exchange, token, rules.hot);
    const { caller } = identity;
    // Known from here on, so that a refusal below is logged with the one who caused it.
    exchange.caller = caller;
    this.rateLimit.count(exchange, caller);
    if (identity.requiresSignature) await this.checkSignature(exchange, caller, token, rules.hot);
    refuse(permissionProblem(rules, caller));
    exchange.caller = { ...caller, actorName: actorName(exchange) };
    return true;
  }

  private async identify(exchange: Exchange, token: string, mayBeCached: boolean): Promise<Identity> {
    const reputation = this.credentials.reputationOf(token, exchange.arrivedAt);
    if (reputation !== 'good') this.rateLimit.refuseTooManyFailures(exchange, reputation);
    const identity = await this.credentials.identify(token, mayBeCached, exchange.arrivedAt);
    if (identity !== null) return identity;
    this.rateLimit.countFailure(exchange, reputation);
    throw unauthorized(
      token === ''
        ? 'Authorization: Bearer with an API key is needed.'
        : 'The API key or session token is not valid.',
    );
  }

  private async checkSignature(
    exchange: Exchange,
    { operatorId }: Caller,
    apiKey: string,
    hot: boolean,
  ): Promise<void> {
    const timestamp = exchange.header('X-Timestamp');
    const signature = exchange.header('X-Signature');
    if (timestamp === undefined || signature === undefined) {
      const detail = 'This operator signs requests: X-Timestamp and X-Signature are needed.';
      throw new Refused({ refused: 'signature_required', detail });
    }
    const { method, target, rawBody: body, arrivedAt } = exchange;
    const request = { timestamp, signature, method, target, body };
    const checked = checkSignature(apiKey, request, arrivedAt);
    if (isRefusal(checked)) throw new Refused(checked);
    // A hot use case uses the signature up in its own read.
    if (hot) exchange.signatureHash = checked;
    else refuse(await useSignature(this.dataSource.manager, operatorId, checked, arrivedAt));
  }
}

function permissionProblem({ scope, sessionTokens }: RouteRules, caller: Caller): Refusal | null {
  if (caller.sessionId !== null) {
    return sessionTokens ? null : { refused: 'forbidden', detail: 'A session token cannot do this.' };
  }
  if (scope === null || caller.scopes.includes(scope)) return null;
  return { refused: 'forbidden', detail: `The API key lacks the scope ${scope}.` };
}

function actorName(exchange: Exchange): string | null {
  const name = exchange.header('X-Actor-Name');
  if (name === undefined) return null;
  if (ACTOR_NAME.test(name)) return name;
  const detail = 'must be 1 to 128 printable ASCII characters';
  throw new Refused(invalid([{ path: 'header.X-Actor-Name', detail }]));
}

function unauthorized(detail: string): Refused {
  return new Refused({ refused: 'unauthorized', detail });
}

function refuse(refusal: Refusal | null): void {
  if (refusal !== null) throw new Refused(refusal);
}
