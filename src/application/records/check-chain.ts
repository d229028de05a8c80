import type { SealRow } from '../../persistence/records/entities';
import type { Gap } from '../../persistence/records/seals';
import type { Finding } from './findings';
import { parseRowLine, type RowSeal } from './row-hash';
import { CLOCKS_DIFFER_MS } from '../../persistence/retention/round-removals';
import { NO_SEAL, sealHash } from './seal-hash';

/** Follows the operators' chains seal by seal and says where a link does not fit, or is missing. */
export class ChainCheck {
  private readonly ends = new Map<string, SealRow>();
  /** When the operator's latest seal was made. */
  private readonly latest = new Map<string, number>();

  constructor(private readonly gaps: readonly Gap[]) {}

  /** Seals that are missing from where chains begin. */
  missingAtTheStart(): Finding[] {
    return this.gaps.filter(({ first }) => first === 1).map(removed);
  }

  /** What is wrong with a seal, given those of the same operator that came before it, and which are missing behind it. */
  check(seal: SealRow): Finding[] {
    const before = this.ends.get(seal.operatorId);
    this.ends.set(seal.operatorId, seal);
    const fault = faultOf(seal, before) ?? this.faultOfTime(seal);
    const missing = this.gaps.filter(
      ({ operatorId, first }) => operatorId === seal.operatorId && first === seal.sealNo + 1,
    );
    return [...(fault === null ? [] : [finding(seal, fault)]), ...missing.map(removed)];
  }

  /** Time is what makes old rounds removable: a sealer whose clock was set back would make young ones old. */
  private faultOfTime({ operatorId, at }: SealRow): string | null {
    const latest = this.latest.get(operatorId) ?? at.getTime();
    this.latest.set(operatorId, Math.max(latest, at.getTime()));
    const isBack = at.getTime() < latest - CLOCKS_DIFFER_MS;
    return isBack ? 'is dated before a seal that was made earlier: a clock was set back' : null;
  }
}

function finding({ operatorId, sealNo }: SealRow, what: string): Finding {
  return { operatorId, sealNo, table: 'seals', key: `${sealNo}`, what };
}

function removed({ operatorId, first, last }: Gap): Finding {
  const key = first === last ? `${first}` : `${first} to ${last}`;
  return { operatorId, sealNo: null, table: 'seals', key, what: 'was removed' };
}

function faultOf(seal: SealRow, before: SealRow | undefined): string | null {
  if (!sealHash(seal).equals(seal.hash)) return 'was changed: its hash is not that of what it says';
  // Behind a gap there is nothing to compare with: the gap itself is named.
  if (seal.sealNo !== (before?.sealNo ?? 0) + 1) return null;
  if (!seal.previousHash.equals(before?.hash ?? NO_SEAL)) {
    return 'does not follow the seal before it: that one, or this one, was changed';
  }
  const isContinued =
    seal.fromPosition === (before?.toPosition ?? 0) &&
    seal.rowsTotal === (before?.rowsTotal ?? 0) + seal.rowCount &&
    seal.covers.split('\n').length - 1 === seal.rowCount;
  return isContinued ? null : 'was changed: it does not go on where the one before it ends';
}

/** The rows that a seal covers, as far as it can be read. */
export function rowsUnder({ covers }: Pick<SealRow, 'covers'>): RowSeal[] {
  return covers.split('\n').flatMap((line) => {
    try {
      return line === '' ? [] : [parseRowLine(line)];
    } catch {
      // The check of the seal's hash has named the seal.
      return [];
    }
  });
}
