import { makeProof, type Proof } from '../../src/application/fairness/make-proof';
import { cardsFrom, shoeFor } from '../../src/application/rounds/cards';
import type { Action, ActionType, LegalAction } from '../../src/domain/action';
import { present } from '../../src/domain/assert';
import { automaticAction } from '../../src/domain/automatic-rule';
import { type BoxBet, soloBets } from '../../src/domain/bets';
import { classicRuleSet } from '../../src/domain/classic-settings';
import { currencyOf, defaultLimits } from '../../src/domain/currency';
import { deal } from '../../src/domain/deal';
import { legalActions } from '../../src/domain/legal';
import { preset } from '../../src/domain/presets';
import type { Round } from '../../src/domain/round';
import type { RuleSet } from '../../src/domain/rule-set';
import { CardRecorder, carryOut, type Decision, type Step } from '../../src/domain/step';
import type { RoundRecord } from '../../src/persistence/rounds/round-record';
import { commitmentOf } from '../../src/randomness/seed-vault';

/** A round to be proved: which game, from which seeds, with which bets; every choice is made by a fixed rule. */
export interface VectorRound {
  /** A game of the house, or the operator's own one with these settings. */
  readonly gameId: string;
  readonly settings?: object;
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly boxes: readonly { box: number; stake: number; sideBets?: Record<string, number> }[];
  /** Cards dealt before from the shoe that the session keeps. */
  readonly kept?: number;
  /** Chosen cards, of a session in mode `test`. */
  readonly script?: readonly string[];
  /** Choices that are made first, one after the other, each as soon as it is legal; offers are accepted. */
  readonly plan?: readonly ActionType[];
  /** What is done when none of the plan is: splits and doubles where that is legal, hits where it is, or leaves the round. */
  readonly otherwise?: 'bold' | 'hit' | 'leave';
  /** After how many steps the round is cancelled, if it lasts so long; otherwise when it is over. */
  readonly cancelledAfter?: number;
}

/** Plays the round by its seeds alone and proves it; the same for ever. */
export function provedRound(vector: VectorRound): Proof {
  const { gameId, clientSeed, nonce, script = null, kept, cancelledAfter } = vector;
  const ruleSet = ruleSetOf(vector);
  const limits = present(defaultLimits(ruleSet, present(currencyOf('EUR'), 'the euro')), 'limits');
  const seed = Buffer.from(vector.serverSeed, 'hex');
  const keptShoe = kept === undefined ? null : { no: 1, seedNo: 1, clientSeed, nonce, dealt: kept };
  const shoe = shoeFor(ruleSet, { no: 1, clientSeed, nextNonce: nonce }, keptShoe, script);
  const steps = playedSteps(vector, ruleSet, limits, cardsFrom(shoe, seed, 0));
  const record: RoundRecord = {
    playerKey: 1,
    roundId: '019b0000-0001-7000-8000-000000000001',
    sessionId: '019b0000-0000-7000-8000-000000000001',
    operatorId: '019b0000-0000-7000-8000-000000000003',
    playerId: 'alice',
    gameId,
    ruleSetVersion: 1,
    mode: script === null ? 'real' : 'test',
    currency: 'EUR',
    limits,
    decisionSeconds: 86_400,
    ...shoe,
    status: cancelledAfter === undefined ? 'settled' : 'cancelled',
    table: null,
    version: steps.length,
    steps: steps.map((step, index) => {
      const at = '2026-01-01T00:00:00.000Z';
      return { version: index + 1, step, balanceAfter: 0, actor: 'key:test', requestId: 'test', at };
    }),
  };
  return makeProof(record, ruleSet, commitmentOf(seed), seed);
}

function ruleSetOf({ gameId, settings }: VectorRound): RuleSet {
  if (settings === undefined) return present(preset(gameId), gameId);
  const made = classicRuleSet({ id: gameId, version: 1, name: gameId }, settings);
  if ('faults' in made) throw new Error(JSON.stringify(made.faults));
  return made.ruleSet;
}

function playedSteps(
  { boxes, plan = [], otherwise = 'bold', cancelledAfter = Infinity }: VectorRound,
  ruleSet: RuleSet,
  limits: Round['limits'],
  cards: ReturnType<typeof cardsFrom>,
): Step[] {
  const bets = soloBets(boxes as unknown as BoxBet[]);
  const left = [...plan];
  const dealt = new CardRecorder(cards);
  const round = deal(ruleSet, limits, bets, dealt);
  const steps: Step[] = [{ type: 'deal', bets, cards: dealt.texts }];
  while (round.status !== 'settled' && steps.length < cancelledAfter) {
    const drawn = new CardRecorder(cards);
    const decision = decided(round, left, otherwise);
    carryOut({ round, cards: drawn, journal: null }, decision);
    steps.push({ ...decision, cards: drawn.texts });
  }
  if (left.length > 0) throw new Error(`never legal: ${left.join()}`);
  return steps;
}

function decided(
  round: Round,
  left: ActionType[],
  otherwise: VectorRound['otherwise'],
): Exclude<Decision, { type: 'deal' }> {
  const legal = legalActions(round, 0);
  const planned = legal.find(({ type }) => type === left.at(0));
  if (planned !== undefined) {
    left.shift();
    return { type: 'action', bettor: 0, action: actionOf(planned) };
  }
  if (otherwise === 'leave' && left.length === 0) return { type: 'automatic' };
  const types: readonly ActionType[] = otherwise === 'hit' ? ['split', 'hit'] : ['split', 'double'];
  const liked = types.flatMap((type) => legal.filter((action) => action.type === type)).at(0);
  const action = liked === undefined ? automaticAction(round).action : actionOf(liked);
  return { type: 'action', bettor: 0, action };
}

/** The action that a legal one stands for; offers are accepted, for as much as they take. */
function actionOf(legal: LegalAction): Action {
  switch (legal.type) {
    case 'insurance':
      return 'max' in legal
        ? { type: legal.type, accept: true, amount: legal.max }
        : { type: legal.type, accept: true, ...(legal.hand === undefined ? {} : { hand: legal.hand }) };
    case 'even-money':
      return { type: legal.type, hand: legal.hand, accept: true };
    case 'stand-all':
      return { type: legal.type };
    case 'switch':
      return { type: legal.type, box: legal.box };
    default:
      return { type: legal.type, hand: legal.hand };
  }
}
