import { makeSharedProof, type Proof } from '../../src/application/fairness/make-proof';
import { cardsFrom, type RoundShoe } from '../../src/application/rounds/cards';
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
import type { BettorPart, SharedRoundRecord } from '../../src/persistence/rounds/shared-round';
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

/** Of whose money the proof tells: his who bet behind, nobody's, or everybody's. */
export interface TableVector {
  readonly whose: 'behind' | 'watcher' | 'everybody';
  /** Chosen cards, of a table of mode `test`. */
  readonly script?: readonly string[];
  /** After how many steps the round is cancelled; otherwise it is played to its end. */
  readonly cancelledAfter?: number;
}

/** Proves a round of a shared table, the same for ever. */
export function provedTableRound({ whose, script, cancelledAfter = Infinity }: TableVector): Proof {
  const ruleSet = present(preset('blackjack-deluxe'), 'the game');
  const limits = present(defaultLimits(ruleSet, present(currencyOf('EUR'), 'the euro')), 'limits');
  const { number, exposed, burned, dealt } = openShoe(ruleSet, freshShoe(ruleSet, SERVER_SEED, SALT), 1);
  const made = { seedNo: number, clientSeed: SALT };
  const common = { decks: 8, algorithm: KEY_STREAM_VERSION };
  const cardsOf: RoundShoe =
    script === undefined
      ? { ...made, nonce: 0, shoe: { ...common, start: dealt, keptNo: number, script: null } }
      : { ...made, nonce: 1, shoe: { ...common, start: 0, keptNo: null, script } };
  const steps = playedOut(ruleSet, limits, cardsFrom(cardsOf, SERVER_SEED, 0)).slice(0, cancelledAfter);
  const at = '2026-01-01T00:00:00.000Z';
  const round: SharedRoundRecord = {
    tableKey: 1,
    tableId: '019b0000-0000-7000-8000-000000000001',
    roundId: '019b0000-0001-7000-8000-000000000001',
    operatorId: '019b0000-0000-7000-8000-000000000003',
    gameId: 'blackjack-deluxe',
    ruleSetVersion: 1,
    mode: modeOf(script),
    currency: 'EUR',
    limits,
    decisionSeconds: 12,
    ...cardsOf,
    status: cancelledAfter === Infinity ? 'settled' : 'cancelled',
    version: steps.length,
    steps: steps.map((step, index) => {
      return { version: index + 1, step, balanceAfter: 0, actor: 'table:player', requestId: 'test', at };
    }),
    clock: null,
    shoeFacts: script === undefined ? { number, exposed, burned } : null,
  };
  const shared = { round, ruleSet, whose: whoseOf(whose, modeOf(script)) };
  return makeSharedProof(shared, commitmentOf(SERVER_SEED), SERVER_SEED);
}

function modeOf(script: TableVector['script']): 'real' | 'test' {
  return script === undefined ? 'real' : 'test';
}

/** The one behind plays a demo, which he may at any table. */
function whoseOf(whose: TableVector['whose'], mode: 'real' | 'test'): Whose {
  const parts = ['alice', 'bob', 'cid'].map((playerId, bettor): BettorPart => {
    const sessionId = `019b0000-0002-7000-8000-00000000000${bettor + 2}`;
    const own = bettor === 2 ? 'demo' : mode;
    const place = { playerKey: bettor + 2, playerId, sessionId, bettor, mode: own } as const;
    return { ...place, staked: 0, returned: 0, bets: [], balanceAfter: 0, balance: 0, warnings: true };
  });
  if (whose === 'watcher') return { kind: 'watcher', balance: 0 };
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
