import type { Hand, HandBet } from './hand';
import type { BetReason, Journal } from './journal';
import type { Minor } from './money';
import type { HandOutcome, SideBetOutcome } from './outcome';
import type { Round } from './round';
import type { CardSource } from './shoe';

/** What the functions that carry a round on need: the round, where its cards come from, and who hears of it. */
export interface Dealing {
  readonly round: Round;
  readonly cards: CardSource;
  readonly journal: Journal | null;
}

/** Puts a bettor's money at risk. */
export function charge(d: Dealing, bettor: number, reason: BetReason, bet: string, amount: Minor): void {
  const account = d.round.bettors[bettor];
  account.staked = (account.staked + amount) as Minor;
  d.journal?.record({ type: 'charged', bettor, reason, bet, amount });
}

/** Tells of a bet that is decided: what comes back to the bettor, stake and winnings, may be nothing. */
export function reportDecision(
  d: Dealing,
  bettor: number,
  reason: BetReason,
  bet: string,
  outcome: HandOutcome | SideBetOutcome,
  returned: Minor,
): void {
  const account = d.round.bettors[bettor];
  account.returned = (account.returned + returned) as Minor;
  d.journal?.record({ type: 'decided', bettor, reason, bet, outcome, returned });
}

/** Decides one bettor's money on a hand. */
export function decideBet(d: Dealing, hand: Hand, bet: HandBet, outcome: HandOutcome, returned: Minor): void {
  bet.outcome = outcome;
  bet.returned = returned;
  reportDecision(d, bet.bettor, 'main', hand.id, outcome, returned);
}
