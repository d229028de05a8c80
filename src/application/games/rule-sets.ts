import type { DataSource, EntityManager } from 'typeorm';
import {
  CLASSIC_SETTING_NAMES,
  type ClassicSettings,
  classicRuleSet,
  type RuleSetName,
} from '../../domain/classic-settings';
import { CURRENCIES, defaultLimits } from '../../domain/currency';
import { preset } from '../../domain/presets';
import type { RuleSet } from '../../domain/rule-set';
import type { RuleSetRow } from '../../persistence/entities/games';
import { nameActor } from '../../persistence/records/configuration-changes';
import {
  findRuleSetRow,
  insertRuleSet,
  listLatestByAge,
  nextVersion,
  type RuleSetPlace,
} from '../../persistence/rule-sets';
import { takeTurns } from '../../persistence/transaction';
import type { TheoreticalReturn } from '../../returns/theoretical-return';
import { type CatalogueReturn, returnBody } from './catalogue';
import { noSuchVersion, ownGame } from './catalogue-games';
import { readIdempotencyRecord } from '../../persistence/idempotency';
import { hasPlayerEdge, returnOf } from './catalogue-returns';
import { NO_PLAYER } from '../ids';
import { invalid, notFound, type Refusal } from '../refusal';
import { type Answer, created, ok, type Request } from '../request';
import { runOnce } from '../run-once';

/** One version of an operator's own classic game (CL-09). */
export interface OwnRuleSet {
  readonly id: string;
  readonly version: number;
  readonly name: string;
  readonly settings: ClassicSettings;
  readonly ruleSet: string;
  readonly theoreticalReturn: CatalogueReturn;
  readonly playerEdge: boolean;
  readonly createdAt: string;
}

export interface RuleSetToSave {
  readonly id: string;
  readonly name: string | null;
  readonly settings: unknown;
}

export interface RuleSetPage {
  readonly items: readonly OwnRuleSet[];
  readonly nextAfter: RuleSetPlace | null;
}

/** Saves the next version of the rule set, or says every reason against it. Earlier versions stay as they are. */
export async function saveRuleSet(
  dataSource: DataSource,
  request: Request,
  saved: RuleSetToSave,
): Promise<Answer<OwnRuleSet> | Refusal> {
  const { id, settings } = saved;
  if (preset(id) !== undefined) return invalid([{ path: 'id', detail: `${id} is a game of the house` }]);
  const name = saved.name ?? id;
  const made = checkedRuleSet({ id, version: 1, name }, settings);
  if ('refused' in made) return made;
  if (await isKnown(dataSource, request)) {
    return runOnce<OwnRuleSet>(dataSource, request, NO_PLAYER, () => {
      throw new Error('Broken invariant: the first answer is kept');
    });
  }
  const figures = returnOf(made.ruleSet);
  if (figures === null) {
    return {
      refused: 'rate_limited',
      detail: 'The returns of other rule sets are being worked out. Try again.',
    };
  }
  const theoreticalReturn = await figures;
  return runOnce<OwnRuleSet>(dataSource, request, NO_PLAYER, async (tx) => {
    const version = { ruleSetId: id, name, settings: made.settings, theoreticalReturn };
    return created(bodyOf(await insertNextVersion(tx, request, version)));
  });
}

/** Whether a request came under this key before: then nothing is worked out again. */
async function isKnown(dataSource: DataSource, { caller, idempotency }: Request): Promise<boolean> {
  if (idempotency === null) return false;
  const owner = { playerKey: NO_PLAYER, operatorId: caller.operatorId, key: idempotency.key };
  return (await readIdempotencyRecord(dataSource.manager, owner)) !== null;
}

function checkedRuleSet(
  named: RuleSetName,
  sent: unknown,
): { readonly ruleSet: RuleSet; readonly settings: ClassicSettings } | Refusal {
  const made = classicRuleSet(named, sent);
  if ('faults' in made) return invalid(made.faults);
  if (CURRENCIES.some((currency) => defaultLimits(made.ruleSet, currency) !== null)) return made;
  const { num, den } = made.settings.blackjackPays;
  const detail = `at ${num}:${den} a blackjack would not be paid whole on the usual stakes of any currency`;
  return invalid([{ path: 'settings.blackjackPays', detail }]);
}

type NewVersion = Pick<RuleSetRow, 'ruleSetId' | 'name' | 'settings'> & {
  readonly theoreticalReturn: TheoreticalReturn;
};

async function insertNextVersion(
  tx: EntityManager,
  { caller: { operatorId, keyId }, now, requestId }: Request,
  saved: NewVersion,
): Promise<RuleSetRow> {
  await takeTurns(tx, 'rule set', operatorId, saved.ruleSetId);
  const version = await nextVersion(tx, operatorId, saved.ruleSetId);
  const row: RuleSetRow = { ...saved, operatorId, version, createdAt: now };
  await nameActor(tx, `key:${keyId}`, requestId);
  await insertRuleSet(tx, row);
  return row;
}

/** The latest version of each, the newest first. */
export async function listRuleSets(
  dataSource: DataSource,
  { caller }: Request,
  page: { readonly after: RuleSetPlace | null; readonly limit: number },
): Promise<RuleSetPage> {
  const rows = await listLatestByAge(dataSource.manager, caller.operatorId, page.after, page.limit + 1);
  const shown = rows.slice(0, page.limit);
  return { items: shown.map(bodyOf), nextAfter: rows.length > page.limit ? (shown.at(-1) ?? null) : null };
}

/** That version, or the latest. */
export async function readRuleSet(
  dataSource: DataSource,
  { caller }: Request,
  id: string,
  version: number | null,
): Promise<Answer<OwnRuleSet> | Refusal> {
  const { manager: db } = dataSource;
  const row = await findRuleSetRow(db, caller.operatorId, id, version);
  if (row !== null) return ok(bodyOf(row));
  const latest = version === null ? null : await findRuleSetRow(db, caller.operatorId, id, null);
  return latest === null ? notFound('rule set') : noSuchVersion({ id, version: latest.version }, version);
}

function bodyOf(row: RuleSetRow): OwnRuleSet {
  const { ruleSet, theoreticalReturn } = ownGame(row);
  return {
    id: row.ruleSetId,
    version: row.version,
    name: row.name,
    settings: orderedSettings(row.settings),
    ruleSet: `${row.ruleSetId}@${row.version}`,
    theoreticalReturn: returnBody(ruleSet, theoreticalReturn),
    playerEdge: hasPlayerEdge(theoreticalReturn),
    createdAt: row.createdAt.toISOString(),
  };
}

/** JSONB forgets the order of keys; people read the settings in the one of the documentation. */
function orderedSettings(settings: ClassicSettings): ClassicSettings {
  const { num, den } = settings.blackjackPays;
  const entries = CLASSIC_SETTING_NAMES.map((name) => [name, settings[name]] as const);
  return { ...(Object.fromEntries(entries) as unknown as ClassicSettings), blackjackPays: { num, den } };
}
