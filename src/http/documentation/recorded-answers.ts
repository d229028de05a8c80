import recorded from './recorded-answers.json';

/** By operation, status, media type and name of the example. */
type Recorded = Readonly<
  Record<string, Record<string, Record<string, Record<string, unknown>> | undefined> | undefined>
>;

export type Examples = Record<string, { summary?: string; value: unknown }>;

/**
 * What a server really answered to the examples of an operation: `UPDATE_GOLDENS=1` lets the test of the examples write
 * it anew. An answer to an example of the request has its name and its summary.
 */
export function recordedAnswers(
  operationId: string,
  status: string,
  mediaType: string,
  requests: Readonly<Record<string, { summary?: string } | undefined>>,
): Examples {
  const answers = (recorded as Recorded)[operationId]?.[status]?.[mediaType] ?? {};
  const withSummary = Object.entries(answers).map(([name, value]) => {
    const summary = requests[name]?.summary;
    return [name, { ...(summary === undefined ? {} : { summary }), value }] as const;
  });
  return Object.fromEntries(withSummary);
}
