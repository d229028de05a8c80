import { randomUUID } from 'node:crypto';
import type { ArgumentsHost } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request as ExpressRequest, Response as ExpressResponse } from 'express';
import type { Caller } from '../application/request';
import { printableAscii } from '../application/text-forms';

const REQUEST_ID = printableAscii(128);

/**
 * One HTTP call as the rest of the HTTP layer sees it. This file is the only one that touches Express: the adapter
 * below Nest is a measured choice, and may change.
 */
export class Exchange {
  readonly requestId: string;
  /** Set by the guard once the credentials are known. */
  caller: Caller | null = null;
  /** Of a good signature that is still to be used up. */
  signatureHash: Buffer | null = null;
  /** Whether the answer tells events as they happen: how long it takes says nothing about the server. */
  staysOpen = false;
  /**
   * When the last byte of the request had come: the time by which it is decided. Its first byte may be far older, if its
   * sender likes: he could come before his time, or twice as often as he may.
   */
  arrivedAt: Date;
  private bytes: Buffer = Buffer.alloc(0);

  constructor(
    private readonly request: ExpressRequest,
    private readonly response: ExpressResponse,
    startedAt: Date,
  ) {
    this.arrivedAt = startedAt;
    const given = request.headers['x-request-id'];
    this.requestId = typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
    response.setHeader('X-Request-Id', this.requestId);
  }

  get method(): string {
    return this.request.method;
  }

  /** Path and query exactly as they were sent. */
  get target(): string {
    return this.request.originalUrl;
  }

  get path(): string {
    const end = this.target.indexOf('?');
    return end < 0 ? this.target : this.target.slice(0, end);
  }

  /** The pattern of the matched route, such as `/v1/rounds/:roundId`; null where no route matched. */
  get routePattern(): string | null {
    const route = this.request.route as { path?: unknown } | undefined;
    return typeof route?.path === 'string' ? route.path : null;
  }

  /** Who holds the other end of the connection: the client, or the last proxy before us. */
  get remoteAddress(): string {
    return this.request.socket.remoteAddress ?? '';
  }

  /** The client, as the proxies that we trust name him; who holds the connection where there are none. */
  get clientAddress(): string {
    return this.request.ip ?? '';
  }

  /** The body as it came, after any Content-Encoding; empty when there was none. */
  get rawBody(): Buffer {
    return this.bytes;
  }

  get body(): unknown {
    return this.request.body as unknown;
  }

  set body(value: unknown) {
    this.request.body = value;
  }

  get statusCode(): number {
    return this.response.statusCode;
  }

  set statusCode(status: number) {
    this.response.status(status);
  }

  get headersSent(): boolean {
    return this.response.headersSent;
  }

  header(name: string): string | undefined {
    const value = this.request.headers[name.toLowerCase()];
    return Array.isArray(value) ? value.join(', ') : value;
  }

  setHeader(name: string, value: string): void {
    this.response.setHeader(name, value);
  }

  /** Takes the bytes that the parser left, so that `body` can become what they say. */
  keepRawBody(now: Date): void {
    this.arrivedAt = now;
    if (Buffer.isBuffer(this.request.body)) this.bytes = this.request.body;
    this.request.body = undefined;
  }

  /** The best of the media types for the caller's Accept header; the first one when he takes anything. */
  negotiate(types: readonly string[]): string | null {
    const best = this.request.accepts([...types]);
    return best === false ? null : best;
  }

  send(contentType: string, body: string): void {
    this.response.setHeader('Content-Type', contentType);
    this.response.send(body);
  }

  /** Cuts the connection, so that a caller cannot take half an answer for a whole one. */
  abort(): void {
    this.response.destroy();
  }

  onEnd(listener: () => void): void {
    this.response.once('close', listener);
  }
}

const exchanges = new WeakMap<object, Exchange>();

/** The exchange of the call that a guard, pipe, filter or interceptor is looking at. */
export function exchangeOf(host: ArgumentsHost): Exchange {
  const exchange = exchanges.get(host.switchToHttp().getRequest<ExpressRequest>());
  if (exchange === undefined) throw new Error('openExchanges has not run before this route');
  return exchange;
}

/**
 * Prepares the Express application: every call has an exchange from its first moment on, and its body is kept as
 * bytes. It is parsed after the credentials are known, for strangers learn nothing from their own bad JSON.
 */
export function openExchanges(
  app: NestExpressApplication,
  { now, maxBodyBytes, trustedProxies, onOpen }: ExchangeOptions,
): void {
  app.disable('x-powered-by');
  app.disable('etag');
  app.set('trust proxy', trustedProxies);
  app.use((request: ExpressRequest, response: ExpressResponse, next: NextFunction) => {
    const exchange = new Exchange(request, response, now());
    exchanges.set(request, exchange);
    onOpen(exchange);
    next();
  });
  app.useBodyParser('raw', { type: () => true, limit: maxBodyBytes });
  app.use((request: ExpressRequest, _response: ExpressResponse, next: NextFunction) => {
    exchanges.get(request)?.keepRawBody(now());
    next();
  });
}

export interface ExchangeOptions {
  readonly now: () => Date;
  readonly maxBodyBytes: number;
  /** How many proxies stand between the clients and us. */
  readonly trustedProxies: number;
  readonly onOpen: (exchange: Exchange) => void;
}

interface Layer {
  readonly route?: { readonly methods: Readonly<Record<string, boolean>> };
  match(path: string): boolean;
}

/** The methods that some route knows for the path: what a 405 has to say in its Allow header. */
export function allowedMethods(expressApp: { router?: { stack: Layer[] } }, path: string): string[] {
  const layers = (expressApp.router?.stack ?? []).filter((layer) => layer.route && layer.match(path));
  const methods = layers.flatMap((layer) => Object.keys(layer.route?.methods ?? {}));
  // Express answers HEAD wherever it answers GET.
  const known = methods.flatMap((method) => (method === 'get' ? ['get', 'head'] : [method]));
  return [...new Set(known.map((method) => method.toUpperCase()))].sort();
}
