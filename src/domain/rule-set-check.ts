import { CARDS_PER_DECK, cardValue, DECK } from './card';
import { MOST_BOXES } from './hand-id';
import type { Ratio } from './money';
import type { RuleSet } from './rule-set';
import type { Fault } from './table-check';

/** The cut card may lie at 40 to 85 per cent of the shoe (DX-02). */
const CUT_PERCENT = { least: 40, usual: 75, most: 85 } as const;

/**
 * Cards that each hand of the fullest round takes when we ask whether those behind the cut card suffice (DX-02). An
 * average hand takes fewer than three. Should they ever run out, the discards are shuffled and dealt on.
 */
const CARDS_PER_HAND = 4;

/** Every reason why a rule set makes no sense or could not be dealt (C-13, DX-02, CL-09); `path` names its field. */
export function checkRuleSet(ruleSet: RuleSet): Fault[] {
  const faults: Fault[] = [];
  const refuse = (when: boolean, path: keyof RuleSet, detail: string): void => {
    if (when) faults.push({ path, detail });
  };
  const checks = ruleSet.dealerChecks === 'aceOrTen';
  refuse(
    checks && ruleSet.dealerCards !== 'upThenHole',
    'dealerChecks',
    'only a hole card dealt last can be checked',
  );
  refuse(ruleSet.surrender === 'late' && !checks, 'surrender', 'late surrender needs a dealer who checks');
  refuse(
    ruleSet.surrender === 'early' && checks,
    'surrender',
    'early surrender needs a dealer who does not check',
  );
  const closed = ruleSet.insuranceCards === 'closed';
  refuse(
    closed && ruleSet.insurance === 'none',
    'insuranceCards',
    'closed cards need an insurance to be offered',
  );
  refuse(closed && ruleSet.sideBets.length > 0, 'insuranceCards', 'side bets would show the closed cards');
  refuse(
    closed && ruleSet.insurance === 'tableAmount',
    'insuranceCards',
    'the bounds would tell of a blackjack',
  );
  refuse(
    ruleSet.resplitAces && ruleSet.maxHands < 3,
    'resplitAces',
    're-splitting needs more than two hands',
  );
  refuse(
    ruleSet.switching !== 'none' && ruleSet.handsPerBox !== 2,
    'switching',
    'a switch needs two hands a box',
  );
  refuse(
    ruleSet.switching !== 'none' && ruleSet.evenMoney !== 'none',
    'evenMoney',
    'a switch could break what was paid',
  );
  const fourCards = ruleSet.sideBets.some(({ type }) => type === 'superMatch');
  refuse(fourCards && ruleSet.handsPerBox !== 2, 'sideBets', 'a super match needs two hands a box');
  refuse(ruleSet.boxes < 1 || ruleSet.boxes > MOST_BOXES, 'boxes', `a table has 1 to ${MOST_BOXES} boxes`);
  refuse(ruleSet.boxesPerPlayer > ruleSet.boxes, 'boxesPerPlayer', 'there are fewer boxes at the table');
  refuse(
    (ruleSet.decks === 'infinite') !== (ruleSet.shuffle.kind === 'none'),
    'shuffle',
    'an infinite deck alone is not shuffled',
  );
  return [...faults, ...checkShoe(ruleSet)];
}

function checkShoe(ruleSet: RuleSet): Fault[] {
  if (ruleSet.decks === 'infinite') return [];
  const cards = ruleSet.decks * CARDS_PER_DECK;
  const need = mostCards(ruleSet, ruleSet.decks);
  if (need > cards)
    return [{ path: 'decks', detail: `the fullest round can need ${need} cards of ${cards}` }];
  if (ruleSet.shuffle.kind !== 'cutCard') return [];
  const { num, den } = ruleSet.shuffle.cut;
  if (num * 100 < CUT_PERCENT.least * den || num * 100 > CUT_PERCENT.most * den) {
    const detail = `the cut card lies at ${CUT_PERCENT.least} to ${CUT_PERCENT.most} per cent of the shoe`;
    return [{ path: 'shuffle', detail }];
  }
  const behind = cards - cutPosition(cards, ruleSet.shuffle.cut);
  const wanted = mostHands(ruleSet) * CARDS_PER_HAND;
  if (behind >= wanted) return [];
  return [
    { path: 'shuffle', detail: `${behind} cards behind the cut card; the fullest round wants ${wanted}` },
  ];
}

/** Cards before the cut card in a shoe of so many. */
export function cutPosition(cards: number, cut: Ratio): number {
  return Math.floor((cards * cut.num) / cut.den);
}

/** The usual cut, or an earlier one that leaves the fullest round enough cards; never before the earliest allowed. */
export function fittingCut(ruleSet: RuleSet): Ratio {
  const cards = Number(ruleSet.decks) * CARDS_PER_DECK;
  const fits = Math.floor(((cards - mostHands(ruleSet) * CARDS_PER_HAND) * 100) / cards);
  return { num: Math.max(CUT_PERCENT.least, Math.min(CUT_PERCENT.usual, fits)), den: 100 };
}

/** Hands in the fullest round, the dealer's included. */
function mostHands(ruleSet: RuleSet): number {
  return ruleSet.boxes * ruleSet.handsPerBox * ruleSet.maxHands + 1;
}

/**
 * A number of cards that no round can exceed: all hands together take the smallest cards there are, and each goes on
 * while it holds at most 20 points, so that only its last card may lie above.
 */
function mostCards(ruleSet: RuleSet, decks: number): number {
  const hands = mostHands(ruleSet);
  let points = 20 * hands;
  let cards = 0;
  const values = DECK.map(cardValue).sort((one, other) => one - other);
  for (const value of values) {
    const taken = Math.min(decks, Math.floor(points / value));
    points -= taken * value;
    cards += taken;
    if (taken < decks) break;
  }
  return cards + hands;
}
