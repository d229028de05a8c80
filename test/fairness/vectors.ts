import { makeProof, type Proof } from '../../src/application/fairness/make-proof';
import { cardsFrom, shoeFor } from '../../src/application/rounds/cards';
import type { Action } from '../../src/domain/action';
import { present } from '../../src/domain/assert';
import { automaticAction } from '../../src/domain/automatic-rule';
import { type BoxBet, soloBets } from '../../src/domain/bets';
import { currencyOf, defaultLimits } from '../../src/domain/currency';
import { deal } from '../../src/domain/deal';
import { legalActions } from '../../src/domain/legal';
import { play } from '../../src/domain/play';
import { preset } from '../../src/domain/presets';
import type { Round } from '../../src/domain/round';
import { CardRecorder, type Step } from '../../src/domain/step';
import type { RoundRecord, RecordedStep } from '../../src/persistence/rounds/round-record';
import { commitmentOf } from '../../src/randomness/seed-vault';

/** A round to be proved: which game, from which seeds, with which bets; every choice is made by a fixed rule. */
export interface VectorRound {
  readonly gameId: string;
  readonly serverSeed: string;
  readonly clientSeed: string;
  readonly nonce: number;
  readonly boxes: readonly { box: number; stake: number; sideBets?: Record<string, number> }[];
}

/** Plays the round by its seeds alone and proves it; the same for ever. */
export function provedRound({ gameId, serverSeed, clientSeed, nonce, boxes }: VectorRound): Proof {
  const ruleSet = present(preset(gameId), gameId);
  const limits = present(defaultLimits(ruleSet, present(currencyOf('EUR'), 'the euro')), 'limits');
  const seed = Buffer.from(serverSeed, 'hex');
  const shoe = shoeFor(ruleSet, { no: 1, sealedSeed: '', clientSeed, nextNonce: nonce }, null, null);
  const cards = cardsFrom(shoe, seed, 0);
  const bets = soloBets(boxes as unknown as BoxBet[]);
  const steps: Step[] = [];
  const dealt = new CardRecorder(cards);
  const round = deal(ruleSet, limits, bets, dealt);
  steps.push({ type: 'deal', bets, cards: dealt.texts });
  while (legalActions(round, 0).length > 0) {
    const drawn = new CardRecorder(cards);
    const action = chosen(round);
    if (play({ round, cards: drawn, journal: null }, 0, action) !== null)
      throw new Error('an illegal choice');
    steps.push({ type: 'action', bettor: 0, action, cards: drawn.texts });
  }
  return makeProof(recordOf(gameId, limits, shoe, steps), ruleSet, commitmentOf(seed), seed);
}

/** Splits and doubles where that is legal, else what the automatic rule does: so that vectors hold all kinds of choice. */
function chosen(round: Round): Action {
  for (const type of ['split', 'double'] as const) {
    const bold = legalActions(round, 0).find((legal) => legal.type === type);
    if (bold !== undefined && 'hand' in bold) return { type, hand: bold.hand };
  }
  return automaticAction(round).action;
}

function recordOf(
  gameId: string,
  limits: RoundRecord['limits'],
  shoe: Pick<RoundRecord, 'seedNo' | 'clientSeed' | 'nonce' | 'shoe'>,
  steps: readonly RecordedStep[],
): RoundRecord {
  const at = '2026-01-01T00:00:00.000Z';
  return {
    playerKey: 1,
    roundId: '019b0000-0000-7000-8000-000000000001',
    sessionId: '019b0000-0000-7000-8000-000000000002',
    operatorId: '019b0000-0000-7000-8000-000000000003',
    playerId: 'alice',
    gameId,
    ruleSetVersion: 1,
    mode: 'real',
    currency: 'EUR',
    limits,
    decisionSeconds: 86_400,
    ...shoe,
    status: 'settled',
    table: null,
    version: steps.length,
    steps: steps.map((step, index) => {
      return { version: index + 1, step, balanceAfter: 0, actor: 'key:test', requestId: 'test', at };
    }),
  };
}
