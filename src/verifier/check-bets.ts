import { PROOF_FORMAT } from '../application/fairness/make-proof';
import {
  type Bets,
  boxBetsOf,
  checkBoxBets,
  type PlacedSideBet,
  type SeatBet,
  soloBets,
} from '../domain/bets';
import type { StakeRange } from '../domain/table-limits';
import type { Step } from '../domain/step';
import { type Check, checked, difference, firstOf } from './check';
import type { AnyProof } from './read-proof';

const PATH = 'steps[0].bets';

/** The bets and who decides, by the rules and limits that the server holds them to (C-14, DX-04…DX-08). */
export function checkBets(proof: AnyProof): Check {
  return checked('the bets', 'within the rules and the limits', () => {
    const first = proof.steps.at(0);
    if (first === undefined) return 'steps: there is none';
    if (first.type !== 'deal') return 'steps[0] is not the deal';
    return proof.ruleSet.table === 'shared'
      ? sharedFault(proof, first.bets)
      : (privateFault(proof, first.bets) ?? firstOf(proof.steps.map(soloFault)));
  });
}

/** One player, who holds all the boxes and bets behind nobody. */
function privateFault({ ruleSet, limits }: AnyProof, bets: Bets): string | null {
  const boxes = boxBetsOf(bets);
  const fault = checkBoxBets(ruleSet, limits, boxes).at(0);
  if (fault !== undefined) return `${PATH}, ${fault.path}: ${fault.detail}`;
  return difference(bets, soloBets(boxes), PATH);
}

function soloFault(step: Step, index: number): string | null {
  const path = `steps[${index}]`;
  if (step.type === 'insurances') return `${path}.type: a private round has no such step`;
  if (step.type !== 'action') return null;
  if (step.bettor !== 0) return `${path}.bettor: a private round has one bettor`;
  return 'followers' in step.action
    ? `${path}.action.followers: nobody bets behind in a private round`
    : null;
}

function sharedFault(proof: AnyProof, bets: Bets): string | null {
  const { ruleSet, limits, bettors } = proof;
  const { seats, behind, sideBets } = bets;
  if (seats.length === 0) return `${PATH}.seats: no round without a seat`;
  return firstOf([
    ...seats.map((bet, index) => seatFault(proof, bets, bet, index)),
    ...behind.map((bet, index) => {
      const path = `${PATH}.behind[${index}]`;
      const seat = seats.find(({ box }) => box === bet.box);
      if (seat?.bettor === bet.bettor) return `${path}.bettor: nobody bets behind himself`;
      return placeFault(bets, bet, behind.slice(0, index), path) ?? stakeFault(limits.stake, bet, path);
    }),
    ...sideBets.map((bet, index) => {
      const path = `${PATH}.sideBets[${index}]`;
      if (!ruleSet.sideBets.some(({ type }) => type === bet.type))
        return `${path}.type: the game has no such bet`;
      const earlier = sideBets.slice(0, index).filter(({ type }) => type === bet.type);
      return placeFault(bets, bet, earlier, path) ?? stakeFault(limits.sideBet, bet, path);
    }),
    bettors === undefined ? othersFault(proof, bets) : everybodyFault(proof, bets),
    demoSeatFault(proof, bets),
  ]);
}

/** DX-04, DX-05: seats in order, so many for one player, all with his one bet. */
function seatFault(
  { ruleSet, limits }: AnyProof,
  { seats }: Bets,
  bet: SeatBet,
  index: number,
): string | null {
  const path = `${PATH}.seats[${index}]`;
  const least = index === 0 ? 1 : seats[index - 1].box + 1;
  if (bet.box < least || bet.box > ruleSet.boxes)
    return `${path}.box is not from ${least} to ${ruleSet.boxes}`;
  const own = seats.filter(({ bettor }) => bettor === bet.bettor);
  if (own.length > ruleSet.boxesPerPlayer) return `${path}.bettor: one player has ${own.length} seats`;
  if (own.some(({ stake }) => stake !== bet.stake)) return `${path}.stake: his seats carry different bets`;
  return stakeFault(limits.stake, bet, path);
}

