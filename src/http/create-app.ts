import type { DynamicModule, INestApplication, LoggerService } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Config } from '../config/config';
import { serveDocumentation } from './documentation/serve-documentation';
import { openExchanges } from './express-adapter';
import { AccessLog } from './observability/access-log';
import { CLOCK, type Clock, CONFIG } from './tokens';

/** The whole HTTP application, ready to listen. */
export async function createApp(root: DynamicModule, logger: LoggerService): Promise<INestApplication> {
  const app = await NestFactory.create<NestExpressApplication>(root, {
    logger,
    abortOnError: false,
    bodyParser: false,
  });
  const accessLog = app.get(AccessLog);
  const { maxBodyBytes, trustedProxies } = app.get<Config>(CONFIG);
  openExchanges(app, {
    now: app.get<Clock>(CLOCK),
    maxBodyBytes,
    trustedProxies,
    onOpen: (exchange) => accessLog.follow(exchange),
  });
  serveDocumentation(app);
  return app;
}
