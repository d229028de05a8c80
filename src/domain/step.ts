import type { Dealing } from './account';
import type { Action } from './action';
import { finishAutomatically } from './automatic-rule';
import { invariant, present } from './assert';
import type { Bets } from './bets';
import { type Card, cardText, parseCard } from './card';
import { deal } from './deal';
import type { Journal } from './journal';
import { type AcceptedInsurance, answerInsurances } from './offers';
import { play } from './play';
import type { Round } from './round';
import type { RuleSet } from './rule-set';
import { type CardSource, RecordedCards } from './shoe';
import type { TableLimits } from './table-limits';
import { afterOffers } from './turn';

/** What was decided in one step of a round, before its consequences. */
export type Decision =
  | { readonly type: 'deal'; readonly bets: Bets }
  | { readonly type: 'action'; readonly bettor: number; readonly action: Action }
  | { readonly type: 'insurances'; readonly accepted: readonly AcceptedInsurance[] }
  | { readonly type: 'automatic' };

/** A step as it is kept: the decision and the cards that came, in the order drawn. A round is the fold of its steps. */
export type Step = Decision & { readonly cards: readonly string[] };

/** Notes the cards that a source gives, for the record. */
export class CardRecorder implements CardSource {
  readonly drawn: Card[] = [];

  constructor(private readonly source: CardSource) {}

  draw(): Card {
    const card = this.source.draw();
    this.drawn.push(card);
    return card;
  }

  get texts(): string[] {
    return this.drawn.map(cardText);
  }
}

/** Carries out a decision on an open round; it must be legal. */
export function carryOut(d: Dealing, decision: Exclude<Decision, { type: 'deal' }>): void {
  if (decision.type === 'automatic') {
    finishAutomatically(d);
    return;
  }
  if (decision.type === 'insurances') {
    answerInsurances(d, decision.accepted);
    afterOffers(d);
    return;
  }
  const refusal = play(d, decision.bettor, decision.action);
  invariant(refusal === null, `a recorded action is legal: ${JSON.stringify(decision.action)}`);
}

/**
 * The round that these steps make: a pure fold of the rule set it was dealt under, the table's limits, the bets, the
 * choices and the cards. Throws when the record contradicts the rules.
 */
export function replay(
  ruleSet: RuleSet,
  limits: TableLimits,
  steps: readonly Step[],
  journal: Journal | null = null,
): Round {
  const [first, ...rest] = steps;
  invariant(steps.length > 0 && first.type === 'deal', 'the first step of a round is its deal');
  const dealt = recorded(first);
  const round = deal(ruleSet, limits, first.bets, dealt, journal);
  invariant(dealt.left === 0, 'a replay draws every recorded card');
  for (const step of rest) {
    invariant(step.type !== 'deal', 'a round is dealt once');
    const cards = recorded(step);
    carryOut({ round, cards, journal }, step);
    invariant(cards.left === 0, 'a replay draws every recorded card');
  }
  return round;
}

function recorded({ cards }: Step): RecordedCards {
  return new RecordedCards(cards.map((text) => present(parseCard(text), 'a card for every recorded text')));
}
