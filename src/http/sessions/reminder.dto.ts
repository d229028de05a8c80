import { ApiProperty } from '@nestjs/swagger';
import type { Reminder } from '../../application/compliance/reminders';

const MINOR = { type: 'integer', format: 'int64' } as const;

/** How long a session lasts and with what result its player has played since, which he is told from time to time. */
export class ReminderBody implements Reminder {
  @ApiProperty({ type: 'integer', description: 'Seconds between two reminders.', example: 3600 })
  intervalSeconds: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    nullable: true,
    description:
      'From then on the next bet is held, 409 `reminder_due`, until the reminder is acknowledged; null once the session ' +
      'is over.',
    example: '2026-01-01T13:00:00.000Z',
  })
  dueAt: string | null;

  @ApiProperty({
    type: 'integer',
    description: 'Seconds since the session was opened, to its end where that has come.',
    example: 3605,
  })
  elapsedSeconds: number;

  @ApiProperty({
    ...MINOR,
    description:
      'What the player has staked, in minor units, in the settled rounds that were dealt while the session lasted: of ' +
      'its game, mode and currency, in this and in his other sessions.',
    example: 25_000,
  })
  staked: number;

  @ApiProperty({ ...MINOR, description: 'What came back from them, in minor units.', example: 23_500 })
  returned: number;

  @ApiProperty({ ...MINOR, description: '`returned` less `staked`.', example: -1500 })
  net: number;
}
