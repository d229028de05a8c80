import { Controller, Get, Inject } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { Config } from '../../config/config';
import { BearerToken, FromThisMachine } from '../observability/caller-place';
import { refuseStranger } from '../observability/refuse-stranger';
import { Answers, Open, Problems } from '../route-rules';
import { CLOCK, type Clock, CONFIG } from '../tokens';
import { SoftwareStateBody } from './software.dto';
import { SoftwareWatch } from './software-watch';

const MOST_CHANGES = 100;

/** For whoever has to know that the program that runs is the one that was certified. */
@ApiTags('Operations')
@Controller()
export class SoftwareController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly watch: SoftwareWatch,
  ) {}

  /**
   * Says which program runs, and whether its files are still those that it was started with.
   * @remarks Every deployed file is read for the answer. From the same machine without credentials; from elsewhere with
   * `Authorization: Bearer` and METRICS_TOKEN, and not at all where none is configured.
   */
  @Get('software')
  @Open()
  @Answers(200, SoftwareStateBody, 'The program, and how its files are now.')
  @Problems('unauthorized', 'not_found')
  async readSoftware(
    @FromThisMachine() isLocal: boolean,
    @BearerToken() token: string,
  ): Promise<SoftwareStateBody> {
    if (!isLocal) refuseStranger(token, this.config.metricsToken);
    const { running, digest, changes } = await this.watch.check();
    const { name, version, node, digest: startedWith } = running;
    return {
      name,
      version,
      node,
      startedWith,
      digest,
      unchanged: changes.length === 0,
      changes: changes.slice(0, MOST_CHANGES),
      checkedAt: this.clock().toISOString(),
    };
  }
}
