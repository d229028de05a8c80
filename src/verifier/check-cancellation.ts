import { PROOF_FORMAT } from '../application/fairness/make-proof';
import { facedUp } from '../application/rounds/face-up';
import { sumOf } from '../application/rounds/purses';
import { ruleSetRef } from '../domain/rule-set';
import type { TransferToCommit } from '../persistence/rounds/commit-step';
import { difference, firstOf } from './check';
import type { Purse } from './check-ledgers';
import { roundFault, roundOf } from './check-recorded-round';
import type { PlayedAgain } from './played-again';
import type { PlacedProof } from './read-proof';
import { isObject } from './shape';
import type { SignedRecord } from './signed-record';

/**
 * Which round a cancellation was of, what it gave back and took back, and the round as it was before, all cards face up.
 * By whom, when and why it was is for the signature. Null when there is none, or all of it fits.
 */
export function cancellationFault(
  { cancellation, round }: SignedRecord,
  proof: PlacedProof,
  played: PlayedAgain,
  purses: readonly Purse[],
): string | null {
  if (cancellation === null) return null;
  const { roundId, sessionId, table, gameId, mode, currency } = proof;
  const { status } = played.round;
  const playerId = proof.bettors === undefined ? round['playerId'] : null;
  const place = { sessionId, playerId, tableId: table?.id ?? null, gameId, mode, currency };
  const amounts = purses.map((purse) => amountsOf(purse, proof));
  const told = { roundId, ...place, statusBefore: status, amounts };
  const path = 'cancellation';
  return firstOf([
    ...Object.entries(told).map(([name, value]) => difference(cancellation[name], value, `${path}.${name}`)),
    beforeFault(cancellation['roundBefore'], round, { id: roundId, ...place }, proof, played),
  ]);
}

/** What one of them got back and gave back; amounts had no mode before the third form. */
function amountsOf({ playerId, mode, moves }: Purse, { currency, format }: PlacedProof): object {
  const transfers = moves
    .filter(({ kind }) => kind === 'refund' || kind === 'reversal')
    .map(({ kind, reason, bet, amount }) => ({ kind, reason, bet, amount }));
  const sum = (wanted: TransferToCommit['kind']): number =>
    sumOf(transfers.filter(({ kind }) => kind === wanted).map(({ amount }) => amount));
  const amounts = { playerId, currency, refunded: sum('refund'), reversed: sum('reversal'), transfers };
  return format === PROOF_FORMAT ? { ...amounts, mode } : amounts;
}

function beforeFault(
  before: unknown,
  told: SignedRecord['round'],
  place: Readonly<Record<string, unknown>>,
  proof: PlacedProof,
  { round }: PlayedAgain,
): string | null {
  const path = 'cancellation.roundBefore';
  if (!isObject(before)) return `${path} is missing`;
  // Where a table was paused its records of the second form said so in the place of the status of the round.
  const isPaused =
    proof.format !== PROOF_FORMAT && place['tableId'] !== null && before['status'] === 'paused';
  const status = isPaused && round.status !== 'settled' ? 'paused' : round.status;
  const version = proof.steps.length;
  const all = { ...place, status, version, ruleSet: ruleSetRef(proof.ruleSet), ...facedUp(round) };
  const shown = roundOf(proof, round, false);
  const hasEnded = round.status === 'settled';
  const endedAt = before['endedAt'];
  if (hasEnded ? typeof endedAt !== 'string' : endedAt !== null)
    return `${path}.endedAt does not fit its status`;
  const found = { ...all, ...(hasEnded ? { allowed: [] } : {}), ...shown };
  return proof.bettors === undefined
    ? playersFault(path, before, found)
    : (tablesFault(path, before, found, proof) ??
        difference(sessionsIn(before), sessionsIn(told), `${path}.bettors`));
}

type Round = Readonly<Record<string, unknown>>;

/** That of a table is made anew from its steps, and shows nobody's choices. */
function tablesFault(path: string, before: Round, found: Round, { format }: PlacedProof): string | null {
  const nobodys = { balance: null, advice: null, allowed: [] };
  // Before the third form the time that its table had then was told, or had gone on since.
  const untimed = format === PROOF_FORMAT ? { deadline: null } : {};
  return roundFault(path, before, { ...found, ...nobodys, ...untimed });
}

/** That of a player is kept as the program of that day showed it, which once named no table. */
function playersFault(path: string, before: Round, found: Round): string | null {
  const isNamed = before['tableId'] !== undefined;
  const names = Object.entries(found).filter(([name]) => isNamed || name !== 'tableId');
  return roundFault(path, before, Object.fromEntries(names));
}

function sessionsIn({ bettors }: Round): unknown {
  return Array.isArray(bettors) ? bettors.map((one) => (isObject(one) ? one['sessionId'] : null)) : null;
}
