/**
 * What a session's player can hold the server to. Hashes and seeds are hexadecimal. At a shared table the seeds are those
 * of the table's shoes, by their numbers, and the client seed is the salt of the shoe that is dealt from.
 */
export interface Fairness {
  readonly sessionId: string;
  /** Counts the server seeds of the session from 1. */
  readonly seedNo: number;
  /** SHA-256 of the server seed that deals now. */
  readonly commitment: string;
  readonly clientSeed: string;
  /** Of the next shoe. */
  readonly nonce: number;
  readonly algorithm: string;
  /** Of what the next round's cards come, as things stand: what to note before betting on it. */
  readonly nextRound: NextRound;
  /** The seeds before, which can decide nothing any more, the newest first. */
  readonly revealed: readonly RevealedSeed[];
}

/** A shoe that is kept from round to round goes on with the word and the count that it was made with (C-25). */
export interface NextRound {
  readonly clientSeed: string;
  readonly nonce: number;
  /** Cards that were dealt from the shoe before. */
  readonly start: number;
}

export interface RevealedSeed {
  readonly seedNo: number;
  readonly serverSeed: string;
  readonly commitment: string;
  readonly revealedAt: string;
}
