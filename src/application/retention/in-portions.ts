/**
 * Does work in portions that hold no lock for long, until one finds less than it was given room for, or the signal comes: a
 * process that is to stop waits for one portion, not for all that is left.
 *
 * @param portion does so many at most, and says how many there were.
 */
export async function inPortions(
  atOnce: number,
  portion: (limit: number) => Promise<number>,
  signal?: AbortSignal,
): Promise<void> {
  while (signal?.aborted !== true && (await portion(atOnce)) === atOnce);
}
