import type { Type } from '@nestjs/common';
import { ApiExtension, ApiResponse } from '@nestjs/swagger';
import type { RefusalCode } from '../application/refusal';
import type { Scope } from '../application/request';
import { headerRef } from './documentation/headers';

/** What is said about a route beside its path: the guards obey it, and the OpenAPI document tells it. */
export interface RouteRules {
  /** No credentials are asked for. */
  readonly open: boolean;
  /** An operator key needs this scope; null: any key will do. */
  readonly scope: Scope | null;
  readonly sessionTokens: boolean;
  /** The use case checks itself, in its own read, that the key is still good. */
  readonly hot: boolean;
  readonly idempotencyKey: 'required' | 'optional' | null;
  readonly problems: readonly RefusalCode[];
  readonly answers: readonly number[];
  /** Media types other than JSON in which the answer may come. */
  readonly textTypes: readonly string[];
}

const NO_RULES: RouteRules = {
  open: false,
  scope: null,
  sessionTokens: false,
  hot: false,
  idempotencyKey: null,
  problems: [],
  answers: [],
  textTypes: [],
};

const KEY = Symbol('route rules');

/** The extension under which the rules travel into the OpenAPI document, where they are spelled out and removed. */
export const RULES_EXTENSION = 'x-route-rules';

export function rulesOf(handler: object): RouteRules {
  return (Reflect.getMetadata(KEY, handler) as RouteRules | undefined) ?? NO_RULES;
}

/** The route can be called by anybody: documentation, health. */
export function Open(): MethodDecorator {
  return rule(() => ({ open: true }));
}

/** An operator key needs this scope. */
export function RequireScope(scope: Scope): MethodDecorator {
  return rule(() => ({ scope }));
}

/** The token of a game session will do as well; the use case confines it to its own session. */
export function AllowSessionToken(): MethodDecorator {
  return rule(() => ({ sessionTokens: true }));
}

/**
 * Credentials may be up to a minute old here, so that no round trip is spent on them: the use case reads
 * `caller.keyId` again in its own query, refuses a key that was revoked meanwhile, and uses up the signature of the
 * request in the same query.
 */
export function HotRoute(): MethodDecorator {
  return rule(() => ({ hot: true }));
}

/** Whether the call must or may carry an Idempotency-Key. Calls without this decorator ignore one. */
export function IdempotencyKey(need: 'required' | 'optional'): MethodDecorator {
  return rule(() => ({ idempotencyKey: need }));
}

/** The error codes of this operation beside those that follow from the other decorators. */
export function Problems(...codes: RefusalCode[]): MethodDecorator {
  return rule(({ problems }) => ({ problems: [...problems, ...codes] }));
}

/** One successful answer of this operation: its status, the class of its body, and what it means. */
export function Answers(status: 200 | 201, type: Type<unknown>, description: string): MethodDecorator {
  return (target, property, descriptor) => {
    rule(({ answers }) => ({ answers: [...answers, status] }))(target, property, descriptor);
    ApiResponse({ status, type, description })(target, property, descriptor);
  };
}

/** The answer of this operation may come as text of these media types: alone, or beside the JSON of `@Answers`. */
export function AnswersText(description: string, ...textTypes: string[]): MethodDecorator {
  return (target, property, descriptor) => {
    rule(({ answers }) => ({ answers: [...answers, 200], textTypes }))(target, property, descriptor);
    ApiResponse({ status: 200, description })(target, property, descriptor);
  };
}

/** The answer of this operation is a file to be kept, of which the example shows the beginning. */
export function AnswersFile(description: string, mediaType: string, example: string): MethodDecorator {
  return (target, property, descriptor) => {
    rule(({ answers }) => ({ answers: [...answers, 200], textTypes: [mediaType] }))(
      target,
      property,
      descriptor,
    );
    const examples = { file: { summary: 'how it begins', value: example } };
    const content = { [mediaType]: { schema: { type: 'string' }, examples } };
    const headers = { ETag: headerRef('FileDigest'), 'Repr-Digest': headerRef('ReprDigest') };
    ApiResponse({ status: 200, description, content, headers })(target, property, descriptor);
  };
}

/** The answer of this operation stays open and tells events, as the example shows. */
export function AnswersEvents(description: string, example: string): MethodDecorator {
  const textTypes = ['text/event-stream'];
  const examples = { events: { summary: 'what a reader is told who has just come', value: example } };
  const content = { 'text/event-stream': { schema: { type: 'string' }, examples } };
  return (target, property, descriptor) => {
    rule(({ answers }) => ({ answers: [...answers, 200], textTypes }))(target, property, descriptor);
    ApiResponse({ status: 200, description, content })(target, property, descriptor);
  };
}

function rule(change: (rules: RouteRules) => Partial<RouteRules>): MethodDecorator {
  return (target, property, descriptor) => {
    const handler = descriptor.value as object;
    Reflect.defineMetadata(KEY, { ...rulesOf(handler), ...change(rulesOf(handler)) }, handler);
    // The handler rather than its rules: decorators that stand above this one are yet to add theirs.
    ApiExtension(RULES_EXTENSION, { handler })(target, property, descriptor);
  };
}
