import type { Ratio } from './money';
import { CLASSIC } from './presets';
import type { Decks, RuleSet, Shuffle } from './rule-set';
import { checkRuleSet, fittingCut } from './rule-set-check';
import type { Fault } from './table-check';

/** What an operator may set in his own classic game (CL-09). The names are those of the HTTP contract. */
export interface ClassicSettings {
  readonly boxes: number;
  readonly adjacent: boolean;
  readonly decks: Decks;
  readonly shuffle: 'everyDeal' | 'cutCard';
  readonly dealer: 'holeCardChecked' | 'holeCard' | 'oneCard';
  readonly softSeventeen: 'stand' | 'hit';
  readonly blackjackPays: Ratio;
  readonly doubleOn: 'any' | '9-11';
  readonly doubleAfterSplit: boolean;
  readonly maxHands: 2 | 3 | 4;
  readonly splitBy: 'value' | 'rank';
  readonly resplitAces: boolean;
  readonly surrender: 'late' | 'early' | 'none';
  readonly insurance: 'perBox' | 'allBoxes' | 'none';
  readonly insuranceCards: 'open' | 'closed';
  readonly evenMoney: boolean;
}

export const CLASSIC_DEFAULTS: ClassicSettings = {
  boxes: 7,
  adjacent: true,
  decks: 6,
  shuffle: 'everyDeal',
  dealer: 'holeCardChecked',
  softSeventeen: 'stand',
  blackjackPays: { num: 3, den: 2 },
  doubleOn: 'any',
  doubleAfterSplit: true,
  maxHands: 4,
  splitBy: 'value',
  resplitAces: false,
  surrender: 'late',
  insurance: 'perBox',
  insuranceCards: 'open',
  evenMoney: false,
};

type Values = {
  readonly [Name in keyof ClassicSettings]: readonly unknown[] | ((value: unknown) => string | null);
};

/** For every setting the values it may have, or a function that says what is wrong with one. */
const ALLOWED: Values = {
  boxes: [1, 2, 3, 4, 5, 6, 7],
  adjacent: [true, false],
  decks: [1, 2, 3, 4, 5, 6, 7, 8, 'infinite'],
  shuffle: ['everyDeal', 'cutCard'],
  dealer: ['holeCardChecked', 'holeCard', 'oneCard'],
  softSeventeen: ['stand', 'hit'],
  blackjackPays: faultOfRatio,
  doubleOn: ['any', '9-11'],
  doubleAfterSplit: [true, false],
  maxHands: [2, 3, 4],
  splitBy: ['value', 'rank'],
  resplitAces: [true, false],
  surrender: ['late', 'early', 'none'],
  insurance: ['perBox', 'allBoxes', 'none'],
  insuranceCards: ['open', 'closed'],
  evenMoney: [true, false],
};

export const CLASSIC_SETTING_NAMES = Object.keys(ALLOWED) as (keyof ClassicSettings)[];

/** Who the rule set will be. */
export interface RuleSetName {
  readonly id: string;
  readonly version: number;
  readonly name: string;
}

/**
 * An operator's classic rule set from what he sent, or every reason against it, each with the path of the setting
 * (CL-09). Settings that are not named have their default.
 */
export function classicRuleSet(
  named: RuleSetName,
  sent: unknown,
): { ruleSet: RuleSet; settings: ClassicSettings } | { faults: Fault[] } {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) {
    return { faults: [{ path: 'settings', detail: 'must be an object' }] };
  }
  const faults = Object.entries(sent).flatMap(([name, value]) => faultsOf(name, value));
  // What is wrong by itself counts as its default, so that what makes no sense together is told at once, too.
  const isSound = (name: string): boolean => faults.every(({ path }) => path !== `settings.${name}`);
  const sound = Object.fromEntries(Object.entries(sent).filter(([name]) => isSound(name)));
  const settings: ClassicSettings = { ...CLASSIC_DEFAULTS, ...(sound as Partial<ClassicSettings>) };
  const ruleSet = ruleSetOf(named, settings);
  const together = [...contradictionsIn(settings), ...checkRuleSet(ruleSet)].map(asSetting);
  const all = [...faults, ...together.filter(({ path }) => faults.every((fault) => fault.path !== path))];
  return all.length > 0 ? { faults: all } : { ruleSet, settings };
}

