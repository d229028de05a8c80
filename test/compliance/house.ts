import { randomUUID } from 'node:crypto';
import { runOperatorCommand } from '../../src/operations/run-operator-command';
import { parseOperatorCommand } from '../../src/operations/operator-command';
import { nameActor } from '../../src/persistence/records/configuration-changes';
import type { Suspension } from '../../src/application/compliance/suspension-body';
import { type Casino, type Reply } from '../support/casino';

/** A box that the player is asked about: the dealer shows a six under a ten. */
export const SIXTEEN = { boxes: [{ box: 1, stake: 1000 }], cards: ['9c', '6d', '7s', 'Th', '2c'] };

/** A natural: the round settles with the deal, 1500 of winnings. */
export const NATURAL = { boxes: [{ box: 1, stake: 1000 }], cards: ['Ac', '6d', 'Ks', 'Th'] };

export const GAME = 'american-blackjack';

export interface OpenedSession {
  readonly id: string;
  readonly code?: string;
}

export function openSession(
  casino: Casino,
  playerId: string,
  session: Record<string, unknown> = {},
): Promise<Reply<OpenedSession & Record<string, unknown>>> {
  const body = { playerId, gameId: GAME, currency: 'EUR', mode: 'test', ...session };
  return casino.post('/v1/sessions', body);
}

/** A session that is open for sure. */
export async function sessionOf(
  casino: Casino,
  playerId: string = randomUUID(),
  session: Record<string, unknown> = {},
): Promise<string> {
  const { status, body, text } = await openSession(casino, playerId, session);
  if (status !== 201) throw new Error(text);
  return body.id;
}

export async function suspend(
  casino: Casino,
  suspension: Record<string, unknown>,
  headers: Record<string, string> = {},
): Promise<Suspension> {
  const body = { reason: 'under_review', ...suspension };
  const { status, body: made, text } = await casino.post<Suspension>('/v1/suspensions', body, { headers });
  if (status !== 201) throw new Error(text);
  return made;
}

export function lift(casino: Casino, { id }: Suspension): Promise<Reply<Suspension>> {
  return casino.post(`/v1/suspensions/${id}/lift`, { reason: 'all_clear' });
}

/** Runs a command of the installation's owner. */
export function command(casino: Casino, words: readonly string[]): Promise<string[]> {
  return casino.app.dataSource.transaction(async (tx) => {
    await nameActor(tx, 'command:operator (ada)', null);
    return runOperatorCommand(tx, parseOperatorCommand(words), casino.app.clock.now);
  });
}

/** Moves the server's clock on. */
export function pass(casino: Casino, ms: number): void {
  casino.app.clock.now = new Date(casino.app.clock.now.getTime() + ms);
}
