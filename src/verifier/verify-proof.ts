import { createHash } from 'node:crypto';
import { canonicalJson } from '../application/canonical-json';
import type { Proof } from '../application/fairness/make-proof';
import { betsOf } from '../application/rounds/moves';
import { cardText, cardValue, parseCard } from '../domain/card';
import type { Round } from '../domain/round';
import { replay, type Step } from '../domain/step';
import { type CardSource, InfiniteDeck, ScriptedCards, Shoe } from '../domain/shoe';
import { KEY_STREAM_VERSION, KeyStream } from '../randomness/key-stream';

/** One thing that was checked: what, and null where it holds, else what is wrong and where. */
export interface Check {
  readonly what: string;
  readonly wrong: string | null;
  /** True where it can only be checked later. */
  readonly open?: true;
}

/**
 * Checks a round's proof by itself: the hash over it, the server seed against its commitment, every card against the
 * seeds, every choice against the rules, and the money against the result. Without the server seed the cards cannot be
 * checked; that is said as a check that failed, for nothing is proved then.
 */
export function verifyProof(proof: Proof): Check[] {
  const checks = [checked('the hash over the record', () => hashFault(proof))];
  if (proof.serverSeed === null) {
    checks.push({ what: 'the cards', wrong: 'the server seed is not revealed yet', open: true });
  } else {
    const seed = proof.serverSeed;
    checks.push(checked('the server seed', () => commitmentFault(proof, seed)));
    checks.push(checked('the cards', () => cardsFault(proof, seed)));
    if (proof.shoe.number !== undefined)
      checks.push(checked('the first card of the shoe', () => exposedFault(proof, seed)));
  }
  if (proof.shoe.number !== undefined) checks.push(checked('the burned cards', () => burnedFault(proof)));
  return [...checks, ...playChecks(proof)];
}

function checked(what: string, faultOf: () => string | null): Check {
  try {
    return { what, wrong: faultOf() };
  } catch (error) {
    return { what, wrong: error instanceof Error ? error.message : String(error) };
  }
}

/** The server seed is not under the hash: it is revealed later. */
function hashFault(proof: Proof): string | null {
  const { hash } = proof;
  const claims = Object.entries(proof).filter(([name]) => name !== 'hash' && name !== 'serverSeed');
  const found = createHash('sha256')
    .update(canonicalJson(Object.fromEntries(claims)))
    .digest('hex');
  return found === hash ? null : `it should be ${found}: something in the record was changed`;
}

function commitmentFault({ commitment }: Proof, serverSeed: string): string | null {
  if (!/^[0-9a-f]{64}$/.test(serverSeed)) return 'it is not 32 bytes in hexadecimal';
  const found = createHash('sha256').update(Buffer.from(serverSeed, 'hex')).digest('hex');
  return found === commitment
    ? null
    : `its SHA-256 is ${found}, but ${commitment} was published before the bet`;
}

/** The first card of the record that the seeds would not have given. */
function cardsFault(proof: Proof, serverSeed: string): string | null {
  if (proof.algorithm !== KEY_STREAM_VERSION)
    return `this program knows ${KEY_STREAM_VERSION}, not ${proof.algorithm}`;
  const source = shoeOf(proof, serverSeed);
  for (const [stepNo, step] of proof.steps.entries()) {
    for (const [cardNo, text] of step.cards.entries()) {
      const expected = cardText(source.draw());
      if (expected !== text)
        return `steps[${stepNo}].cards[${cardNo}] is ${text}; the seeds give ${expected}`;
    }
  }
  return null;
}

/** A table's shoe begins with the card that was exposed to everybody when it was shuffled (DX-03). */
function exposedFault({ clientSeed, nonce, ruleSet, shoe }: Proof, serverSeed: string): string | null {
  if (ruleSet.burn === 'none') return shoe.exposed === null ? null : 'the game exposes none';
  if (shoe.decks === null) return 'an infinite deck has no first card';
  const stream = new KeyStream({ serverSeed: Buffer.from(serverSeed, 'hex'), clientSeed, nonce });
  const first = cardText(new Shoe(shoe.decks, stream).draw());
  return first === shoe.exposed ? null : `${shoe.exposed} was exposed; the seeds give ${first}`;
}

