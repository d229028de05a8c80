import { boxBetsOf, type BoxBet, checkBoxBets, costOf } from '../../domain/bets';
import { cardText, parseCard } from '../../domain/card';
import { BALANCE_CEILING } from '../../domain/money';
import type { RuleSet } from '../../domain/rule-set';
import { excessCard } from '../../domain/shoe';
import type { SessionStanding } from '../../persistence/rounds/load-standing';
import type { RoundRecord } from '../../persistence/rounds/round-record';
import { heldBack } from '../compliance/holds';
import { playerKeyOf } from '../ids';
import { invalid, isRefusal, type Refusal } from '../refusal';
import type { Request } from '../request';
import { cardsOf } from './cards';
import type { RoundContext } from './context';
import { roundBody, type RoundBody } from './round-body';
import { type refuse, wantsAdvice } from './standing';

/** What a player bets: boxes, or those of his previous round again (C-21); in test mode with chosen cards. */
export interface DealCommand {
  readonly boxes?: readonly BoxBet[];
  readonly rebet?: boolean;
  readonly cards?: readonly string[];
}

type Shown = Parameters<typeof refuse>[4];

/** Why no round is dealt, and the round that stands in the way, if one does. */
export interface Declined {
  readonly refusal: Refusal;
  readonly shown: Shown;
}

const plain = (refusal: Refusal): Declined => ({ refusal, shown: null });

/** The boxes that are bet on, which the wallet can pay for; or why no round is dealt for them. */
export async function acceptBets(
  context: RoundContext,
  request: Request,
  { sessionId, ...command }: DealCommand & { readonly sessionId: string },
  ruleSet: RuleSet,
  standing: SessionStanding,
): Promise<readonly BoxBet[] | Declined> {
  const inTheWay = obstacle(context, request, ruleSet, standing);
  if (inTheWay !== null) return inTheWay;
  const place = { playerKey: playerKeyOf(sessionId), sessionId, gameId: standing.session.gameId };
  const held = await heldBack(context.dataSource.manager, place, standing.holds, request.now);
  if (held !== null) return plain(held);
  const boxes = boxesOf(ruleSet, standing, command);
  if (isRefusal(boxes)) return plain(boxes);
  const unpaid = unpayable(standing.balance, costOf(ruleSet, boxes));
  return unpaid === null ? boxes : plain(unpaid);
}

/** Why the wallet does not pay, if it does not. Minor units. */
function unpayable(balance: number, price: number): Refusal | null {
  if (balance > BALANCE_CEILING) {
    const detail = `A wallet that holds more than ${BALANCE_CEILING} takes no bets: withdraw first.`;
    return { refused: 'balance_limit_exceeded', detail };
  }
  return price > balance ? tooLittle(balance, price) : null;
}

/** Why no round can be dealt in this session now, whatever the bets. */
function obstacle(
  { testMode }: RoundContext,
  { now }: Request,
  ruleSet: RuleSet,
  standing: SessionStanding,
): Declined | null {
  const { session, openRound } = standing;
  // One at a table is in nobody's way: no private round is dealt in such a session.
  if (openRound?.table === null) {
    const refusal: Refusal = { refused: 'round_open', detail: `Round ${openRound.roundId} is not finished.` };
    return { refusal, shown: openRoundShown(ruleSet, standing, openRound) };
  }
  if (session.mode === 'test' && !testMode) {
    return plain({ refused: 'test_mode_off', detail: 'This installation plays no test rounds.' });
  }
  if (session.closedAt !== null)
    return plain({ refused: 'session_closed', detail: 'The session is closed.' });
  if (new Date(session.expiresAt) <= now) {
    return plain({ refused: 'session_expired', detail: `The session expired at ${session.expiresAt}.` });
  }
  if (ruleSet.table === 'shared') {
    const detail = `${ruleSet.name} is played at a shared table: bet with POST /v1/tables/{tableId}/bets.`;
    return plain({ refused: 'table_required', detail });
  }
  return null;
}

function openRoundShown(ruleSet: RuleSet, standing: SessionStanding, record: RoundRecord): Shown {
  const { balance } = standing;
  const advice = wantsAdvice(standing);
  const body: RoundBody = roundBody(record, ruleSet, { balance, advice });
  return { body, place: { roundId: record.roundId, version: record.version, balance, advice } };
}

/** The boxes to bet on, all of them within the rules and limits; or every reason against them. */
function boxesOf(
  ruleSet: RuleSet,
  standing: SessionStanding,
  command: DealCommand,
): readonly BoxBet[] | Refusal {
  if ((command.boxes === undefined) === (command.rebet !== true)) {
    return invalid([{ path: 'boxes', detail: 'give either the boxes or "rebet": true' }]);
  }
  const script = checkScript(ruleSet, standing.session.mode, command.cards);
  if (script !== null) return script;
  const boxes = command.boxes ?? (standing.previousBets && boxBetsOf(standing.previousBets));
  if (boxes === null) {
    return {
      refused: 'nothing_to_rebet',
      detail: 'The player has no earlier round in this game and currency.',
    };
  }
  const faults = checkBoxBets(ruleSet, standing.session.limits, boxes);
  return faults.length > 0 ? invalid(faults) : boxes;
}

/** Chosen cards exist in test sessions only, and no more of each than the decks hold. */
function checkScript(ruleSet: RuleSet, mode: string, cards: readonly string[] | undefined): Refusal | null {
  if (cards === undefined) return null;
  if (mode !== 'test') return invalid([{ path: 'cards', detail: 'cards are chosen in test mode only' }]);
  const unknown = cards.findIndex((text) => parseCard(text) === null);
  if (unknown >= 0)
    return invalid([{ path: `cards[${unknown}]`, detail: 'must be a card such as As or Td' }]);
  if (ruleSet.decks === 'infinite') return null;
  const excess = excessCard(cardsOf(cards), ruleSet.decks);
  if (excess === null) return null;
  const detail = `${ruleSet.decks} decks hold no more than ${ruleSet.decks} of ${cardText(excess)}`;
  return invalid([{ path: 'cards', detail }]);
}

export function tooLittle(balance: number, price: number): Refusal {
  return {
    refused: 'insufficient_funds',
    detail: `This costs ${price}; the wallet holds ${balance}.`,
    balance,
    price,
  };
}
