import { ApiProperty } from '@nestjs/swagger';
import type { TableShoeBody as TableShoe } from '../../application/fairness/table-shoes';
import { NEXT_CURSOR } from '../history/history.dto';

const HASH = 'a3f5c1d2e4b60718293a4b5c6d7e8f90112233445566778899aabbccddeeff00';

/** A shoe of a shared table, as anybody can hold the server to it. */
export class TableShoeBody implements TableShoe {
  /** Counts the shoes of the table from 1. @example 1 */
  number: number;

  @ApiProperty({
    type: String,
    example: HASH,
    description:
      'SHA-256 of its server seed. Of every shoe but the first it was published when the shoe before it started.',
  })
  commitment: string;

  @ApiProperty({
    type: String,
    example: HASH,
    description:
      'What takes the place of a player’s word in the construction: of the first shoe a random text, of every other one ' +
      'the hash over all rounds that the table had dealt before it.',
  })
  salt: string;

  @ApiProperty({
    type: String,
    example: 'hmac-sha256-v1',
    description: 'The construction that makes cards of seed and salt; its nonce is 0.',
  })
  algorithm: string;

  @ApiProperty({
    type: String,
    nullable: true,
    example: '9s',
    description: 'The first card, which was shown; null in a game that burns none.',
  })
  exposed: string | null;

  /** How many cards were burned for it, face down. @example 9 */
  burned: number;

  /** Cards before the cut card. @example 312 */
  cut: number;

  /** Cards that have left the shoe, the exposed and the burned ones included. @example 46 */
  dealt: number;

  @ApiProperty({ type: String, format: 'date-time', description: 'When it was shuffled.' })
  openedAt: string;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description: 'When the next one took its place, or the table was closed; null while it is dealt from.',
  })
  endedAt: string | null;

  @ApiProperty({
    type: String,
    nullable: true,
    example: null,
    description: '32 bytes, hexadecimal; null until the shoe has ended.',
  })
  serverSeed: string | null;
}

export class TableShoesPageBody {
  @ApiProperty({ type: [TableShoeBody], description: 'The newest shoe first.' })
  items: readonly TableShoeBody[];

  @ApiProperty(NEXT_CURSOR)
  nextCursor: string | null;
}
