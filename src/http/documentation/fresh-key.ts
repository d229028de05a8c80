/** What every example of an Idempotency-Key ends in. */
const EXAMPLE_NUMBER = '000042';

/** The Idempotency-Key that stands in the form of an operation: `openSession` gives `open-session-000042`. */
export function exampleKey(operationId: string): string {
  const words = operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `${words}-${EXAMPLE_NUMBER}`;
}

/**
 * Runs in the browser for every request of the page /docs: an example key that nobody touched is sent with a number of
 * its own in place of the last one, because the second press of "Execute" is meant as a second request. Swagger
 * carries the text of this function to the page, so it may use nothing from around it.
 */
export function withFreshKey<R extends { headers: Record<string, string> }>(request: R): R {
  const key = request.headers['Idempotency-Key'] ?? '';
  if (key.endsWith('-000042')) {
    request.headers['Idempotency-Key'] = `${key.slice(0, -'000042'.length)}${Date.now().toString()}`;
  }
  return request;
}
