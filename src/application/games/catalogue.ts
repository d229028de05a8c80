import type { DataSource } from 'typeorm';
import { PRESETS, preset } from '../../domain/presets';
import type { RuleSet, SideBetRule } from '../../domain/rule-set';
import type { TableLimits } from '../../domain/table-limits';
import { listOwnLimits } from '../../persistence/game-limits';
import { listLatestById } from '../../persistence/rule-sets';
import { insuranceReturn, type InsuranceReturn } from '../../returns/insurance-return';
import type { MainBetReturn, TheoreticalReturn } from '../../returns/theoretical-return';
import { findGame, type Game, ownGame, presetGame } from './catalogue-games';
import { hasPlayerEdge } from './catalogue-returns';
import { limitsByCurrency, type OwnLimits } from './game-limits';
import { notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';

export interface SideBetEntry extends SideBetRule {
  /** As a share of the stake: 0.97 is 97 %. */
  readonly theoreticalReturn: number;
  readonly hitFrequency: number;
  readonly assumption: string | null;
}

/** A game as the catalogue shows it. */
export interface CatalogueEntry {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly own: boolean;
  readonly table: RuleSet['table'];
  readonly editions: readonly string[];
  readonly limits: Readonly<Record<string, TableLimits>>;
  readonly sideBets: readonly SideBetEntry[];
  readonly theoreticalReturn: CatalogueReturn;
  readonly playerEdge: boolean;
  readonly ruleSet: RuleSet;
}

/** The returns as shares of the stake, with what there is to say about the one of the main bet. */
export interface CatalogueReturn extends Omit<MainBetReturn, 'return'> {
  readonly mainBet: number;
  readonly sideBets: Readonly<Record<string, number>>;
  /** Null where the game has none. */
  readonly insurance: InsuranceReturn | null;
}

/** Games that are the same but for one rule; each names the others. */
const EDITIONS: readonly (readonly string[])[] = [
  ['american-blackjack', 'american-blackjack-zero-edge'],
  ['blackjack-switch', 'blackjack-switch-push22'],
];

export interface CataloguePage {
  readonly items: readonly CatalogueEntry[];
  /** The id of the last game shown when more follow. */
  readonly nextAfter: string | null;
}

/** The presets in their published order, then the operator's own games by id, from after the given game on. */
export async function listGames(
  dataSource: DataSource,
  { caller }: Request,
  page: { readonly after: string | null; readonly limit: number },
): Promise<CataloguePage> {
  // The index of an id that is no preset is -1: the rest of the presets are all of them only at the start.
  const place = page.after === null ? -1 : PRESETS.findIndex(({ id }) => id === page.after);
  const ownAfter = place < 0 ? page.after : null;
  const presets = ownAfter === null ? PRESETS.slice(place + 1).map(presetGame) : [];
  const rows = await listLatestById(dataSource.manager, caller.operatorId, ownAfter ?? '', page.limit + 1);
  const games = [...presets, ...rows.map(ownGame)];
  const shown = games.slice(0, page.limit);
  const own = await listOwnLimits(
    dataSource.manager,
    caller.operatorId,
    shown.map(({ ruleSet }) => ruleSet.id),
  );
  return {
    items: shown.map((game) => entryOf(game, own)),
    nextAfter: games.length > page.limit ? (shown.at(-1)?.ruleSet.id ?? null) : null,
  };
}

export async function readGame(
  dataSource: DataSource,
  { caller }: Request,
  gameId: string,
): Promise<Answer<CatalogueEntry> | Refusal> {
  const game = await findGame(dataSource.manager, caller.operatorId, gameId);
  if (game === null) return notFound('game');
  return ok(entryOf(game, await listOwnLimits(dataSource.manager, caller.operatorId, [gameId])));
}

/** The figures that are kept of a rule set, with insurance's: that one is worked out in no time, and kept nowhere. */
export function returnBody(ruleSet: RuleSet, { mainBet, sideBets }: TheoreticalReturn): CatalogueReturn {
  const { method, tolerance, note } = mainBet;
  return {
    mainBet: mainBet.return,
    method,
    tolerance,
    note,
    sideBets: Object.fromEntries(sideBets.map((bet) => [bet.type, bet.return])),
    insurance: insuranceReturn(ruleSet),
  };
}

function entryOf({ ruleSet, theoreticalReturn }: Game, own: readonly OwnLimits[]): CatalogueEntry {
  const { id, version, name, table } = ruleSet;
  return {
    id,
    version,
    name,
    own: preset(id) === undefined,
    table,
    editions: EDITIONS.flatMap((ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [])),
    limits: limitsByCurrency(ruleSet, own),
    sideBets: ruleSet.sideBets.map((rule) => sideBetEntry(rule, theoreticalReturn)),
    theoreticalReturn: returnBody(ruleSet, theoreticalReturn),
    playerEdge: hasPlayerEdge(theoreticalReturn),
    ruleSet,
  };
}

function sideBetEntry(rule: SideBetRule, { sideBets }: TheoreticalReturn): SideBetEntry {
  const figures = sideBets.find(({ type }) => type === rule.type);
  if (figures === undefined) throw new Error(`Broken invariant: the return of ${rule.type} is known`);
  const { return: theoreticalReturn, hitFrequency, assumption = null } = figures;
  return { ...rule, theoreticalReturn, hitFrequency, assumption };
}
