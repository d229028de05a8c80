import { Type } from 'class-transformer';
import { IsBoolean, IsObject, ValidateNested } from 'class-validator';
import { MayBeAbsent } from '../input-fields';

export class AutoActionsInput {
  /**
   * Whether the game client declines insurance and even money without asking.
   * @example true
   */
  @MayBeAbsent()
  @IsBoolean()
  declineInsurance?: boolean;
}

/** What is left out stays as it is. */
export class PlayerSettingsInput {
  /**
   * Whether the game client shows the warning about a very bad decision.
   * @example true
   */
  @MayBeAbsent()
  @IsBoolean()
  warnings?: boolean;

  /**
   * Whether a very bad decision is refused with `confirmation_required` until it is repeated with `confirmed: true`.
   * @example false
   */
  @MayBeAbsent()
  @IsBoolean()
  confirm?: boolean;

  /**
   * Whether the game client plays sounds.
   * @example true
   */
  @MayBeAbsent()
  @IsBoolean()
  sound?: boolean;

  /** What the game client does for the player by itself. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => AutoActionsInput)
  autoActions?: AutoActionsInput;
}

export class PutPlayerBody {
  /** Settings to lay over those that the player has. */
  @MayBeAbsent()
  @IsObject()
  @ValidateNested()
  @Type(() => PlayerSettingsInput)
  settings?: PlayerSettingsInput;
}

export class AutoActionsBody {
  /**
   * Whether the game client declines insurance and even money without asking. The server only keeps this.
   * @example false
   */
  declineInsurance: boolean;
}

export class PlayerSettingsBody {
  /**
   * Whether the game client shows the warning about a very bad decision.
   * @example true
   */
  warnings: boolean;

  /**
   * Whether a very bad decision is refused with `confirmation_required` until it is repeated with `confirmed: true`.
   * @example false
   */
  confirm: boolean;

  /**
   * Whether the game client plays sounds. The server only keeps this.
   * @example true
   */
  sound: boolean;

  /** What the game client does for the player by itself. */
  autoActions: AutoActionsBody;
}

export class PlayerBody {
  /**
   * The operator's own id of the player.
   * @example alice
   */
  playerId: string;

  /** All settings, those that the player never touched with their defaults. */
  settings: PlayerSettingsBody;

  /**
   * When the player was first heard of.
   * @example 2026-01-01T12:00:00.000Z
   */
  createdAt: string;

  /**
   * When the settings were last changed.
   * @example 2026-01-01T12:00:00.000Z
   */
  updatedAt: string;
}
