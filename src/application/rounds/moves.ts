import type { RoundEvent } from '../../domain/journal';
import type { Round } from '../../domain/round';
import type { StoredBet, TransferToCommit } from '../../persistence/rounds/commit-step';

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

/** Every bet of a round as the history lists it. */
export function betsOf(round: Round): StoredBet[] {
  const bets: StoredBet[] = [];
  for (const { box, hands } of round.boxes) {
    for (const {
      id,
      bets: [{ stake, outcome, returned, insurance }],
    } of hands) {
      bets.push({ bet: id, type: 'main', box, stake, outcome, returned });
      if (insurance !== null) bets.push({ bet: `${id}:insurance`, type: 'insurance', box, ...insurance });
    }
  }
  for (const { box, type, stake, outcome, returned } of round.sideBets) {
    bets.push({ bet: `${box}:${type}`, type, box, stake, outcome, returned });
  }
  for (const { stake, outcome, returned } of round.insurances) {
    bets.push({ bet: 'insurance', type: 'insurance', box: null, stake, outcome, returned });
  }
  return bets;
}

/** What lies on bets that are not decided. */
export function inPlayOf(bets: readonly StoredBet[]): number {
  return bets.reduce((sum, { stake, outcome }) => (outcome === null ? sum + stake : sum), 0);
}
