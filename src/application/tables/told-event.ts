import type { TableEvent } from '../../persistence/tables/events';

/** An event as one caller is told it: what everybody is told, and what only he is. */
export interface ToldEvent {
  readonly id: number;
  readonly type: string;
  /** RFC 3339. */
  readonly at: string;
  readonly roundId: string;
  /** The caller's own part: his sheet, his money. Absent where there is none for him. */
  readonly you?: object;
}

/** Whether there is something in the event for that player alone; nobody in particular is null. */
export function concerns({ private: parts }: TableEvent, playerKey: number | null): boolean {
  return playerKey !== null && parts !== null && Object.hasOwn(parts, playerKey);
}

/** The one projection of an event: nobody is told what is in it for another player. */
export function toldEvent(event: TableEvent, playerKey: number | null): ToldEvent {
  const { no, type, at, roundId, body } = event;
  const told = { id: no, type, at: at.toISOString(), roundId, ...body };
  if (playerKey === null || !concerns(event, playerKey)) return told;
  return { ...told, you: event.private?.[playerKey] ?? {} };
}
