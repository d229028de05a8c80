import { Column } from 'typeorm';

/** The default of every record's place in the order in which records are sealed. */
export const NEXT_POSITION = "nextval('record_positions')";

/** The place of a row that is sealed. The database gives it, nobody names it; nothing but the seals reads it. */
export function Position(): PropertyDecorator {
  return Column({ type: 'bigint', default: () => NEXT_POSITION, select: false, insert: false });
}