function faultsOf(name: string, value: unknown): Fault[] {
  const path = `settings.${name}`;
  if (!Object.hasOwn(ALLOWED, name)) return [{ path, detail: 'unknown setting' }];
  const allowed = ALLOWED[name as keyof ClassicSettings];
  if (typeof allowed === 'function') {
    const detail = allowed(value);
    return detail === null ? [] : [{ path, detail }];
  }
  if (allowed.includes(value)) return [];
  return [{ path, detail: `must be one of ${allowed.map((item) => JSON.stringify(item)).join(', ')}` }];
}

/** A payout from 1:1 to 10:1 in small whole numbers; whether it is whole on the stakes is the table's question (C-13). */
function faultOfRatio(value: unknown): string | null {
  const expected = 'must be { "num": n, "den": d } of whole numbers from 1 to 100, from 1:1 to 10:1';
  if (typeof value !== 'object' || value === null) return expected;
  const { num, den, ...others } = value as Record<string, unknown>;
  const whole = (part: unknown): part is number =>
    Number.isInteger(part) && Number(part) >= 1 && Number(part) <= 100;
  if (!whole(num) || !whole(den) || Object.keys(others).length > 0) return expected;
  return num >= den && num <= 10 * den ? null : expected;
}

/** Settings that make no sense together, which the rule set itself can no longer tell. */
function contradictionsIn(settings: ClassicSettings): Fault[] {
  if (settings.shuffle === 'cutCard' && settings.decks === 'infinite') {
    return [{ path: 'shuffle', detail: 'an infinite deck has no cut card' }];
  }
  return [];
}

function ruleSetOf({ id, version, name }: RuleSetName, settings: ClassicSettings): RuleSet {
  const ruleSet: RuleSet = {
    ...CLASSIC,
    id,
    version,
    name,
    boxes: settings.boxes,
    boxesPerPlayer: settings.boxes,
    neighbours: settings.adjacent ? 'required' : 'free',
    decks: settings.decks,
    shuffle: { kind: 'everyDeal' },
    dealerCards: settings.dealer === 'oneCard' ? 'upOnly' : 'upThenHole',
    dealerChecks: settings.dealer === 'holeCardChecked' ? 'aceOrTen' : 'never',
    softSeventeen: settings.softSeventeen,
    blackjackPays: { num: settings.blackjackPays.num, den: settings.blackjackPays.den },
    doubleOn: settings.doubleOn,
    doubleAfterSplit: settings.doubleAfterSplit,
    maxHands: settings.maxHands,
    splitBy: settings.splitBy,
    resplitAces: settings.resplitAces,
    surrender: settings.surrender,
    insurance: settings.insurance === 'perBox' ? 'perHand' : settings.insurance,
    insuranceCards: settings.insuranceCards,
    evenMoney: settings.evenMoney ? 'offered' : 'none',
  };
  return { ...ruleSet, shuffle: shuffleOf(ruleSet, settings.shuffle) };
}

function shuffleOf(ruleSet: RuleSet, shuffle: ClassicSettings['shuffle']): Shuffle {
  if (ruleSet.decks === 'infinite') return { kind: 'none' };
  return shuffle === 'cutCard' ? { kind: 'cutCard', cut: fittingCut(ruleSet) } : { kind: 'everyDeal' };
}

/** Names a fault of the rule set by the setting that caused it. */
function asSetting(fault: Fault): Fault {
  const names: Record<string, keyof ClassicSettings> = { dealerChecks: 'dealer', dealerCards: 'dealer' };
  return { path: `settings.${names[fault.path] ?? fault.path}`, detail: fault.detail };
}
