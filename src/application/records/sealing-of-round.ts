import { type CoveringSeal, listCoveringSeals } from '../../persistence/records/round-rows';
import type { RoundRecord } from '../../persistence/rounds/round-record';
import type { Reading } from '../../persistence/transaction';

/** Whether what a round left behind is sealed, and by which seals of the operator's chain. */
export interface Sealing {
  readonly state: 'sealed' | 'partly sealed' | 'not sealed yet';
  readonly seals: readonly SealOfRound[];
  /** Rows of the round that no seal covers yet. */
  readonly unsealedRows: number;
}

export interface SealOfRound {
  readonly sealNo: number;
  readonly hash: string;
  readonly previousHash: string;
  readonly at: string;
  /** Rows of the round under this seal. */
  readonly rows: number;
}

export async function sealingOf({ manager }: Reading, round: RoundRecord): Promise<Sealing> {
  return sealingBy(await listCoveringSeals(manager, round, round.version));
}

/** The same from the seals that cover its rows. */
export function sealingBy(covering: readonly CoveringSeal[]): Sealing {
  const seals = covering.flatMap(({ sealNo, at, ...seal }) =>
    sealNo === null ? [] : [{ ...seal, sealNo, at: at.toISOString() }],
  );
  const unsealedRows = covering.find(({ sealNo }) => sealNo === null)?.rows ?? 0;
  const state = unsealedRows === 0 ? 'sealed' : seals.length === 0 ? 'not sealed yet' : 'partly sealed';
  return { state, seals, unsealedRows };
}
