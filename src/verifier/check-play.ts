import { PROOF_FORMAT } from '../application/fairness/make-proof';
import { betsOf } from '../application/rounds/moves';
import { sumOf } from '../application/rounds/purses';
import { cardText } from '../domain/card';
import type { Round } from '../domain/round';
import { replay, type Step } from '../domain/step';
import type { StoredBet } from '../persistence/rounds/commit-step';
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
  if (round === null) throw new Error('Broken invariant: the bets were found in the first step');
  return round;
}

/** That a round was cancelled follows from nothing in it: who did it and why is told elsewhere. */
function endCheck(proof: AnyProof, round: Round): Check {
  const what = 'the end';
  const { status, roundId } = proof;
  const settled = round.status === 'settled';
  if (status === 'settled') {
    return checked(what, 'the round is over after the last step', () =>
      settled ? null : 'steps: the round is not over after the last of them',
    );
  }
  const before = settled ? `after the rules had paid ${paidText(proof, round)}` : 'before it was over';
  return open(
    what,
    `CANCELLED ${before}: the stakes came back. By whom and why is no part of a proof: GET /v1/cancellations/${roundId}`,
  );
}

function paidText(proof: AnyProof, { bettors }: Round): string {
  const { own, demo } = pursesIn(
    proof,
    bettors.map(({ returned }, bettor) => ({ bettor, returned })),
  );
  const paid = (purse: readonly { readonly returned: number }[]): number =>
    sumOf(purse.map(({ returned }) => returned));
  return demo.length === 0 ? `${paid(own)}` : `${paid(own)}, and ${paid(demo)} in demo sessions`;
}

/** One player's money, or that of all who bet at a table, and the sums of it: real and play money each by itself (DX-08). */
function moneyCheck(proof: AnyProof, round: Round): Check {
  const { bettors, staked, returned, currency } = proof;
  const all = round.bettors.map((account, bettor): Claimed => {
    const came = proof.status === 'cancelled' ? account.staked : account.returned;
    return { bettor, bets: betsOf(round, bettor), staked: account.staked, returned: came };
  });
  const { own, demo } = pursesIn(proof, all);
  const claimed = bettors?.map((one): Claimed => {
    return { bettor: one.bettor, bets: one.bets, staked: one.staked, returned: one.returned };
  });
  const play = 'playMoney' in proof ? proof.playMoney : undefined;
  const beside = play ? `; in demo sessions ${play.staked} staked, ${play.returned} returned` : '';
  return checked(
    'the money',
    `${staked} staked, ${returned} returned, in ${currency} minor units${beside}`,
    () => {
      const { bets, ...sums } = together(own);
      return firstOf([
        difference(proof.bets, bets, 'bets'),
        difference(staked, sums.staked, 'staked'),
        difference(returned, sums.returned, 'returned'),
        proof.format === PROOF_FORMAT ? difference(play, playMoneyOf(proof, demo), 'playMoney') : null,
        claimed === undefined ? null : difference(claimed, all, 'bettors'),
      ]);
    },
  );
}

/** What one bettor has in a round, as a proof claims it. */
interface Claimed {
  readonly bettor: number;
  readonly bets: readonly StoredBet[];
  readonly staked: number;
  readonly returned: number;
}

/**
 * Those whose money a proof adds up, and those whose play money stands apart from it. Proofs before the third form added
 * up everybody's.
 */
function pursesIn<One extends { readonly bettor: number }>(
  { bettors, format, mode }: AnyProof & { readonly mode?: string },
  all: readonly One[],
): { readonly own: readonly One[]; readonly demo: readonly One[] } {
  if (bettors === undefined) return { own: all.slice(0, 1), demo: [] };
  if (format !== PROOF_FORMAT) return { own: all, demo: [] };
  const isOwn = ({ bettor }: One): boolean => bettors.find((one) => one.bettor === bettor)?.mode === mode;
  return { own: all.filter(isOwn), demo: all.filter((one) => !isOwn(one)) };
}

/** Not there in the proof for one bettor, whose money is of one mode. */
function playMoneyOf({ bettors }: AnyProof, demo: readonly Claimed[]): unknown {
  if (bettors === undefined) return undefined;
  return demo.length === 0 ? null : { mode: 'demo', ...together(demo) };
}

function together(purse: readonly Claimed[]): Omit<Claimed, 'bettor'> {
  return {
    bets: purse.flatMap(({ bets }) => bets),
    staked: sumOf(purse.map(({ staked }) => staked)),
    returned: sumOf(purse.map(({ returned }) => returned)),
  };
}
