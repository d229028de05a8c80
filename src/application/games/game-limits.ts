import type { DataSource } from 'typeorm';
import { checkLimits, CURRENCIES, type Currency, currencyOf, defaultLimits } from '../../domain/currency';
import type { RuleSet } from '../../domain/rule-set';
import type { TableLimits } from '../../domain/table-limits';
import type { GameLimitsRow } from '../../persistence/entities/games';
import { putOwnLimits } from '../../persistence/game-limits';
import { nameActor } from '../../persistence/records/configuration-changes';
import { findGame } from './catalogue-games';
import { NO_PLAYER } from '../ids';
import { invalid, notFound, type Refusal } from '../refusal';
import { type Answer, ok, type Request } from '../request';
import { runOnce } from '../run-once';
import { unknownCurrency } from '../wallets/wallets';

export type OwnLimits = Pick<GameLimitsRow, 'gameId' | 'currency' | 'limits'>;

export interface GameLimits {
  readonly gameId: string;
  readonly currency: string;
  readonly limits: TableLimits;
}

/**
 * The limits of a game in one currency: the operator's own, else the defaults. Null where some payout would not be whole
 * (C-13); own limits that a later version of the rule set no longer permits are not replaced by others behind the
 * operator's back, so the game is off in that currency until he sets new ones.
 */
export function limitsIn(
  ruleSet: RuleSet,
  currency: Currency,
  own: readonly OwnLimits[],
): TableLimits | null {
  const set = own.find((row) => row.gameId === ruleSet.id && row.currency === currency.code);
  if (set === undefined) return defaultLimits(ruleSet, currency);
  return checkLimits(ruleSet, currency, set.limits).length === 0 ? orderedLimits(set.limits) : null;
}

/** The limits in every currency that the game can be played in. */
export function limitsByCurrency(ruleSet: RuleSet, own: readonly OwnLimits[]): Record<string, TableLimits> {
  return Object.fromEntries(
    CURRENCIES.flatMap((currency) => {
      const limits = limitsIn(ruleSet, currency, own);
      return limits === null ? [] : [[currency.code, limits]];
    }),
  );
}

/** Sets an operator's own limits for a game in one currency, or says every reason against them (C-13, C-14, AM-14). */
export async function setLimits(
  dataSource: DataSource,
  request: Request,
  gameId: string,
  currencyCode: string,
  limits: TableLimits,
): Promise<Answer<GameLimits> | Refusal> {
  const { operatorId } = request.caller;
  const currency = currencyOf(currencyCode);
  if (currency === null) return unknownCurrency('path.currency');
  return runOnce<GameLimits>(dataSource, request, NO_PLAYER, async (tx) => {
    const game = await findGame(tx, operatorId, gameId);
    if (game === null) return notFound('game');
    const faults = checkLimits(game.ruleSet, currency, limits);
    if (faults.length > 0) return invalid(faults);
    const set = { gameId, currency: currencyCode, limits: orderedLimits(limits) };
    await nameActor(tx, `key:${request.caller.keyId}`, request.requestId);
    await putOwnLimits(tx, { ...set, operatorId, updatedAt: request.now });
    return ok(set);
  });
}

/** JSONB forgets the order of keys, and request classes are no plain data. */
export function orderedLimits({ stake, sideBet }: TableLimits): TableLimits {
  return {
    stake: { min: stake.min, max: stake.max, step: stake.step },
    sideBet: { min: sideBet.min, max: sideBet.max, step: sideBet.step },
  };
}
