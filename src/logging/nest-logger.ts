import type { LoggerService } from '@nestjs/common';
import type { Logger } from 'pino';

/** Lets Nest write into the program's log. What Nest tells of its own start is of interest to few: debug. */
export class NestLogger implements LoggerService {
  constructor(private readonly logger: Logger) {}

  log(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  debug(message: unknown, context?: string): void {
    this.logger.debug({ context }, String(message));
  }

  verbose(message: unknown, context?: string): void {
    this.logger.trace({ context }, String(message));
  }

  warn(message: unknown, context?: string): void {
    this.logger.warn({ context }, String(message));
  }

  error(message: unknown, stackOrContext?: string, context?: string): void {
    if (message instanceof Error)
      this.logger.error({ err: message, context: context ?? stackOrContext }, message.message);
    else this.logger.error({ stack: stackOrContext, context }, String(message));
  }

  fatal(message: unknown, context?: string): void {
    this.logger.fatal({ context }, String(message));
  }
}
