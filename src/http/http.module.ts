import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { DataSource } from 'typeorm';
import { Credentials } from '../application/operators/credentials';
import { AccessGuard } from './access.guard';
import { AnswerInterceptor } from './answer.interceptor';
import { ErrorsPageController } from './documentation/errors-page.controller';
import { InputGuard } from './input.guard';
import { InputPipe } from './input.pipe';
import { AccessLog } from './observability/access-log';
import { Metrics } from './observability/metrics';
import { RandomnessMetrics } from './observability/randomness-metrics';
import { ObservabilityController } from './observability/observability.controller';
import { ProblemFilter } from './problem.filter';
import { RateLimit } from './rate-limit';
import { Housekeeping } from './housekeeping';
import { TOKEN_SECRET } from './tokens';

/** What every route has in common: who may call, what may come in, and how answers and problems go out. */
@Module({
  controllers: [ObservabilityController, ErrorsPageController],
  providers: [
    {
      provide: Credentials,
      useFactory: (dataSource: DataSource, secret: Buffer) => new Credentials(dataSource.manager, secret),
      inject: [DataSource, TOKEN_SECRET],
    },
    RateLimit,
    Metrics,
    RandomnessMetrics,
    AccessLog,
    Housekeeping,
    // Guards run in this order: strangers are turned away before anybody looks at their input.
    { provide: APP_GUARD, useClass: AccessGuard },
    { provide: APP_GUARD, useClass: InputGuard },
    { provide: APP_PIPE, useClass: InputPipe },
    { provide: APP_INTERCEPTOR, useClass: AnswerInterceptor },
    { provide: APP_FILTER, useClass: ProblemFilter },
  ],
  exports: [Metrics],
})
export class HttpModule {}
