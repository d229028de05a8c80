import { playerKeyOf } from '../application/ids';
import { type ClassicSettings, classicRuleSet } from '../domain/classic-settings';
import { checkLimits, currencyOf } from '../domain/currency';
import { preset, publishedPreset } from '../domain/presets';
import { type RuleSet, ruleSetRef } from '../domain/rule-set';
import { checkRuleSet } from '../domain/rule-set-check';
import { type Check, checked, difference, firstOf, open } from './check';
import type { AnyProof, PlacedProof } from './read-proof';

/** Which round it was: where it was played, with what, under which rules and limits. */
export function checkRules(proof: AnyProof): Check[] {
  return [placeCheck(proof), ...ruleSetChecks(proof), limitsCheck(proof)];
}

/** The id of a round ends as that of its session or table does; modes and currency go together. */
function placeCheck(proof: AnyProof): Check {
  const what = 'the place';
  if (proof.format === 'holecard-proof/1') {
    return open(
      what,
      'this old form of a proof tells neither session nor table, and not whether it was a test',
    );
  }
  const { sessionId, table, mode, roundId, bettors } = proof;
  const where = table === null ? `session ${sessionId}` : `table ${table.id}`;
  return checked(what, `a round of ${where}, mode ${mode}`, () => {
    const owner = table?.id ?? sessionId;
    if (owner === null) return 'sessionId and table are both null';
    if (playerKeyOf(roundId) !== playerKeyOf(owner)) return `roundId is not one of ${where}`;
    const isShared = proof.ruleSet.table === 'shared';
    if ((table !== null) !== isShared)
      return `table does not fit ruleSet.table, which is ${proof.ruleSet.table}`;
    return firstOf([tableFault(proof), ...(bettors ?? []).map(bettorFault(proof))]);
  });
}

/** DX-08: who tests sits at test tables; who plays a demo may bet behind at any. */
function tableFault({ table, mode, sessionId, bettors }: PlacedProof): string | null {
  if (table === null) return bettors === undefined ? null : 'bettors: a private round has one';
  if (table.mode === 'demo') return 'table.mode is demo; there are no such tables';
  if (bettors !== undefined && sessionId !== null)
    return 'sessionId is one of many in a proof of all bettors';
  if (sessionId === null)
    return mode === table.mode ? null : `mode is ${mode}, that of the table ${table.mode}`;
  return mode === 'demo' || mode === table.mode ? null : `mode is ${mode} at a table of mode ${table.mode}`;
}

function bettorFault({ table }: PlacedProof) {
  return ({ mode }: Bettor, index: number): string | null =>
    mode === 'demo' || mode === table?.mode ? null : `bettors[${index}].mode is ${mode}`;
}

type Bettor = NonNullable<PlacedProof['bettors']>[number];

/** A game of the house has to be as it was published; an operator's own one that his settings can make. */
function ruleSetChecks({ gameId, ruleSet }: AnyProof): Check[] {
  const what = 'the rule set';
  const { id, version, name } = ruleSet;
  if (gameId !== id) return [checked(what, '', () => difference(gameId, id, 'gameId'))];
  const published = publishedPreset(id, version);
  if (published !== undefined) {
    const detail = `${ruleSetRef(ruleSet)}, as this program knows it`;
    return [checked(what, detail, () => difference(ruleSet, published, 'ruleSet'))];
  }
  if (preset(id) !== undefined) {
    const sound = checked(what, `${ruleSetRef(ruleSet)} makes sense`, () => faultsIn(ruleSet));
    return [
      sound,
      open('the rules', 'a version of the game that this program does not know: take a newer one'),
    ];
  }
  const possible = checked(what, `${ruleSetRef(ruleSet)}, one that an operator may make`, () => {
    if (!Number.isSafeInteger(version) || version < 1) return 'ruleSet.version counts from 1';
    if (typeof name !== 'string') return 'ruleSet.name is not a name';
    const made = classicRuleSet({ id, version, name }, settingsOf(ruleSet));
    if ('faults' in made) return asText(made.faults);
    return difference(ruleSet, made.ruleSet, 'ruleSet');
  });
  const told = `the operator's own game ${ruleSetRef(ruleSet)}: compare ruleSet with the rules that you were shown`;
  return [possible, open('the rules', told)];
}

function faultsIn(ruleSet: RuleSet): string | null {
  const faults = checkRuleSet(ruleSet);
  return faults.length === 0 ? null : `ruleSet.${asText(faults)}`;
}

function asText(faults: readonly { readonly path: string; readonly detail: string }[]): string {
  return faults.map(({ path, detail }) => `${path} ${detail}`).join('; ');
}

/** The settings that make such a rule set, if any do (CL-09). */
function settingsOf(ruleSet: RuleSet): ClassicSettings {
  const { dealerCards, dealerChecks, insurance, shuffle } = ruleSet;
  const checksHole = dealerChecks === 'aceOrTen' ? 'holeCardChecked' : 'holeCard';
  return {
    boxes: ruleSet.boxes,
    adjacent: ruleSet.neighbours === 'required',
    decks: ruleSet.decks,
    shuffle: shuffle.kind === 'cutCard' ? 'cutCard' : 'everyDeal',
    dealer: dealerCards === 'upOnly' ? 'oneCard' : checksHole,
    softSeventeen: ruleSet.softSeventeen,
    blackjackPays: ruleSet.blackjackPays,
    doubleOn: ruleSet.doubleOn,
    doubleAfterSplit: ruleSet.doubleAfterSplit,
    maxHands: ruleSet.maxHands as ClassicSettings['maxHands'],
    splitBy: ruleSet.splitBy,
    resplitAces: ruleSet.resplitAces,
    surrender: ruleSet.surrender,
    insurance: insurance === 'perHand' ? 'perBox' : (insurance as ClassicSettings['insurance']),
    insuranceCards: ruleSet.insuranceCards,
    evenMoney: ruleSet.evenMoney === 'offered',
  };
}

/** C-13, C-14, AM-14: what the server itself asks of limits. */
function limitsCheck({ ruleSet, currency, limits }: AnyProof): Check {
  return checked('the limits', `such as an operator may set in ${currency}`, () => {
    const known = currencyOf(currency);
    if (known === null) return `currency: ${currency} is none of the server's`;
    const faults = checkLimits(ruleSet, known, limits);
    return faults.length === 0 ? null : `limits.${asText(faults)}`;
  });
}
