import { betsOf } from '../application/rounds/moves';
import { cardText } from '../domain/card';
import type { Round } from '../domain/round';
import { replay, type Step } from '../domain/step';
import { type Check, checked, difference, firstOf, ok, open } from './check';
import type { AnyProof } from './read-proof';

/** The choices by the rules, and the money by what they led to. */
export function checkPlay(proof: AnyProof): Check[] {
  let round: Round;
  try {
    round = replayed(proof);
  } catch (error) {
    const detail = error instanceof Error ? error.message : String(error);
    return [{ what: 'the choices', verdict: 'wrong', detail }];
  }
  return [
    ok('the choices', `the rules allow all ${proof.steps.length} steps`),
    endCheck(proof, round),
    checked("the dealer's cards", proof.dealerCards.join(' '), () =>
      difference(proof.dealerCards, round.dealer.cards.map(cardText), 'dealerCards'),
    ),
    moneyCheck(proof, round),
  ];
}

/** Replays step by step, so that the first one that the rules forbid can be named. */
function replayed({ ruleSet, limits, steps }: AnyProof): Round {
  const played: Step[] = [];
  let round: Round | null = null;
  for (const [stepNo, step] of steps.entries()) {
    played.push(step);
    try {
      round = replay(ruleSet, limits, played);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`steps[${stepNo}]: the rules do not allow it (${reason})`, { cause: error });
    }
  }
  if (round === null) throw new Error('steps: there is none');
  return round;
}

/** That a round was cancelled follows from nothing in it: who did it and why is told elsewhere. */
function endCheck({ status, roundId, bettors }: AnyProof, round: Round): Check {
  const what = 'the end';
  const { settled, paid } = {
    settled: round.status === 'settled',
    paid: (bettors === undefined ? round.bettors.slice(0, 1) : round.bettors).reduce(
      (sum, { returned }) => sum + returned,
      0,
    ),
  };
  if (status === 'settled') {
    return checked(what, 'the round is over after the last step', () =>
      settled ? null : 'steps: the round is not over after the last of them',
    );
  }
  const before = settled ? `after the rules had paid ${paid}` : 'before it was over';
  return open(
    what,
    `CANCELLED ${before}: the stakes came back. By whom and why is no part of a proof: GET /v1/cancellations/${roundId}`,
  );
}

/** One player's money, or that of all who bet at a table, and the sums of it. */
function moneyCheck(proof: AnyProof, round: Round): Check {
  const { bettors, staked, returned, status } = proof;
  const all = round.bettors.map((account, bettor) => {
    const came = status === 'cancelled' ? account.staked : account.returned;
    return { bettor, bets: betsOf(round, bettor), staked: account.staked, returned: came };
  });
  const counted = bettors === undefined ? all.slice(0, 1) : all;
  const claimed = bettors?.map(({ bettor, bets, staked: put, returned: came }) => {
    return { bettor, bets, staked: put, returned: came };
  });
  return checked(
    'the money',
    `${staked} staked, ${returned} returned, in ${proof.currency} minor units`,
    () =>
      firstOf([
        difference(
          proof.bets,
          counted.flatMap(({ bets }) => bets),
          'bets',
        ),
        difference(staked, sumOf(counted.map((one) => one.staked)), 'staked'),
        difference(returned, sumOf(counted.map((one) => one.returned)), 'returned'),
        claimed === undefined ? null : difference(claimed, all, 'bettors'),
      ]),
  );
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}
