import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';

/** A request whose head has reached the server, and whose body its sender keeps back. */
export interface HeldRequest {
  /** Sends the body. */
  finish(): Promise<{ readonly status: number; readonly body: Record<string, unknown> }>;
}

/** Sends the head of a POST; comes back when the server has begun with it. */
export async function holdPost(
  url: string,
  body: unknown,
  headers: Record<string, string>,
): Promise<HeldRequest> {
  const call = request(url, {
    method: 'POST',
    // The server answers it at the moment in which it takes the request up.
    headers: { ...headers, 'content-type': 'application/json', expect: '100-continue' },
  });
  call.flushHeaders();
  await once(call, 'continue');
  return {
    finish: async () => {
      call.end(JSON.stringify(body));
      const [response] = (await once(call, 'response')) as [IncomingMessage];
      return {
        status: response.statusCode ?? 0,
        body: JSON.parse(await text(response)) as Record<string, unknown>,
      };
    },
  };
}
