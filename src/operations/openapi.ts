import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { readConfig } from '../config/config';
import { createDataSource } from '../database/data-source';
import { AppModule } from '../app.module';
import { describeApi } from '../http/documentation/describe-api';
import { NestFactory } from '@nestjs/core';
import { createLogger } from '../logging/logger';

/** Writes the OpenAPI document to a file. In preview mode Nest makes no instances, so no database is needed. */
async function main(path: string | undefined): Promise<void> {
  if (path === undefined) throw new Error('The name of the file to write is missing.');
  const root = AppModule.forRoot({
    config: readConfig({}),
    dataSource: createDataSource('postgresql://nobody@localhost/none', 1),
    logger: createLogger('silent'),
    stopping: new AbortController().signal,
  });
  const app = await NestFactory.create(root, { preview: true, logger: false, abortOnError: false });
  writeFileSync(path, `${JSON.stringify(describeApi(app), null, 2)}\n`);
}

main(process.argv[2]).catch((error: unknown) => {
  process.stderr.write(`${String((error as Error).stack)}\n`);
  process.exitCode = 1;
});
