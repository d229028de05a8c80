import { ApiProperty } from '@nestjs/swagger';

const DIGEST = '0000000000000000000000000000000000000000000000000000000000000001';

export class ChangedFileBody {
  /**
   * The file, below the folder of the installation.
   * @example dist/src/main.js
   */
  path: string;

  @ApiProperty({
    enum: ['changed', 'removed', 'added'],
    description: 'What became of it since the start.',
    example: 'changed',
  })
  what: 'changed' | 'removed' | 'added';
}

export class SoftwareStateBody {
  /**
   * The name of the package.
   * @example holecard
   */
  name: string;

  /**
   * The version of the package.
   * @example 0.1.0
   */
  version: string;

  /**
   * The version of Node that runs it.
   * @example v20.20.2
   */
  node: string;

  @ApiProperty({
    type: String,
    description:
      'SHA-256 over the list of the deployed files as they were when the process started; records of rounds name it.',
    example: DIGEST,
  })
  startedWith: string;

  @ApiProperty({
    type: String,
    description: 'The same over the files as they are now: they were read again for this answer.',
    example: DIGEST,
  })
  digest: string;

  /**
   * Whether no file was changed, removed or added since the start.
   * @example true
   */
  unchanged: boolean;

  /** The files that are not as they were, the first hundred of them. */
  changes: ChangedFileBody[];

  /**
   * When the files were read.
   * @example 2026-01-01T12:00:00.000Z
   */
  checkedAt: string;
}
