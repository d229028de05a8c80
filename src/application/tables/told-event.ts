import type { Mode } from '../../persistence/entities/sessions';
import type { PrivatePart, TableEvent } from '../../persistence/tables/events';

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

/** Through whose eyes a stream is watched: those of a player, as far as the mode of his session goes. */
export interface Viewer {
  readonly playerKey: number;
  readonly mode: Mode;
}

/**
 * Whether there is something in the event for that viewer alone; nobody in particular is null. What a player has there in
 * another mode is none of it: a session of play money is not told his real bets and balance (DX-08).
 */
export function concerns(event: TableEvent, viewer: Viewer | null): boolean {
  return partFor(event, viewer) !== null;
}

function partFor({ private: parts }: TableEvent, viewer: Viewer | null): PrivatePart | null {
  if (viewer === null || parts === null || !Object.hasOwn(parts, viewer.playerKey)) return null;
  const part = parts[viewer.playerKey];
  return part.mode === undefined || part.mode === viewer.mode ? part : null;
}

/** The one projection of an event: nobody is told what is in it for another player. */
export function toldEvent(event: TableEvent, viewer: Viewer | null): ToldEvent {
  const { no, type, at, roundId, body } = event;
  const told = { id: no, type, at: at.toISOString(), roundId, ...body };
  const part = partFor(event, viewer);
  if (part === null) return told;
  // The mode is for us to look at: JSON leaves out what is undefined.
  return { ...told, you: { ...part, mode: undefined } };
}
