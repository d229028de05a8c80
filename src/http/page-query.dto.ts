import { IsOptional, IsString, Length } from 'class-validator';
import { QueryInteger } from './input-fields';

/** The query of every list. Lists with filters extend it. */
export class PageQuery {
  /**
   * How many items to give at most.
   * @example 50
   */
  @QueryInteger(1, 200, { default: 50 })
  limit = 50;

  /**
   * Where to go on: the `nextCursor` of the page before. Without it the list starts at its newest item.
   */
  @IsOptional()
  @IsString()
  @Length(1, 1024)
  cursor?: string;
}
