import { makeSharedProof, type Proof } from '../../src/application/fairness/make-proof';
import { cardsFrom } from '../../src/application/rounds/cards';
import type { Whose } from '../../src/application/rounds/shared-round';
import { freshShoe } from '../../src/application/tables/house';
import type { Action } from '../../src/domain/action';
import { present } from '../../src/domain/assert';
import { automaticAction } from '../../src/domain/automatic-rule';
import type { Bets } from '../../src/domain/bets';
import { currencyOf, defaultLimits } from '../../src/domain/currency';
import { deal } from '../../src/domain/deal';
import { legalActions } from '../../src/domain/legal';
import { preset } from '../../src/domain/presets';
import { handInTurn, type Round } from '../../src/domain/round';
import { CardRecorder, carryOut, type Decision, type Step } from '../../src/domain/step';
import { openShoe } from '../../src/domain/table/shoe';
import type { TableRoundRecord } from '../../src/persistence/rounds/shared-round';
import { KEY_STREAM_VERSION } from '../../src/randomness/key-stream';
import { commitmentOf } from '../../src/randomness/seed-vault';

const SERVER_SEED = Buffer.from('5e'.repeat(32), 'hex');
const SALT = 'salt 9';

/** Three bettors: two on seats, one with two of them; the third bets behind both and on a pair. */
const BETS = {
  bettors: 3,
  seats: [
    { box: 1, bettor: 0, stake: 1000 },
    { box: 4, bettor: 1, stake: 500 },
    { box: 5, bettor: 0, stake: 1000 },
  ],
  behind: [
    { box: 1, bettor: 2, stake: 300 },
    { box: 4, bettor: 2, stake: 700 },
  ],
  sideBets: [{ box: 4, bettor: 2, stake: 100, type: 'pairs' }],
} as unknown as Bets;

/** Proves a round of a shared table, the same for ever: to the bettor behind, or to the operator with everybody's money. */
export function provedTableRound(whose: 'behind' | 'everybody'): Proof {
  const ruleSet = present(preset('blackjack-deluxe'), 'the game');
  const limits = present(defaultLimits(ruleSet, present(currencyOf('EUR'), 'the euro')), 'limits');
  const { number, exposed, burned, dealt } = openShoe(ruleSet, freshShoe(ruleSet, SERVER_SEED, SALT), 1);
  const shoe = { decks: 8, start: dealt, keptNo: number, script: null, algorithm: KEY_STREAM_VERSION };
  const made = { seedNo: number, clientSeed: SALT, nonce: 0, shoe };
  const steps = playedOut(ruleSet, limits, cardsFrom(made, SERVER_SEED, 0));
  const at = '2026-01-01T00:00:00.000Z';
  const round: TableRoundRecord = {
    tableKey: 1,
    tableId: '019b0000-0000-7000-8000-000000000002',
    roundId: '019b0000-0000-7000-8000-000000000001',
    operatorId: '019b0000-0000-7000-8000-000000000003',
    gameId: 'blackjack-deluxe',
    ruleSetVersion: 1,
    mode: 'real',
    currency: 'EUR',
    limits,
    decisionSeconds: 12,
    ...made,
    status: 'settled',
    version: steps.length,
    steps: steps.map((step, index) => {
      return { version: index + 1, step, balanceAfter: 0, actor: 'table:player', requestId: 'test', at };
    }),
    clock: null,
    shoeFacts: { number, exposed, burned },
  };
  const shown = whoseOf(whose);
  return makeSharedProof({ round, ruleSet, whose: shown }, commitmentOf(SERVER_SEED), SERVER_SEED);
}

function whoseOf(whose: 'behind' | 'everybody'): Whose {
  const parts = ['alice', 'bob', 'cid'].map((playerId, bettor) => {
    const place = { playerKey: bettor + 1, playerId, sessionId: '', bettor, mode: 'real' } as const;
    return { ...place, staked: 0, returned: 0, bets: [], balanceAfter: 0, balance: 0, warnings: true };
  });
  return whose === 'everybody' ? { kind: 'everybody', parts } : { kind: 'bettor', part: parts[2] };
}

function playedOut(
  ruleSet: Round['ruleSet'],
  limits: Round['limits'],
  cards: ReturnType<typeof cardsFrom>,
): Step[] {
  const dealt = new CardRecorder(cards);
  const round = deal(ruleSet, limits, BETS, dealt);
  const steps: Step[] = [{ type: 'deal', bets: BETS, cards: dealt.texts }];
  while (round.status !== 'settled') {
    const drawn = new CardRecorder(cards);
    const decision = decided(round);
    carryOut({ round, cards: drawn, journal: null }, decision);
    steps.push({ ...decision, cards: drawn.texts });
  }
  return steps;
}

/** Who is asked insures; hands split and double where that is legal, and the third bettor follows. */
function decided(round: Round): Exclude<Decision, { type: 'deal' }> {
  if (round.status === 'insurance') {
    const asked = round.offers.flatMap((offer) =>
      offer.kind === 'insurance' && offer.hand !== null ? [{ bettor: offer.bettor, hand: offer.hand }] : [],
    );
    return { type: 'insurances', accepted: asked };
  }
  const { box, hand } = present(handInTurn(round), 'a hand in turn');
  const { bettor } = box;
  for (const type of ['split', 'double'] as const) {
    if (!legalActions(round, bettor).some((legal) => legal.type === type)) continue;
    const followers = hand.bets.slice(1).map((bet) => bet.bettor);
    const action: Action = { type, hand: hand.id, followers };
    return { type: 'action', bettor, action };
  }
  return { type: 'action', bettor, action: automaticAction(round).action };
}
