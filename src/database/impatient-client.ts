import { Client, type ClientConfig } from 'pg';

/**
 * A connection that is closed when an answer is overdue (`query_timeout`). Left open it would go back to the pool with
 * the question still on it: first the ROLLBACK and then the next request would wait as long, and in vain. Where it was the
 * network that fell silent, that goes on for a quarter of an hour.
 */
export class ImpatientClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    const send = this.query.bind(this) as (...query: unknown[]) => unknown;
    const sendAndWatch = (...query: unknown[]): unknown => {
      const answer = send(...query);
      // With a callback in the place of a promise it is the pool that asks, and that closes after any error.
      if (answer instanceof Promise) answer.catch((error: unknown) => this.closeIfOverdue(error));
      return answer;
    };
    this.query = sendAndWatch as Client['query'];
  }

  private closeIfOverdue(error: unknown): void {
    if (error instanceof Error && error.message === 'Query read timeout') void this.end();
  }
}
