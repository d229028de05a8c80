import { present } from '../../domain/assert';
import { cardText, parseCard } from '../../domain/card';
import { currencyOf } from '../../domain/currency';
import { change, close, endPhaseNow, pause, resume } from '../../domain/table/running';
import type { TableRefusal } from '../../domain/table/refusal';
import type { PhaseSeconds } from '../../domain/table/table';
import type { TableLimits } from '../../domain/table-limits';
import { excessCard } from '../../domain/shoe';
import type { EntityManager } from 'typeorm';
import type { ChangeToCommit } from '../../persistence/tables/commit-table';
import { playerKeyOf } from '../ids';
import { invalid, type Refusal } from '../refusal';
import type { Answer, Request } from '../request';
import { actorOf } from '../rounds/standing';
import { cardsOf } from '../rounds/cards';
import { commandTable, seedsAfter } from './command';
import type { TableContext } from './context';
import { type LoadedTable, lockWallets } from './loaded-table';
import { faultsOfLimits, faultsOfSeconds } from './open-table';
import { returnHeldBets } from './held-bets';
import { type TableBody, tableBody } from './table-body';

/** Why a supervisor does something, in his own words. */
export interface Why {
  readonly reason: string | null;
  readonly note: string | null;
}

/** What is changed about a table; what is null stays as it is. */
export interface TableChange extends Why {
  readonly closed: boolean;
  readonly limits: TableLimits | null;
  readonly seconds: Partial<PhaseSeconds> | null;
}

type TableAnswer = Promise<Answer<TableBody> | Refusal>;
type Run = (loaded: LoadedTable, tx: EntityManager) => Promise<TableRefusal | Refusal | null>;

/** Changes limits and times from the next countdown on, or closes the table for good. */
export function changeTable(
  context: TableContext,
  request: Request,
  tableId: string,
  wanted: TableChange,
): TableAnswer {
  const { closed, limits, seconds } = wanted;
  const kind = closed ? 'closed' : 'changed';
  return supervise(context, request, tableId, kind, wanted, { limits, seconds }, async (loaded, tx) => {
    const { table } = loaded.t;
    if (limits !== null || seconds !== null) {
      const next = {
        limits: limits ?? table.next?.limits ?? table.limits,
        seconds: { ...(table.next?.seconds ?? table.seconds), ...seconds },
      };
      const currency = present(currencyOf(loaded.record.currency), 'a currency of every table');
      const faults = [
        ...faultsOfLimits(loaded.ruleSet, currency, next.limits),
        ...(await faultsOfSeconds(tx, loaded.record.operatorId, next.seconds)),
      ];
      if (faults.length > 0) return invalid(faults);
      const refusal = change(loaded.t, next);
      if (refusal !== null) return refusal;
    } else if (!closed) {
      return invalid([{ path: '', detail: 'name what to change' }]);
    }
    return closed ? close(loaded.t) : null;
  });
}

/** DX-28: stops the table where it is, while a supervisor looks into it. */
export function pauseTable(context: TableContext, request: Request, tableId: string, why: Why): TableAnswer {
  return supervise(context, request, tableId, 'paused', why, {}, ({ t }) => Promise.resolve(pause(t)));
}

/** DX-28: lets the table go on where it stopped. */
export function resumeTable(context: TableContext, request: Request, tableId: string, why: Why): TableAnswer {
  return supervise(context, request, tableId, 'resumed', why, {}, ({ t }) => Promise.resolve(resume(t)));
}

const NO_WORDS: Why = { reason: null, note: null };

/** Chooses the cards of the next round, in dealing order; at test tables only. */
export function scriptCards(
  context: TableContext,
  request: Request,
  tableId: string,
  cards: readonly string[],
): TableAnswer {
  return supervise(context, request, tableId, 'scripted', NO_WORDS, { cards }, ({ t, record, ruleSet }) => {
    const refusal = testTableOnly(record.mode) ?? wrongScript(cards, Number(ruleSet.decks));
    if (refusal !== null) return Promise.resolve(refusal);
    if (t.table.phase === 'closed') return Promise.resolve<TableRefusal>({ code: 'table_closed' });
    t.table.script = cards.length === 0 ? null : cards;
    return Promise.resolve(null);
  });
}

function wrongScript(cards: readonly string[], decks: number): Refusal | null {
  const unknown = cards.findIndex((text) => parseCard(text) === null);
  if (unknown >= 0)
    return invalid([{ path: `cards[${unknown}]`, detail: 'must be a card such as As or Td' }]);
  const excess = excessCard(cardsOf(cards), decks);
  if (excess === null) return null;
  const detail = `${decks} decks hold no more than ${decks} of ${cardText(excess)}`;
  return invalid([{ path: 'cards', detail }]);
}

/** Ends the current phase at once, as if its time were over; at test tables only. */
export function advanceTable(context: TableContext, request: Request, tableId: string): TableAnswer {
  return supervise(context, request, tableId, 'advanced', NO_WORDS, {}, async (loaded, tx) => {
    const refusal = testTableOnly(loaded.record.mode);
    if (refusal !== null) return refusal;
    await lockWallets(tx, loaded);
    await returnHeldBets(tx, loaded);
    return endPhaseNow(loaded.t);
  });
}

function testTableOnly(mode: string): Refusal | null {
  if (mode === 'test') return null;
  return {
    refused: 'forbidden',
    detail: 'Only at a table in mode "test" are cards chosen and phases ended on demand.',
  };
}

function supervise(
  context: TableContext,
  request: Request,
  tableId: string,
  kind: ChangeToCommit['kind'],
  { reason, note }: Why,
  details: object,
  run: Run,
): TableAnswer {
  const change = {
    kind,
    reason,
    note,
    details,
    actor: actorOf(request),
    actorName: request.caller.actorName,
  };
  return commandTable<TableBody>(context, request, {
    tableId,
    keeper: playerKeyOf(tableId),
    asking: () => ({ sheets: 'all', asker: null, forBets: false }),
    run,
    change,
    answer: (seen, loaded) => tableBody(seen, seedsAfter(loaded), null),
  });
}
