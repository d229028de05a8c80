export class HealthBody {
  /**
   * Always `up`: whoever is not well answers with an error.
   * @example up
   */
  status: 'up';

  /**
   * Seconds since the process started; told to callers on the same machine only.
   * @example 86400
   */
  uptimeSeconds?: number;
}
