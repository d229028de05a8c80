import { createHash, createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from '../application/canonical-json';
import { type Check, checked, difference, firstOf, ok, open } from './check';
import type { Noted } from './check-noted';
import { type AnyProof, proofOf } from './read-proof';
import { isObject } from './shape';
import { verifyProof } from './verify-proof';

/** A signed record of a round; which members it has beside these is for its form to say. */
export interface SignedRecord {
  readonly keyId: string;
  readonly signature: string;
  readonly round: Readonly<Record<string, unknown>>;
  readonly ruleSet: unknown;
  readonly limits: unknown;
  readonly shoe: Readonly<Record<string, unknown>>;
  readonly money: { readonly transfers: readonly Transfer[] };
  readonly cancellation: Readonly<Record<string, unknown>> | null;
  /** Null while the round is open; records of older programs have none. */
  readonly proof?: unknown;
}

interface Transfer {
  readonly amount: number;
  readonly creditAccount: string;
}

const RECORD = /^holecard-round-record-v\d+$/;

/** Whether it is a signed record rather than a proof, by its format. */
export function isRecord(document: unknown): boolean {
  return isObject(document) && typeof document['format'] === 'string' && RECORD.test(document['format']);
}

/**
 * Takes a value for a signed record.
 *
 * @throws SyntaxError when a part is missing that is compared with the proof.
 */
export function recordOf(document: unknown): SignedRecord {
  const record = document as Partial<Record<keyof SignedRecord, unknown>>;
  const { money } = record;
  const parts = { round: record.round, shoe: record.shoe, money };
  const missing = Object.entries(parts).find(([, part]) => !isObject(part));
  if (missing !== undefined)
    throw new SyntaxError(`it is no record of a round: ${missing[0]} is not an object`);
  if (typeof record.keyId !== 'string' || typeof record.signature !== 'string')
    throw new SyntaxError('it is no record of a round: it is not signed');
  if (!isObject(money) || !Array.isArray(money['transfers']))
    throw new SyntaxError('it is no record of a round: money.transfers is not a list');
  if (record.cancellation !== null && !isObject(record.cancellation))
    throw new SyntaxError('it is no record of a round: cancellation is missing');
  return document as SignedRecord;
}

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
      const { round, ruleSet, limits, shoe, cancellation } = record;
      return firstOf([
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
        transfersFault(record, proof),
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

/** What was booked has to be what the cards and choices come to. */
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
