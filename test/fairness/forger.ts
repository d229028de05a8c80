import { createHash } from 'node:crypto';
import { canonicalJson } from '../../src/application/canonical-json';
import type { Proof } from '../../src/application/fairness/make-proof';
import { betsOf } from '../../src/application/rounds/moves';
import { automaticAction } from '../../src/domain/automatic-rule';
import type { Bets } from '../../src/domain/bets';
import { cardText, parseCard } from '../../src/domain/card';
import { deal } from '../../src/domain/deal';
import type { Round } from '../../src/domain/round';
import { type CardSource, InfiniteDeck, ScriptedCards, Shoe } from '../../src/domain/shoe';
import { CardRecorder, carryOut, replay, type Step } from '../../src/domain/step';
import { KeyStream } from '../../src/randomness/key-stream';
import { commitmentOf } from '../../src/randomness/seed-vault';

/** What a forger writes in the place of the truth. */
export type Lie = Partial<Proof> & { readonly placed?: unknown };

/** A lie, the vector it is told of, how it is told, and what has to be said of it. */
export type Forgery = readonly [lie: string, of: string, change: (truth: Proof) => Proof, where: string];

/** Plays the round anew with that lie in it. */
export const lying =
  (lie: Lie) =>
  (truth: Proof): Proof =>
    replayed(truth, lie);

/** Renews the hash, as anybody can who changes a proof. */
export function rehashed(proof: Proof): Proof {
  const claims = Object.entries(proof).filter(([name]) => name !== 'hash' && name !== 'serverSeed');
  const hash = createHash('sha256')
    .update(canonicalJson(Object.fromEntries(claims)))
    .digest('hex');
  return { ...proof, hash };
}

/** A proof with lies in it, the money and the hash made to fit; the cards and choices are those of the true one. */
export function recounted(proof: Proof): Proof {
  return rehashed({ ...proof, ...moneyIn(replay(proof.ruleSet, proof.limits, proof.steps), proof) });
}

/** Deals and plays the round anew from what the lies say, so that everything in the proof fits together again. */
export function replayed(truth: Proof, lie: Lie): Proof {
  const { placed, ...claims } = lie;
  const proof: Proof = { ...truth, ...claims };
  const [first] = truth.steps;
  if (first.type !== 'deal' || proof.serverSeed === null) throw new Error('a proof begins with its deal');
  const bets = (placed ?? first.bets) as Bets;
  const seed = Buffer.from(proof.serverSeed, 'hex');
  const cards = sourceOf(proof, seed);
  const dealt = new CardRecorder(cards);
  const round = deal(proof.ruleSet, proof.limits, bets, dealt);
  const steps: Step[] = [{ type: 'deal', bets, cards: dealt.texts }];
  while (round.status !== 'settled') {
    const drawn = new CardRecorder(cards);
    const decision =
      round.status === 'insurance' && proof.ruleSet.table === 'shared'
        ? ({ type: 'insurances', accepted: [] } as const)
        : ({ type: 'action', ...automaticAction(round) } as const);
    carryOut({ round, cards: drawn, journal: null }, decision);
    steps.push({ ...decision, cards: drawn.texts });
  }
  return rehashed({
    ...proof,
    commitment: commitmentOf(seed).toString('hex'),
    steps,
    ...moneyIn(round, proof),
  });
}

function sourceOf(
  { clientSeed, nonce, shoe: { decks, start, script } }: Proof,
  serverSeed: Buffer,
): CardSource {
  const stream = new KeyStream({ serverSeed, clientSeed, nonce });
  if (script !== null) {
    const cards = script.map(parseCard).filter((card) => card !== null);
    return new ScriptedCards(cards, decks, stream);
  }
  return decks === null ? new InfiniteDeck(stream) : new Shoe(decks, stream).startRoundAt(start);
}

function moneyIn(round: Round, { status, bettors, mode }: Proof): Partial<Proof> {
  const all = round.bettors.map(({ staked, returned }, bettor) => {
    return {
      bettor,
      bets: betsOf(round, bettor),
      staked,
      returned: status === 'cancelled' ? staked : returned,
    };
  });
  const dealerCards = round.dealer.cards.map(cardText);
  if (bettors === undefined) return { dealerCards, ...sumsOf(all.slice(0, 1)) };
  const isOwn = ({ bettor }: { readonly bettor: number }): boolean => bettors[bettor]?.mode === mode;
  const demo = all.filter((one) => !isOwn(one));
  return {
    dealerCards,
    ...sumsOf(all.filter(isOwn)),
    playMoney: demo.length === 0 ? null : { mode: 'demo', ...sumsOf(demo) },
    bettors: bettors.map((one, index) => ({ ...one, ...all[index] })),
  };
}

function sumsOf(
  purse: readonly Pick<Proof, 'bets' | 'staked' | 'returned'>[],
): Pick<Proof, 'bets' | 'staked' | 'returned'> {
  return {
    bets: purse.flatMap(({ bets }) => bets),
    staked: purse.reduce((sum, { staked }) => sum + staked, 0),
    returned: purse.reduce((sum, { returned }) => sum + returned, 0),
  };
}
