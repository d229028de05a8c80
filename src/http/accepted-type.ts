import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { exchangeOf } from './express-adapter';
import { Refused } from './problem';

/**
 * The media type to answer in: `@AcceptedType('application/json', 'text/csv') mediaType: string`. The first one is
 * given to callers who take anything; a caller who takes none of them gets 406.
 */
export function AcceptedType(...types: string[]): ParameterDecorator {
  return parameter(types);
}

const parameter = createParamDecorator((types: string[], context: ExecutionContext): string => {
  const exchange = exchangeOf(context);
  // Every answer is the caller's own: a browser that keeps one must not give it to whoever calls after him.
  exchange.setHeader('Vary', 'Accept, Authorization');
  const best = exchange.negotiate(types);
  if (best !== null) return best;
  throw new Refused({ refused: 'not_acceptable', detail: `The answer comes as ${types.join(', ')}.` });
});
