import { ApiProperty } from '@nestjs/swagger';
import type { Reminder } from '../../application/compliance/reminders';

const MINOR = { type: 'integer', format: 'int64' } as const;

/** How long a player has played in a session and with what result, which he is told from time to time. */
export class ReminderBody implements Reminder {
  @ApiProperty({ type: 'integer', description: 'Seconds between two reminders.', example: 3600 })
  intervalSeconds: number;

  @ApiProperty({
    type: String,
    format: 'date-time',
    description: 'From then on the next bet is held, 409 `reminder_due`, until the reminder is acknowledged.',
    example: '2026-01-01T13:00:00.000Z',
  })
  dueAt: string;

  @ApiProperty({ type: 'integer', description: 'Seconds since the session was opened.', example: 3605 })
  elapsedSeconds: number;

  @ApiProperty({
    ...MINOR,
    description: 'What was staked in the settled rounds of the session, in minor units.',
    example: 25_000,
  })
  staked: number;

  @ApiProperty({ ...MINOR, description: 'What came back from them, in minor units.', example: 23_500 })
  returned: number;

  @ApiProperty({ ...MINOR, description: '`returned` less `staked`.', example: -1500 })
  net: number;
}
