import { setTimeout as sleep } from 'node:timers/promises';
import { Controller, Get, Inject, type StreamableFile } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import { DataSource } from 'typeorm';
import type { Config } from '../../config/config';
import { Refused } from '../problem';
import { Answers, AnswersText, Open, Problems } from '../route-rules';
import { textAnswer } from '../text-answer';
import { CONFIG, STOPPING } from '../tokens';
import { BearerToken, FromThisMachine } from './caller-place';
import { HealthBody } from './health.dto';
import { Metrics } from './metrics';
import { refuseStranger } from './refuse-stranger';

const DATABASE_TIMEOUT_MS = 2000;

/** For whoever runs the server: load balancers, orchestrators, Prometheus. */
@ApiTags('Operations')
@Controller()
export class ObservabilityController {
  constructor(
    @Inject(DataSource) private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(STOPPING) private readonly stopping: AbortSignal,
    private readonly metrics: Metrics,
  ) {}

  /** Says that the process runs. */
  @Get('health/live')
  @Open()
  @Answers(200, HealthBody, 'The process runs.')
  checkLiveness(@FromThisMachine() isLocal: boolean): HealthBody {
    return healthFor(isLocal);
  }

  /**
   * Says whether requests can be served.
   * @remarks 503 while the database does not answer within two seconds, and as soon as the server is told to stop. A
   * source of randomness that fails does not count: deals get 503 then, and all else goes on; `randomness_healthy` at
   * /metrics tells it.
   */
  @Get('health/ready')
  @Open()
  @Answers(200, HealthBody, 'Requests can be served.')
  async checkReadiness(@FromThisMachine() isLocal: boolean): Promise<HealthBody> {
    if (this.stopping.aborted) {
      throw new Refused({ refused: 'unavailable', detail: 'The server is about to stop.' });
    }
    if (await answersInTime(this.dataSource)) return healthFor(isLocal);
    throw new Refused({ refused: 'unavailable', detail: 'The database does not answer.' });
  }

  /**
   * The numbers of this process for Prometheus.
   * @remarks From the same machine without credentials; from elsewhere with `Authorization: Bearer` and METRICS_TOKEN,
   * and not at all where none is configured.
   */
  @Get('metrics')
  @Open()
  @AnswersText('The numbers, in the text format of Prometheus.', 'text/plain')
  @Problems('unauthorized', 'not_found')
  async readMetrics(
    @FromThisMachine() isLocal: boolean,
    @BearerToken() token: string,
  ): Promise<StreamableFile> {
    if (!isLocal) refuseStranger(token, this.config.metricsToken);
    return textAnswer('text/plain; version=0.0.4', await this.metrics.registry.metrics());
  }
}

/** Strangers learn no more than they need to send requests here or elsewhere. */
function healthFor(isLocal: boolean): HealthBody {
  return isLocal ? { status: 'up', uptimeSeconds: Math.floor(process.uptime()) } : { status: 'up' };
}

async function answersInTime(dataSource: DataSource): Promise<boolean> {
  const timer = new AbortController();
  const tooLate = sleep(DATABASE_TIMEOUT_MS, false, { signal: timer.signal }).catch(() => false);
  const answered = dataSource.query('SELECT 1').then(
    () => true,
    () => false,
  );
  return Promise.race([answered, tooLate]).finally(() => {
    timer.abort();
  });
}
