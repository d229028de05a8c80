import { PROOF_FORMAT } from '../application/fairness/make-proof';
import { givenBack, openedUp } from '../application/rounds/given-back';
import { asCancelled, betsOf } from '../application/rounds/moves';
import { playMoneyOf, pursesOf } from '../application/rounds/purses';
import { SOLO } from '../application/rounds/round-body';
import type { Round } from '../domain/round';
import { ruleSetRef } from '../domain/rule-set';
import { type RoundView, viewOf } from '../domain/view';
import { viewTogether } from '../domain/view-together';
import { difference, firstOf } from './check';
import type { PlayedAgain } from './played-again';
import type { PlacedProof } from './read-proof';
import { isObject } from './shape';
import type { SignedRecord } from './signed-record';

/**
 * The round that a record shows, against what the steps of its proof come to: cards and stakes of each hand, every sum, real
 * and play money by themselves, and that nobody is asked any more. Null when it fits, or else the first place where not.
 */
export function recordedRoundFault(
  { round }: SignedRecord,
  proof: PlacedProof,
  played: PlayedAgain,
): string | null {
  const { isCancelled, version } = played;
  const ended = { version, ruleSet: ruleSetRef(proof.ruleSet), allowed: [], advice: null, deadline: null };
  const nobodys = proof.bettors === undefined ? {} : { playerId: null, balance: null };
  return firstOf([
    roundFault('round', round, { ...ended, ...nobodys, ...roundOf(proof, played.round, isCancelled) }),
    typeof round['endedAt'] === 'string' ? null : 'round.endedAt is missing: the round has ended',
    typeof round['dealtAt'] === 'string' ? null : 'round.dealtAt is missing: the round was dealt',
  ]);
}

/** What a record has to show of the round, after its end or before it was cancelled. */
export function roundOf(proof: PlacedProof, played: Round, isCancelled: boolean): Record<string, unknown> {
  const { bettors } = proof;
  if (bettors === undefined) {
    const view = seen(played, isCancelled, (round) => viewOf(round, SOLO));
    return { ...moneyOf(view), playMoney: undefined, bettors: undefined };
  }
  const parts = bettors.map(({ bettor, playerId, mode }) => {
    const { staked, returned: paid } = played.bettors[bettor];
    const returned = isCancelled ? staked : paid;
    const own = betsOf(played, bettor);
    const bets = isCancelled ? own.map(asCancelled) : own;
    return { bettor, playerId, mode, staked, returned, net: returned - staked, bets };
  });
  // Before the third form everybody's money was one sum, play money or not.
  const isApart = proof.format === PROOF_FORMAT;
  const { own, demo } = isApart ? pursesOf(proof.mode, parts) : { own: parts, demo: [] };
  const numbers = new Set(own.map(({ bettor }) => bettor));
  const view = seen(played, isCancelled, (round) => viewTogether(round, numbers));
  return { ...moneyOf(view), playMoney: isApart ? playMoneyOf(demo) : undefined, bettors: parts };
}

function seen(played: Round, isCancelled: boolean, project: (round: Round) => RoundView): RoundView {
  return isCancelled ? givenBack(project(openedUp(played))) : project(played);
}

function moneyOf({ dealer, boxes, insurance, staked, returned, net }: RoundView): Record<string, unknown> {
  return { dealer, boxes, insurance, staked, returned, net };
}

/** Where a round that is shown differs first. The sessions of bettors are no part of a proof. */
export function roundFault(
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