/** As many cards are burned as the exposed one is worth; the round begins behind them. */
function burnedFault({ ruleSet, shoe: { exposed, burned, start } }: Proof): string | null {
  if (ruleSet.burn === 'none') return burned === 0 ? null : 'the game burns none';
  const card = parseCard(exposed ?? '');
  if (card === null) return `${exposed} is no card`;
  const worth = cardValue(card);
  if (burned !== worth) return `${burned} were burned; ${exposed} is worth ${worth}`;
  return start > worth ? null : `the round begins at ${start}, among the ${worth} burned cards`;
}

function shoeOf({ clientSeed, nonce, shoe }: Proof, serverSeed: string): CardSource {
  const stream = new KeyStream({ serverSeed: Buffer.from(serverSeed, 'hex'), clientSeed, nonce });
  if (shoe.script !== null) {
    const script = shoe.script.map((text) => parseCard(text)).filter((card) => card !== null);
    return new ScriptedCards(script, shoe.decks, stream);
  }
  return shoe.decks === null
    ? new InfiniteDeck(stream)
    : new Shoe(shoe.decks, stream).startRoundAt(shoe.start);
}

function playChecks(proof: Proof): Check[] {
  let round: Round;
  try {
    round = replayed(proof);
  } catch (error) {
    return [{ what: 'the choices', wrong: error instanceof Error ? error.message : String(error) }];
  }
  const over = round.status === 'settled' || proof.status === 'cancelled';
  return [
    { what: 'the choices', wrong: over ? null : 'the round is not over after the last of them' },
    { what: "the dealer's cards", wrong: difference(proof.dealerCards, round.dealer.cards.map(cardText)) },
    ...moneyChecks(proof, round),
  ];
}

/** One player's money, or that of all who bet at a table, and the sums of it. */
function moneyChecks(proof: Proof, round: Round): Check[] {
  const all = round.bettors.map((account, bettor) => {
    const { staked } = account;
    const returned = proof.status === 'cancelled' ? staked : account.returned;
    return { bettor, bets: betsOf(round, bettor), staked, returned };
  });
  const counted = proof.bettors === undefined ? all.slice(0, 1) : all;
  const sums = [
    {
      what: 'the bets',
      wrong: difference(
        proof.bets,
        counted.flatMap(({ bets }) => bets),
      ),
    },
    { what: 'what was staked', wrong: difference(proof.staked, sumOf(counted.map(({ staked }) => staked))) },
    {
      what: 'what came back',
      wrong: difference(proof.returned, sumOf(counted.map(({ returned }) => returned))),
    },
  ];
  if (proof.bettors === undefined) return sums;
  const claimed = proof.bettors.map(({ bettor, bets, staked, returned }) => ({
    bettor,
    bets,
    staked,
    returned,
  }));
  return [...sums, { what: 'what each of the players has', wrong: difference(claimed, all) }];
}

function sumOf(amounts: readonly number[]): number {
  return amounts.reduce((sum, amount) => sum + amount, 0);
}

/** Replays step by step, so that the first one that the rules forbid can be named. */
function replayed({ ruleSet, limits, steps }: Proof): Round {
  const played: Step[] = [];
  let round: Round | null = null;
  for (const [stepNo, step] of steps.entries()) {
    played.push(step);
    try {
      round = replay(ruleSet, limits, played);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      throw new Error(`steps[${stepNo}]: the rules do not allow it (${reason})`, { cause: error });
    }
  }
  if (round === null) throw new Error('there is no step');
  return round;
}

/** Where two values differ first, as a path; null when they are equal. */
function difference(claimed: unknown, found: unknown, path = ''): string | null {
  if (Array.isArray(claimed) && Array.isArray(found) && claimed.length === found.length) {
    return firstOf(claimed.map((item, index) => difference(item, found[index], `${path}[${index}]`)));
  }
  if (isObject(claimed) && isObject(found)) {
    const keys = [...new Set([...Object.keys(claimed), ...Object.keys(found)])];
    return firstOf(keys.map((key) => difference(claimed[key], found[key], `${path}.${key}`)));
  }
  if (canonicalJson(claimed) === canonicalJson(found)) return null;
  return `${path === '' ? '' : `at ${path} `}the record says ${canonicalJson(claimed)}; it comes to ${canonicalJson(found)}`;
}

function firstOf(differences: readonly (string | null)[]): string | null {
  return differences.find((found) => found !== null) ?? null;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
