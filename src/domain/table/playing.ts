import { type Action, HAND_ACTIONS, type HandActionType } from '../action';
import { invariant, present } from '../assert';
import { automaticAction, degraded } from '../automatic-rule';
import type { Bets } from '../bets';
import { deal } from '../deal';
import type { Hand } from '../hand';
import { priceOf } from '../legal';
import { type Box, handInTurn } from '../round';
import type { CardSource } from '../shoe';
import { CardRecorder, carryOut, type Decision } from '../step';
import {
  type AtTable,
  balanceOf,
  bettorSheet,
  type DecidedBy,
  journalOf,
  roundOf,
  sheetsByBettor,
} from './at-table';
import { followersOf, forgetFollows, noteUnpaid } from './following';
import { enterFor } from './phases';
import type { PlayerRef, Sheet } from './table';

/** Who made a decision and what had been chosen, for the record. */
export interface Origin {
  readonly by: DecidedBy;
  readonly player: PlayerRef | null;
  readonly chosen: HandActionType | null;
}

const BY_TABLE: Origin = { by: 'table', player: null, chosen: null };

/** Deals a round on the charged bets, and goes on to where something is asked of somebody (DX-12). */
export function startRound(t: AtTable, bets: Bets): void {
  const { table } = t;
  table.scripted = table.script !== null;
  const cards = new CardRecorder(t.house.cards());
  t.round = deal(t.ruleSet, table.limits, bets, cards, journalOf(t));
  table.script = null;
  keep(t, { type: 'deal', bets }, cards, BY_TABLE);
  proceed(t);
}

/** Carries out a decision, whatever it draws, and keeps it for the record. */
function decide(
  t: AtTable,
  cards: CardSource,
  decision: Exclude<Decision, { type: 'deal' }>,
  origin: Origin,
): void {
  const recorder = new CardRecorder(cards);
  carryOut({ round: roundOf(t), cards: recorder, journal: journalOf(t) }, decision);
  keep(t, decision, recorder, origin);
}

function keep(t: AtTable, decision: Decision, cards: CardRecorder, origin: Origin): void {
  t.steps.push({ step: { ...decision, cards: cards.texts }, ...origin });
  const { shoe, scripted } = t.table;
  if (scripted) return;
  const before = shoe.dealt;
  shoe.dealt += cards.drawn.length;
  if (before < shoe.cut && shoe.dealt >= shoe.cut) t.happened.push({ type: 'cutCard' });
}

/** Goes on as far as nothing is asked: answered offers, then choices made in advance (DX-14), then the next who is asked. */
export function proceed(t: AtTable): void {
  const round = roundOf(t);
  if (round.status === 'insurance') {
    if (!allAnswered(t)) {
      enterFor(t, 'insurance');
      return;
    }
    closeInsurance(t);
  } else if (round.status === 'settled') {
    enterFor(t, 'result');
  } else if (executeQueued(t)) {
    proceed(t);
  } else {
    enterFor(t, 'deciding');
  }
}

function inTurn(t: AtTable): { box: Box; hand: Hand } {
  const turn = handInTurn(roundOf(t));
  invariant(turn !== null, 'a hand is in turn while a round is played');
  return turn;
}

/** Whether every offer of insurance has an answer, so that nobody has to be waited for. */
export function allAnswered(t: AtTable): boolean {
  const bettors = sheetsByBettor(t);
  return roundOf(t).offers.every((offer) => {
    const answers = bettors.get(offer.bettor)?.insurance ?? [];
    return answers.some(({ hand }) => offer.kind === 'insurance' && hand === offer.hand);
  });
}

