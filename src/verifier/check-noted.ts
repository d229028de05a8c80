import { type Check, checked, open } from './check';
import type { AnyProof } from './read-proof';

/** What a player wrote down before he bet, as far as he did. */
export interface Noted {
  readonly commitment?: string;
  readonly clientSeed?: string;
  readonly nonce?: number;
  /** Cards dealt from the shoe before the round. */
  readonly start?: number;
}

/**
 * That the seeds were fixed before the bet is nothing that a proof can show of itself: whoever made it could have made
 * other ones. It shows when they are compared with what was noted before.
 */
export function checkNoted(proof: AnyProof, noted: Noted): Check[] {
  const { commitment, clientSeed, nonce, shoe, ruleSet } = proof;
  const isShoeOfTable = shoe.number !== undefined;
  const isKept = ruleSet.shuffle.kind === 'cutCard' && shoe.script === null;
  return [
    compared('commitment', commitment, noted.commitment, '--commitment'),
    compared(isShoeOfTable ? 'salt' : 'client seed', clientSeed, noted.clientSeed, '--client-seed'),
    // A shoe of a table has nonce 0, and a game that is shuffled for every deal starts at position 0.
    ...(isShoeOfTable && noted.nonce === undefined ? [] : [compared('nonce', nonce, noted.nonce, '--nonce')]),
    ...(isKept || noted.start !== undefined
      ? [compared('position in the shoe', shoe.start, noted.start, '--start')]
      : []),
  ];
}

function compared(
  name: string,
  claimed: string | number,
  noted: string | number | undefined,
  flag: string,
): Check {
  const what = `the ${name}`;
  if (noted === undefined)
    return open(what, `compare ${name} ${claimed} with the one that you noted before the bet (${flag})`);
  return checked(what, `${claimed}, as it was noted before the bet`, () =>
    claimed === noted ? null : `the proof says ${claimed}; ${noted} was noted`,
  );
}
