import type { DataSource } from 'typeorm';
import { findOperator } from '../../persistence/records/operators';
import { listChainEnds } from '../../persistence/records/seals';
import { notFound, type Refusal } from '../refusal';
import { NO_SEAL } from './seal-hash';
import { type Signed, signed, type SigningKey } from './signing';

/** Where an operator's chain ends; who keeps it can prove later that nothing before it was touched. */
export interface AuditHead {
  readonly operator: string;
  readonly operatorId: string;
  /** 0 before the first seal. */
  readonly sealNo: number;
  /** Hexadecimal; zeros before the first seal. */
  readonly hash: string;
  /** When the last seal was made; null before the first. */
  readonly at: string | null;
  /** Rows under all seals up to this one. */
  readonly rows: number;
}

export async function auditHead(
  { manager }: DataSource,
  key: SigningKey,
  operatorId: string,
): Promise<Signed<AuditHead> | Refusal> {
  const operator = await findOperator(manager, operatorId);
  if (operator === null) return notFound('operator');
  const end = (await listChainEnds(manager, [operatorId])).get(operatorId);
  return signed(key, {
    operator: operator.name,
    operatorId,
    sealNo: end?.sealNo ?? 0,
    hash: (end?.hash ?? NO_SEAL).toString('hex'),
    at: end?.at.toISOString() ?? null,
    rows: end?.rowsTotal ?? 0,
  });
}
