export interface Announcement {
  readonly baseUrl: string;
  readonly database: string;
  /** Only when the installation has made one up: a configured key is known to whoever configured it. */
  readonly sandboxApiKey?: string | undefined;
}

/** The lines that a successful start prints for the person who started it. */
export function announcementOf({ baseUrl, database, sandboxApiKey }: Announcement): string {
  const lines = [
    'Holecard is ready.',
    `  API          ${baseUrl}/v1`,
    `  Docs         ${baseUrl}/docs`,
    `  Database     ${database}`,
    ...(sandboxApiKey === undefined ? [] : [`  Sandbox key  ${sandboxApiKey}`]),
  ];
  return `${lines.join('\n')}\n`;
}
