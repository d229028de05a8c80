import { createHash, createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from '../application/canonical-json';
import { PROOF_FORMAT } from '../application/fairness/make-proof';
import { ROUND_RECORD_FORMAT } from '../application/records/record-format';
import { type Check, checked, difference, firstOf, ok, open } from './check';
import type { Noted } from './check-noted';
import { recordedMoneyFault } from './check-recorded-money';
import { type AnyProof, proofOf } from './read-proof';
import { isObject } from './shape';
import type { SignedRecord } from './signed-record';
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
  if (embedded === null) {
    return [
      signature,
      open('the proof', 'there is none in the record: it was made before the round had ended'),
    ];
  }
  const proof = proofOf(embedded);
  const own = verifyProof(proof, noted).map((check) =>
    isToldHere(check, record) ? cancelled(record) : check,
  );
  return [signature, agreement(record, proof), ...own];
}

function signatureCheck(record: SignedRecord, keys: readonly unknown[] | null): Check {
  const what = 'the signature';
  if (keys === null)
    return open(
      what,
      `by the key ${record.keyId}: give the key set of the server, GET /.well-known/jwks.json (--keys)`,
    );
  return checked(what, `by the key ${record.keyId}: the record is as the holder of the key made it`, () => {
    const { signature, ...signable } = record;
    const jwk = keys.filter(isObject).find(({ kid }) => kid === record.keyId);
    if (jwk === undefined) return `keyId: none of the keys has the id ${record.keyId}`;
    const { kty, crv, x } = jwk;
    const thumbprint = createHash('sha256').update(canonicalJson({ crv, kty, x })).digest('base64url');
    if (thumbprint !== record.keyId) return `keyId: the key of that id is another one, ${thumbprint}`;
    const key = createPublicKey({ key: { kty: String(kty), crv: String(crv), x: String(x) }, format: 'jwk' });
    const isGood = verify(
      null,
      Buffer.from(canonicalJson(signable)),
      key,
      Buffer.from(signature, 'base64url'),
    );
    return isGood ? null : 'signature: it is not one of this record: something in it was changed';
  });
}

/** What the record says beside the proof, where both say it. */
function agreement(record: SignedRecord, proof: AnyProof): Check {
  return checked(
    'the record',
    'it tells of the same round as its proof, with the same rules, seeds and money',
    () => {
      const { format, round, ruleSet, limits, shoe, cancellation } = record;
      return firstOf([
        format === ROUND_RECORD_FORMAT ? difference(proof.format, PROOF_FORMAT, 'proof.format') : null,
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
        format === ROUND_RECORD_FORMAT && proof.format === PROOF_FORMAT
          ? recordedMoneyFault(record, proof)
          : transfersFault(record, proof),
      ]);
    },
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
  const { decks, start, script, ...facts } = proof.shoe;
  const seedNo = proof.format === 'holecard-proof/1' ? {} : { seedNo: proof.seedNo };
  return {
    algorithm,
    decks,
    dealtBefore: start,
    chosenCards: script,
    ...seedNo,
    commitment,
    clientSeed,
    nonce,
    ...facts,
  };
}

/** What was booked has to be what the cards and choices come to: of a record before the third form, in sum. */
function transfersFault(
  { money: { transfers } }: SignedRecord,
  { returned, staked }: AnyProof,
): string | null {
  const net = transfers.reduce((sum, { amount, creditAccount }) => {
    return sum + (creditAccount === 'player' ? amount : -amount);
  }, 0);
  return net === returned - staked
    ? null
    : `money.transfers come to ${net}, the proof to ${returned - staked}`;
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
