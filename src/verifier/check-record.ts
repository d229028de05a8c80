import type { Noted } from './check-noted';
import { type Check, checked, difference, firstOf, ok, open } from './check';
import { cancellationFault } from './check-cancellation';
import { eventsFault } from './check-events';
import { ledgersFault, pursesIn } from './check-ledgers';
import { namesFault } from './check-names';
import { recordedRoundFault } from './check-recorded-round';
import { signatureCheck } from './check-signature';
import { playedAgain } from './played-again';
import { type AnyProof, type PlacedProof, proofOf } from './read-proof';
import { isObject } from './shape';
import { PROOF_IN, type SignedRecord } from './signed-record';
import { verifyProof } from './verify-proof';

/**
 * Checks the signature of a record, the proof in it, and that both tell of the same round. `keys` are those of the
 * installation's key set; null when none were given.
 */
export function verifyRecord(
  record: SignedRecord,
  keys: readonly unknown[] | null,
  noted: Noted = {},
): Check[] {
  const signature = signatureCheck(record, keys);
  const { proof: embedded = null } = record;
  if (embedded === null) return [signature, withoutProof(record)];
  const proof = proofOf(embedded);
  const own = verifyProof(proof, noted, 'in a record').map((check) =>
    isToldHere(check, record) ? cancelled(record) : check,
  );
  const isSound = own.every(({ verdict }) => verdict !== 'wrong');
  return [signature, agreement(record, proof, isSound), ...own];
}

/** A round that has ended has a proof, and its record has it as well. */
function withoutProof({ format, round, cancellation }: SignedRecord): Check {
  const what = 'the proof';
  if (PROOF_IN[format] === null)
    return open(
      what,
      'there is none in a record of this old form: verify the one of GET /v1/rounds/{id}/proof',
    );
  return isOpen(round) && cancellation === null
    ? open(what, 'there is none in the record: it was made before the round had ended')
    : { what, verdict: 'wrong', detail: 'proof is null, and the round had ended' };
}

function isOpen({ endedAt, status }: SignedRecord['round']): boolean {
  return endedAt === null && status !== 'settled' && status !== 'cancelled';
}

/** What the record says beside the proof, where both say it; the play itself only where the proof holds. */
function agreement(record: SignedRecord, proof: AnyProof, isSound: boolean): Check {
  const what = 'the record';
  const told = checked(
    what,
    'it tells of the same round as its proof, with the same rules, seeds, cards and money',
    () => pairFault(record, proof) ?? firstOf(claimFaults(record, proof)),
  );
  if (told.verdict === 'wrong' || proof.format === 'holecard-proof/1') return told;
  if (!isSound)
    return open(what, 'its cards and money were not compared with those of a proof that is WRONG');
  return checked(what, told.detail, () => playFault(record, proof));
}

function pairFault({ format }: SignedRecord, proof: AnyProof): string | null {
  const due = PROOF_IN[format];
  if (due === null) return 'proof: a record of this form has none';
  return difference(proof.format, due, 'proof.format');
}

function claimFaults(record: SignedRecord, proof: AnyProof): (string | null)[] {
  const { round, ruleSet, limits, shoe, cancellation } = record;
  return [
    ...compare('round', round, {
      id: proof.roundId,
      gameId: proof.gameId,
      currency: proof.currency,
      status: proof.status,
      staked: proof.staked,
      returned: proof.returned,
      ...placeIn(proof),
    }),
    difference(ruleSet, proof.ruleSet, 'ruleSet'),
    difference(limits, proof.limits, 'limits'),
    ...compare('shoe', shoe, shoeIn(proof)),
    (cancellation === null) === (proof.status === 'settled')
      ? null
      : `cancellation: the proof is ${proof.status}`,
  ];
}

/** Everything that follows from the cards and choices, one after another: each rests on what stands before it. */
function playFault(record: SignedRecord, proof: PlacedProof): string | null {
  const played = playedAgain(proof);
  const purses = pursesIn(record, proof, played);
  return (
    recordedRoundFault(record, proof, played) ??
    namesFault(record, proof) ??
    ledgersFault(record, proof, purses) ??
    cancellationFault(record, proof, played, purses) ??
    eventsFault(record, proof, played, purses)
  );
}

function compare(
  path: string,
  claimed: Readonly<Record<string, unknown>>,
  proved: Readonly<Record<string, unknown>>,
): (string | null)[] {
  return Object.entries(proved).map(([name, value]) => difference(claimed[name], value, `${path}.${name}`));
}

function placeIn(proof: AnyProof): Record<string, unknown> {
  if (proof.format === 'holecard-proof/1') return {};
  const { sessionId, table, mode } = proof;
  return { sessionId, tableId: table?.id ?? null, mode };
}

function shoeIn(proof: AnyProof): Record<string, unknown> {
  const { algorithm, commitment, clientSeed, nonce } = proof;
  const { decks, start, script, number, exposed, burned } = proof.shoe;
  const seedNo = proof.format === 'holecard-proof/1' ? {} : { seedNo: proof.seedNo };
  const dealt = { algorithm, decks, dealtBefore: start, chosenCards: script, commitment, clientSeed, nonce };
  return { ...dealt, ...seedNo, number, exposed, burned };
}

/** A proof cannot tell why a round was cancelled; the record can. */
function isToldHere({ what, verdict }: Check, { cancellation }: SignedRecord): boolean {
  return what === 'the end' && verdict === 'open' && cancellation !== null;
}

function cancelled({ cancellation }: SignedRecord): Check {
  const { reason, at, by } = cancellation ?? {};
  const { name, keyLabel, keyId } = isObject(by) ? by : {};
  const who = [name, keyLabel, keyId].find((told) => typeof told === 'string') ?? 'somebody unnamed';
  return ok(
    'the end',
    `CANCELLED at ${String(at)} by ${who}, reason ${String(reason)}: the stakes came back`,
  );
}
