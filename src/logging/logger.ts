import { destination, type DestinationStream, type Logger, pino } from 'pino';
import type { Config } from '../config/config';
import { loggableError } from './loggable-error';

const standardError = 2;

/** The program's log: one JSON object per line on standard error; standard output has the start-up lines. */
export function createLogger(
  level: Config['logLevel'],
  stream: DestinationStream = destination({ dest: standardError, sync: true }),
): Logger {
  return pino(
    {
      level,
      base: null,
      serializers: { err: loggableError },
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label) => ({ level: label }) },
    },
    stream,
  );
}
