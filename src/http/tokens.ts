/** What the application hands to whoever asks for it by `@Inject`; `DataSource` stands for itself. */
export const CONFIG = Symbol('Config');
export const LOGGER = Symbol('Logger');
export const CLOCK = Symbol('Clock');
/** The time at shared tables: the database's own, which all processes share, unless a clock was given. */
export const TABLE_CLOCK = Symbol('TableClock');
/** The AbortSignal that says the server stops: whoever keeps a response open ends it then. */
export const STOPPING = Symbol('stopping');
/** The Buffer under which session tokens are derived. */
export const TOKEN_SECRET = Symbol('token secret');
/** Where server seeds come from and how they are kept. */
export const SEED_MAKER = Symbol('SeedMaker');

export type Clock = () => Date;
export type TableClock = (databaseNow: Date) => Date;
