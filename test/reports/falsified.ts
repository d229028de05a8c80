import type { TransferToCommit } from '../../src/persistence/rounds/commit-step';

/** One payout in six that wins something does not arrive. */
export function embezzled(transfers: TransferToCommit[], played: number): TransferToCommit[] {
  return transfers.filter(({ kind }) => kind === 'stake' || played % 6 !== 0);
}

/** A payout in twenty comes ten times. */
export function showered(transfers: TransferToCommit[], played: number): TransferToCommit[] {
  return transfers.map((move) =>
    move.kind === 'payout' && played % 20 === 0 ? { ...move, amount: move.amount * 10 } : move,
  );
}
