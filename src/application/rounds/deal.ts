import { type Bets, soloBets } from '../../domain/bets';
import { deal } from '../../domain/deal';
import { RecordingJournal } from '../../domain/journal';
import type { RuleSet } from '../../domain/rule-set';
import { CardRecorder } from '../../domain/step';
import type { RoundRecord } from '../../persistence/rounds/round-record';
import { loadSessionStanding, type SessionStanding } from '../../persistence/rounds/load-standing';
import { newId, playerKeyOf } from '../ids';
import { notFound } from '../refusal';
import type { Request } from '../request';
import { SIGNATURE_USED } from '../operators/signatures';
import { acceptBets, type DealCommand } from './accept-bets';
import { cardsFrom, shoeFor } from './cards';
import type { RoundContext } from './context';
import { writeStep } from './play-step';
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
  const boxes = await acceptBets(context, request, { ...command, sessionId }, ruleSet, standing);
  if ('refusal' in boxes) return refuse(dataSource, request, playerKey, boxes.refusal, boxes.shown);
  const record = newRecord(context, request, sessionId, ruleSet, standing, command.cards ?? null);
  return dealTo(context, request, record, ruleSet, standing, soloBets(boxes));
}

/** Deals for these bets, and writes it. */
async function dealTo(
  context: RoundContext,
  request: Request,
  record: RoundRecord,
  ruleSet: RuleSet,
  standing: SessionStanding,
  bets: Bets,
): Promise<RoundResult> {
  context.randomSource.assertHealthy();
  const { sealedSeed, no: seedNo } = standing.seed;
  const serverSeed = context.vault.open(Buffer.from(sealedSeed, 'hex'), {
    sessionId: record.sessionId,
    seedNo,
  });
  const cards = new CardRecorder(cardsFrom(record, serverSeed, 0));
  const journal = new RecordingJournal();
  const round = deal(ruleSet, record.limits, bets, cards, journal);
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
