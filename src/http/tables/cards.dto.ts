import { ApiProperty } from '@nestjs/swagger';
import { ArrayMaxSize, IsArray, IsString } from 'class-validator';

/** More cards than eight decks hold are never chosen. */
const MOST_CARDS = 416;

export class TableCardsBody {
  @ApiProperty({
    type: [String],
    maxItems: MOST_CARDS,
    example: ['8h', '6s', '8c', 'Td', 'Kc'],
    description:
      'The cards to be drawn first in the next round, in dealing order: the first cards of the seats ascending, the ' +
      "dealer's, their second cards, the dealer's face-down one, then what is drawn. Random ones follow, from a shoe " +
      'of their own that holds the chosen cards as well. Sent again, they take the place of those chosen before; ' +
      'none at all make the next round a random one.',
  })
  @IsArray()
  @ArrayMaxSize(MOST_CARDS)
  @IsString({ each: true })
  cards: string[];
}