/** DX-06, DX-07: on a seat that is taken, once. */
function placeFault(
  { seats }: Bets,
  { box, bettor }: SeatBet | PlacedSideBet,
  earlier: readonly SeatBet[],
  path: string,
): string | null {
  if (!seats.some((seat) => seat.box === box)) return `${path}.box: nobody has a bet on seat ${box}`;
  return earlier.some((bet) => bet.box === box && bet.bettor === bettor) ? `${path} is there twice` : null;
}

function stakeFault({ min, max, step }: StakeRange, { stake }: SeatBet, path: string): string | null {
  const isWithin = Number.isSafeInteger(stake) && stake >= min && stake <= max && stake % step === 0;
  return isWithin ? null : `${path}.stake is ${stake}; the limits are ${min} to ${max} in steps of ${step}`;
}

/** Of the others a player's proof has the seats, with the least stake: nothing else of theirs may count. */
function othersFault({ limits, steps }: AnyProof, { bettors, seats, behind, sideBets }: Bets): string | null {
  const numbers = new Set([0, ...seats.map(({ bettor }) => bettor)]);
  if (bettors !== numbers.size || Math.max(...numbers) >= bettors)
    return `${PATH}.bettors is not their number`;
  const stranger = [...behind, ...sideBets].find(({ bettor }) => bettor !== 0);
  if (stranger !== undefined)
    return `${PATH}: bettor ${stranger.bettor} bets beside; others have seats alone`;
  const other = seats.find(({ bettor, stake }) => bettor !== 0 && stake !== limits.stake.min);
  if (other !== undefined) return `${PATH}: the seat ${other.box} of another has not the least stake`;
  return firstOf(steps.map((step, index) => followersFault(step, index, (bettor) => bettor === 0)));
}

/** The operator's proof names all of them, by their numbers. */
function everybodyFault({ bettors = [], steps }: AnyProof, bets: Bets): string | null {
  const numbers = new Set([...bets.seats, ...bets.behind, ...bets.sideBets].map(({ bettor }) => bettor));
  const isAll = bets.bettors === numbers.size && Math.max(...numbers) < bets.bettors;
  if (!isAll || bettors.length !== bets.bettors) return `${PATH}.bettors is not their number`;
  return firstOf(steps.map((step, index) => followersFault(step, index, (bettor) => numbers.has(bettor))));
}

/**
 * DX-08: who plays a demo bets behind. Earlier forms of a proof were not held to it, for no sum in them depended on a mode;
 * where play money is told apart, a mode that is not true would move stakes from one sum into the other.
 */
function demoSeatFault(proof: AnyProof, { seats }: Bets): string | null {
  if (proof.format !== PROOF_FORMAT) return null;
  const { bettors, mode } = proof;
  const modeOf = (bettor: number): string | undefined => {
    if (bettors !== undefined) return bettors.find((one) => one.bettor === bettor)?.mode;
    return bettor === 0 ? mode : undefined;
  };
  const seat = seats.findIndex(({ bettor }) => modeOf(bettor) === 'demo');
  return seat < 0 ? null : `${PATH}.seats[${seat}].bettor plays a demo, which takes no seat`;
}

/** Who answers or follows has to be one whose money is shown; what he may answer is checked by playing it. */
function followersFault(step: Step, index: number, isShown: (bettor: number) => boolean): string | null {
  const path = `steps[${index}]`;
  if (step.type === 'insurances') {
    return step.accepted.every(({ bettor }) => isShown(bettor)) ? null : `${path}.accepted names a stranger`;
  }
  if (step.type === 'automatic') return `${path}.type: a table plays hand by hand`;
  if (step.type !== 'action' || !('followers' in step.action)) return null;
  const followers = step.action.followers ?? [];
  return followers.every(isShown) ? null : `${path}.action.followers names a stranger`;
}