/** DX-20: the window is over. Each yes that can still be paid is a bet, everything else is a no. */
export function closeInsurance(t: AtTable): void {
  const accepted: { bettor: number; hand: string }[] = [];
  const left = new Map<PlayerRef, number>();
  const bettors = sheetsByBettor(t);
  for (const offer of roundOf(t).offers) {
    if (offer.kind !== 'insurance' || offer.hand === null) continue;
    const sheet = present(bettors.get(offer.bettor), 'a sheet of every bettor');
    if (!sheet.insurance.some(({ hand, accept }) => accept && hand === offer.hand)) continue;
    const balance = left.get(sheet.player) ?? balanceOf(t, sheet.player);
    if (balance >= offer.price) {
      accepted.push({ bettor: offer.bettor, hand: offer.hand });
      left.set(sheet.player, balance - offer.price);
    } else
      noteUnpaid(t, sheet, {
        hand: offer.hand,
        chosen: 'insurance',
        executed: null,
        balance,
        price: offer.price,
      });
  }
  for (const sheet of bettors.values()) forgetInsurance(t, sheet);
  decide(t, t.house.cards(), { type: 'insurances', accepted }, BY_TABLE);
  proceed(t);
}

/** The answers were executed. */
function forgetInsurance(t: AtTable, sheet: Sheet): void {
  if (sheet.insurance.length === 0) return;
  sheet.insurance = [];
  t.touched.add(sheet.player);
}

/** DX-14: executes what the player of the hand in turn chose in advance, if it is legal now. False when he is asked. */
function executeQueued(t: AtTable): boolean {
  const { box, hand } = inTurn(t);
  const sheet = bettorSheet(t, box.bettor);
  const queued = sheet.queued.find((choice) => choice.hand === hand.id);
  if (queued === undefined) return false;
  sheet.queued = sheet.queued.filter((choice) => choice !== queued);
  t.touched.add(sheet.player);
  const { type } = queued;
  const price = priceOf(roundOf(t), box.bettor, queued);
  if (typeof price !== 'number') {
    const note = { hand: hand.id, chosen: type, executed: null, reason: 'action_not_allowed' } as const;
    sheet.notExecuted.push({ ...note, balance: 0, price: 0 });
    return false;
  }
  const affordable = price === 0 || balanceOf(t, sheet.player) >= price;
  if (affordable) playInTurn(t, type, { by: 'ahead', player: sheet.player, chosen: null });
  else playInstead(t, sheet, hand, type, price);
  return true;
}

/** DX-16, DX-19: what the money no longer allows is replaced, and the player told why. */
function playInstead(t: AtTable, sheet: Sheet, hand: Hand, chosen: HandActionType, price: number): void {
  invariant(chosen === 'double' || chosen === 'split', 'only doubles and splits cost money');
  const { type } = degraded({ type: chosen, hand: hand.id }, hand);
  const executed = HAND_ACTIONS.find((known) => known === type) ?? null;
  invariant(executed !== null, 'a degraded action is one on a hand');
  noteUnpaid(t, sheet, { hand: hand.id, chosen, executed, balance: balanceOf(t, sheet.player), price });
  playInTurn(t, executed, { by: 'ahead', player: sheet.player, chosen });
}

/** Plays the hand in turn; those behind it follow a double or a split if they said so and can pay (DX-22, DX-23). */
export function playInTurn(t: AtTable, type: HandActionType, origin: Origin): void {
  const { hand } = inTurn(t);
  t.happened.push({ type: 'executed', hand: hand.id, action: type, by: origin.by, chosen: origin.chosen });
  const action: Action =
    type === 'double' || type === 'split'
      ? { type, hand: hand.id, followers: followersOf(t, hand, type) }
      : { type, hand: hand.id };
  decide(t, t.house.cards(), { type: 'action', bettor: inTurn(t).box.bettor, action }, origin);
  if (type === 'double' || type === 'split') forgetFollows(t, hand);
}

/** DX-21: the decision time is over; the automatic rule finishes the hand in turn, and only that one. */
export function finishHandInTurn(t: AtTable): void {
  const { hand } = inTurn(t);
  const round = roundOf(t);
  while (handInTurn(round)?.hand === hand) {
    const { action } = automaticAction(round);
    invariant(action.type === 'hit' || action.type === 'stand', 'the automatic rule hits or stands');
    playInTurn(t, action.type, { by: 'automatic', player: null, chosen: null });
  }
  proceed(t);
}
