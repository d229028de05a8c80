import { ApiProperty } from '@nestjs/swagger';
import { Matches } from 'class-validator';
import type { Fairness, NextRound, RevealedSeed } from '../../application/fairness/fairness-body';
import { CLIENT_SEED } from '../../application/text-forms';
import { HASH } from './proof.dto';

/** The player's own word. */
export class ClientSeedBody {
  @ApiProperty({
    type: String,
    pattern: CLIENT_SEED.source,
    minLength: 1,
    maxLength: 64,
    example: 'my lucky word',
    description: '1–64 printable ASCII characters. It counts from the next shoe on.',
  })
  @Matches(CLIENT_SEED, { message: 'must be a text of 1 to 64 printable ASCII characters' })
  clientSeed: string;
}

/** A server seed that can decide nothing any more. */
export class RevealedSeedBody implements RevealedSeed {
  /** Counts the server seeds of the session from 1. @example 1 */
  seedNo: number;

  @ApiProperty({ type: String, example: HASH, description: '32 bytes, hexadecimal.' })
  serverSeed: string;

  @ApiProperty({ type: String, example: HASH, description: 'Its SHA-256, as it was published.' })
  commitment: string;

  @ApiProperty({ type: String, format: 'date-time', description: 'When it was revealed.' })
  revealedAt: string;
}

/** Of what the next round's cards come, as things stand. While a round is played its cards still leave the shoe. */
export class NextRoundBody implements NextRound {
  /** The word that its shoe was made with, or will be; at a shared table the salt. @example my lucky word */
  clientSeed: string;

  /** The count that its shoe was made with, or will be. @example 0 */
  nonce: number;

  /** Cards that were dealt from the shoe before. @example 0 */
  start: number;
}

/** What the player can hold the server to. */
export class FairnessBody implements Fairness {
  @ApiProperty({ type: String, format: 'uuid', description: 'The session.' })
  sessionId: string;

  /** Counts the server seeds of the session from 1. @example 1 */
  seedNo: number;

  @ApiProperty({
    type: String,
    example: HASH,
    description: 'SHA-256 of the server seed that deals now, hexadecimal.',
  })
  commitment: string;

  @ApiProperty({
    type: String,
    example: 'my lucky word',
    description: "The player's word for the shoes to come.",
  })
  clientSeed: string;

  /** Of the next shoe: counts the shoes of this server seed from 0. @example 0 */
  nonce: number;

  @ApiProperty({
    type: String,
    example: 'hmac-sha256-v1',
    description: 'The construction that makes cards of the seeds.',
  })
  algorithm: string;

  @ApiProperty({
    type: NextRoundBody,
    description: 'What to note, with the commitment, before a bet: the verifier compares it with the proof.',
  })
  nextRound: NextRoundBody;

  @ApiProperty({
    type: [RevealedSeedBody],
    description: 'The server seeds before, the newest first; at most 100.',
  })
  revealed: readonly RevealedSeedBody[];
}
