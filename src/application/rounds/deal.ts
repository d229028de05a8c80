import { boxBetsOf, type BoxBet, checkBoxBets, costOf, soloBets } from '../../domain/bets';
import { cardText, parseCard } from '../../domain/card';
import { deal } from '../../domain/deal';
import { BALANCE_CEILING } from '../../domain/money';
import { RecordingJournal } from '../../domain/journal';
import type { RuleSet } from '../../domain/rule-set';
import { excessCard } from '../../domain/shoe';
import { CardRecorder } from '../../domain/step';
import type { RoundRecord } from '../../persistence/rounds/round-record';
import { loadSessionStanding, type SessionStanding } from '../../persistence/rounds/load-standing';
import { heldBack } from '../compliance/holds';
import { newId, playerKeyOf } from '../ids';
import { invalid, isRefusal, notFound, type Refusal } from '../refusal';
import type { Request } from '../request';
import { SIGNATURE_USED } from '../operators/signatures';
import { cardsFrom, cardsOf, shoeFor } from './cards';
import type { RoundContext } from './context';
import { writeStep } from './play-step';
import { roundBody, type RoundBody } from './round-body';
import { ruleSetOf } from './rule-set-of';
import {
  actorOf,
  askingOf,
  decideUntilWritten,
  earlierAnswer,
  refuse,
  REVOKED,
  type RoundResult,
  wantsAdvice,
} from './standing';

/** What a player bets: boxes, or those of his previous round again (C-21); in test mode with chosen cards. */
export interface DealCommand {
  readonly boxes?: readonly BoxBet[];
  readonly rebet?: boolean;
  readonly cards?: readonly string[];
}

/** Takes the bets and deals: one read, one write. */
export function dealRound(
  context: RoundContext,
  request: Request,
  sessionId: string,
  command: DealCommand,
): Promise<RoundResult> {
  return decideUntilWritten(request, (attempt) => decide(context, attempt, sessionId, command));
}

async function decide(
  context: RoundContext,
  request: Request,
  sessionId: string,
  command: DealCommand,
): Promise<RoundResult> {
  const { dataSource } = context;
  const playerKey = playerKeyOf(sessionId);
  const { caller } = request;
  if (caller.sessionId !== null && caller.sessionId !== sessionId) return notFound('session');
  const asking = askingOf(request);
  const standing = await loadSessionStanding(
    dataSource,
    playerKey,
    sessionId,
    asking,
    command.rebet === true,
  );
  if (standing === null) return notFound('session');
  if (!standing.keyLive) return REVOKED;
  if (!standing.signatureNew) return SIGNATURE_USED;
  const earlier = await earlierAnswer(dataSource, request, standing);
  if (earlier !== null) return earlier;
  const { session } = standing;
  const ruleSet = ruleSetOf(session.gameId, session.ruleSetVersion, standing.ownRuleSet);
  const inTheWay = obstacle(context, request, ruleSet, standing);
  if (inTheWay !== null) return refuse(dataSource, request, playerKey, inTheWay.refusal, inTheWay.shown);
  const place = { playerKey, sessionId, gameId: session.gameId };
  const held = await heldBack(dataSource.manager, place, standing.holds, request.now);
  if (held !== null) return refuse(dataSource, request, playerKey, held, null);
  const boxes = boxesOf(ruleSet, standing, command);
  if (isRefusal(boxes)) return refuse(dataSource, request, playerKey, boxes, null);
  if (standing.balance > BALANCE_CEILING) {
    const detail = `A wallet that holds more than ${BALANCE_CEILING} takes no bets: withdraw first.`;
    return refuse(dataSource, request, playerKey, { refused: 'balance_limit_exceeded', detail }, null);
  }
  const price = costOf(ruleSet, boxes);
  if (price > standing.balance) {
    return refuse(dataSource, request, playerKey, tooLittle(standing.balance, price), null);
  }
  const record = newRecord(context, request, sessionId, ruleSet, standing, command.cards ?? null);
  context.randomSource.assertHealthy();
  const { sealedSeed, no: seedNo } = standing.seed;
  const serverSeed = context.vault.open(Buffer.from(sealedSeed, 'hex'), { sessionId, seedNo });
  const cards = new CardRecorder(cardsFrom(record, serverSeed, 0));
  const journal = new RecordingJournal();
  const bets = soloBets(boxes);
  const round = deal(ruleSet, session.limits, bets, cards, journal);
  const body = await writeStep(context, {
    record,
    round,
    step: { type: 'deal', bets, cards: cards.texts },
    events: journal.events,
    actor: actorOf(request),
    requestId: request.requestId,
    at: request.now,
    idempotency: request.idempotency,
    status: 201,
    advice: wantsAdvice(standing),
    seed: standing.seed,
    minIntervalMs: standing.holds.minRoundIntervalMs,
  });
  return { status: 201, body, replayed: false };
}

type Shown = Parameters<typeof refuse>[4];

/** Why no round can be dealt in this session now, whatever the bets. */
function obstacle(
  { testMode }: RoundContext,
  { now }: Request,
  ruleSet: RuleSet,
  standing: SessionStanding,
): { refusal: Refusal; shown: Shown } | null {
  const { session, openRound } = standing;
  // One at a table is in nobody's way: no private round is dealt in such a session.
  if (openRound?.table === null) {
    const refusal: Refusal = { refused: 'round_open', detail: `Round ${openRound.roundId} is not finished.` };
    return { refusal, shown: openRoundShown(ruleSet, standing, openRound) };
  }
  const plain = (refusal: Refusal): { refusal: Refusal; shown: null } => ({ refusal, shown: null });
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

function newRecord(
  { decisionSeconds }: RoundContext,
  { caller, now }: Request,
  sessionId: string,
  ruleSet: RuleSet,
  { session, seed, keptShoe }: SessionStanding,
  script: readonly string[] | null,
): RoundRecord {
  const playerKey = playerKeyOf(sessionId);
  const { playerId, gameId, ruleSetVersion, mode, currency, limits } = session;
  return {
    playerKey,
    roundId: newId(playerKey, now),
    sessionId,
    operatorId: caller.operatorId,
    playerId,
    gameId,
    ruleSetVersion,
    mode,
    currency,
    limits,
    decisionSeconds,
    ...shoeFor(ruleSet, seed, keptShoe, script),
    status: 'playing',
    version: 0,
    steps: [],
    table: null,
  };
}
