import type { RoundEvent } from '../../domain/journal';
import type { Round } from '../../domain/round';
import type { StoredBet, TransferToCommit } from '../../persistence/rounds/commit-step';
import { SOLO } from './round-body';

/** What a round's events ask of the wallet: a stake for each charge, a payout for each bet that returns something. */
export function transfersOf(events: readonly RoundEvent[]): TransferToCommit[] {
  return events.flatMap((event): TransferToCommit[] => {
    if (event.type === 'charged') {
      return [{ kind: 'stake', reason: event.reason, bet: event.bet, amount: event.amount }];
    }
    if (event.type === 'decided' && event.returned > 0) {
      return [{ kind: 'payout', reason: event.reason, bet: event.bet, amount: event.returned }];
    }
    return [];
  });
}

/** The corrections that undo a round: every stake goes back, then every payout is taken back (C-18). */
export function corrections(transfers: readonly TransferToCommit[]): TransferToCommit[] {
  const undone = (kind: 'stake' | 'payout', by: 'refund' | 'reversal'): TransferToCommit[] =>
    transfers.filter((transfer) => transfer.kind === kind).map((transfer) => ({ ...transfer, kind: by }));
  return [...undone('stake', 'refund'), ...undone('payout', 'reversal')];
}

/** What transfers come to for the wallet, and what it must hold before them so as never to be below zero. */
export function demandOf(transfers: readonly TransferToCommit[]): { change: number; needed: number } {
  let change = 0;
  let lowest = 0;
  for (const { kind, amount } of transfers) {
    change += kind === 'stake' || kind === 'reversal' ? -amount : amount;
    lowest = Math.min(lowest, change);
  }
  return { change, needed: 0 - lowest };
}

/** Every bet that a bettor has in a round, his own stakes and those behind others, as the history lists it. */
export function betsOf(round: Round, bettor = SOLO): StoredBet[] {
  const bets: StoredBet[] = [];
  for (const { box, hands } of round.boxes) {
    for (const { id, bets: onHand } of hands) {
      const own = onHand.find((bet) => bet.bettor === bettor);
      if (own === undefined) continue;
      const { stake, outcome, returned, insurance } = own;
      bets.push({ bet: id, type: 'main', box, stake, outcome, returned });
      if (insurance !== null) bets.push({ bet: `${id}:insurance`, type: 'insurance', box, ...insurance });
    }
  }
  for (const { box, bettor: whose, type, stake, outcome, returned } of round.sideBets) {
    if (whose === bettor) bets.push({ bet: `${box}:${type}`, type, box, stake, outcome, returned });
  }
  for (const { bettor: whose, stake, outcome, returned } of round.insurances) {
    if (whose !== bettor) continue;
    bets.push({ bet: 'insurance', type: 'insurance', box: null, stake, outcome, returned });
  }
  return bets;
}

/** What lies on bets that are not decided. */
export function inPlayOf(bets: readonly StoredBet[]): number {
  return bets.reduce((sum, { stake, outcome }) => (outcome === null ? sum + stake : sum), 0);
}

/** A bet of a cancelled round: its stake came back, whatever it had come to. */
export function asCancelled(bet: StoredBet): StoredBet {
  return { ...bet, outcome: 'cancelled', returned: bet.stake };
}
