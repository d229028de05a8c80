import type { ServedSteps } from '../../persistence/records/serving-software';
import type { SoftwareOfSteps } from './record-parts';

/** The programs that wrote a round's steps, as its record names them. */
export function softwareOfSteps(served: readonly ServedSteps[]): SoftwareOfSteps[] {
  return served.map(({ fromVersion, toVersion, software, since }) => {
    return { fromVersion, toVersion, software, since: since?.toISOString() ?? null };
  });
}
