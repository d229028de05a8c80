import type { Proof } from '../application/fairness/make-proof';
import { givenBack, openedUp } from '../application/rounds/given-back';
import { asCancelled, betsOf } from '../application/rounds/moves';
import { playMoneyOf, pursesOf, sumOf } from '../application/rounds/purses';
import { SOLO } from '../application/rounds/round-body';
import { RecordingJournal } from '../domain/journal';
import type { Round } from '../domain/round';
import { replay } from '../domain/step';
import { type RoundView, viewOf } from '../domain/view';
import { viewTogether } from '../domain/view-together';
import type { TransferToCommit } from '../persistence/rounds/commit-step';
import { difference, firstOf } from './check';
import { ledgersFault, type Purse, pursesIn } from './check-ledgers';
import { isObject } from './shape';
import type { SignedRecord } from './signed-record';

/**
 * Every sum of a record in its third form, and every movement behind it, against what the steps of its proof come to: cards
 * and stakes of each hand, real and play money by themselves, each bettor's wallet, and what a cancellation gave back. Null
 * when all of it fits, or else the first place where it does not.
 */
export function recordedMoneyFault(record: SignedRecord, proof: Proof): string | null {
  const journal = new RecordingJournal();
  const played = replay(proof.ruleSet, proof.limits, proof.steps, journal);
  const isCancelled = proof.status === 'cancelled';
  const purses = pursesIn(record, proof, journal.events);
  return firstOf([
    roundFault('round', record.round, roundOf(proof, played, isCancelled)),
    ledgersFault(record, proof, purses),
    record.cancellation === null ? null : cancellationFault(record.cancellation, proof, played, purses),
  ]);
}

/** What the record has to show of the round, after its end or before it was cancelled. */
function roundOf(proof: Proof, played: Round, isCancelled: boolean): Record<string, unknown> {
  const { bettors } = proof;
  if (bettors === undefined) {
    const view = seen(played, isCancelled, (round) => viewOf(round, SOLO));
    return { ...moneyOf(view), playMoney: undefined, bettors: undefined };
  }
  const parts = bettors.map(({ bettor, playerId, mode }) => {
    const { staked, returned: paid } = played.bettors[bettor];
    const returned = isCancelled ? staked : paid;
    const bets = betsOf(played, bettor);
    const net = returned - staked;
    return {
      bettor,
      playerId,
      mode,
      staked,
      returned,
      net,
      bets: isCancelled ? bets.map(asCancelled) : bets,
    };
  });
  const { own, demo } = pursesOf(proof.mode, parts);
  const numbers = new Set(own.map(({ bettor }) => bettor));
  const view = seen(played, isCancelled, (round) => viewTogether(round, numbers));
  return { ...moneyOf(view), playMoney: playMoneyOf(demo), bettors: parts };
}

function seen(played: Round, isCancelled: boolean, project: (round: Round) => RoundView): RoundView {
  return isCancelled ? givenBack(project(openedUp(played))) : project(played);
}

function moneyOf({ dealer, boxes, insurance, staked, returned, net }: RoundView): Record<string, unknown> {
  return { dealer, boxes, insurance, staked, returned, net };
}

/** Sessions are no part of a proof. */
function roundFault(
  path: string,
  told: Readonly<Record<string, unknown>>,
  found: Readonly<Record<string, unknown>>,
): string | null {
  const bettors = Array.isArray(told['bettors']) ? told['bettors'].map(withoutSession) : told['bettors'];
  const claimed: Readonly<Record<string, unknown>> = { ...told, bettors };
  const names = Object.keys(found);
  return firstOf(names.map((name) => difference(claimed[name], found[name], `${path}.${name}`)));
}

function withoutSession(bettor: unknown): unknown {
  if (!isObject(bettor)) return bettor;
  return Object.fromEntries(Object.entries(bettor).filter(([name]) => name !== 'sessionId'));
}

/** What it gave back and took back, and the round as it was before. */
function cancellationFault(
  cancellation: Readonly<Record<string, unknown>>,
  proof: Proof,
  played: Round,
  purses: readonly Purse[],
): string | null {
  const before = isObject(cancellation['roundBefore']) ? cancellation['roundBefore'] : {};
  const amounts = purses.map(({ playerId, mode, moves }) => {
    const undone = moves.filter(({ kind }) => kind === 'refund' || kind === 'reversal');
    const sum = (wanted: TransferToCommit['kind']): number =>
      sumOf(undone.filter(({ kind }) => kind === wanted).map(({ amount }) => amount));
    const { currency } = proof;
    return {
      playerId,
      mode,
      currency,
      refunded: sum('refund'),
      reversed: sum('reversal'),
      transfers: undone,
    };
  });
  const found = roundOf(proof, played, false);
  // The round of a player is kept as the program of that day showed it; that of a table is made anew from its steps.
  const sums = { staked: found['staked'], returned: found['returned'], net: found['net'] };
  return firstOf([
    difference(cancellation['statusBefore'], played.status, 'cancellation.statusBefore'),
    difference(cancellation['amounts'], amounts, 'cancellation.amounts'),
    difference(before['status'], played.status, 'cancellation.roundBefore.status'),
    roundFault('cancellation.roundBefore', before, proof.bettors === undefined ? sums : found),
  ]);
}
