import type { EntityManager } from 'typeorm';
import {
  listSuspensions,
  type NamedSuspension,
  type SuspensionSelection,
} from '../../persistence/compliance/suspensions';
import type { SuspensionIssuer, SuspensionScope } from '../../persistence/entities/compliance';

/** Who did something: the key and the person behind it, as the call named them. */
interface Doer {
  readonly keyId: string | null;
  readonly keyLabel: string | null;
  readonly name: string | null;
}

/** A suspension as those whom it binds may see it. */
export interface Suspension {
  readonly id: string;
  readonly scope: SuspensionScope;
  readonly gameId: string | null;
  readonly tableId: string | null;
  readonly playerId: string | null;
  readonly issuer: SuspensionIssuer;
  readonly reason: string;
  readonly note: string | null;
  readonly by: Doer;
  readonly requestId: string | null;
  readonly suspendedAt: string;
  /** Null while it is in force. */
  readonly lifted: {
    readonly reason: string;
    readonly note: string | null;
    readonly by: Doer;
    readonly requestId: string | null;
    readonly at: string;
  } | null;
}

/** No choice at all. */
export const ANY: SuspensionSelection = {
  operatorId: null,
  suspensionId: null,
  active: null,
  scope: null,
  issuer: null,
  gameId: null,
  tableId: null,
  player: null,
};

/** The suspension of that id, which binds the operator. */
export async function bodyAt(
  db: EntityManager,
  operatorId: string,
  suspensionId: string,
): Promise<Suspension> {
  const [row] = await listSuspensions(db, { ...ANY, operatorId, suspensionId }, null, 1);
  return suspensionBody(row);
}

/** Who runs the installation tells the operator what he may know in `reason`; note and names are his own. */
export function suspensionBody(row: NamedSuspension): Suspension {
  const isOwn = row.issuer === 'operator';
  const { scope, gameId, tableId, playerId, issuer, reason, requestId, liftReason, liftedAt } = row;
  return {
    id: row.suspensionId,
    scope,
    gameId,
    tableId,
    playerId,
    issuer,
    reason,
    note: isOwn ? row.note : null,
    by: isOwn ? { keyId: row.actorKeyId, keyLabel: row.keyLabel, name: row.actorName } : NOBODY,
    requestId,
    suspendedAt: row.suspendedAt.toISOString(),
    lifted:
      liftReason === null || liftedAt === null
        ? null
        : {
            reason: liftReason,
            note: isOwn ? row.liftNote : null,
            by: isOwn ? { keyId: row.liftKeyId, keyLabel: row.liftKeyLabel, name: row.liftName } : NOBODY,
            requestId: row.liftRequestId,
            at: liftedAt.toISOString(),
          },
  };
}

const NOBODY: Doer = { keyId: null, keyLabel: null, name: null };
