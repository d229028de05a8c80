import { present } from '../../domain/assert';
import { type Card, CARDS_PER_DECK, parseCard } from '../../domain/card';
import type { RuleSet } from '../../domain/rule-set';
import { cutPosition } from '../../domain/rule-set-check';
import { type CardSource, InfiniteDeck, ScriptedCards, Shoe } from '../../domain/shoe';
import type { ShoeRecord } from '../../persistence/rounds/round-record';
import { KEY_STREAM_VERSION, KeyStream, newSeed } from '../../randomness/key-stream';

/** What a round's cards are made of. */
export interface RoundShoe {
  /** Hexadecimal. */
  readonly seed: string;
  readonly shoe: ShoeRecord;
}

export interface KeptShoe {
  readonly no: number;
  readonly seed: string;
  readonly dealt: number;
}

/** The shoe of a new round: the session's own where one is kept to the cut card (C-25), otherwise a fresh one. */
export function shoeFor(
  ruleSet: RuleSet,
  kept: KeptShoe | null,
  script: readonly string[] | null,
): RoundShoe {
  const decks = ruleSet.decks === 'infinite' ? null : ruleSet.decks;
  const fresh = { decks, start: 0, keptNo: null, script, algorithm: KEY_STREAM_VERSION };
  if (script !== null || ruleSet.shuffle.kind !== 'cutCard' || decks === null) {
    return { seed: newSeed().toString('hex'), shoe: fresh };
  }
  const cut = cutPosition(decks * CARDS_PER_DECK, ruleSet.shuffle.cut);
  if (kept !== null && kept.dealt < cut) {
    return { seed: kept.seed, shoe: { ...fresh, start: kept.dealt, keptNo: kept.no } };
  }
  return { seed: newSeed().toString('hex'), shoe: { ...fresh, keptNo: (kept?.no ?? 0) + 1 } };
}

/** The cards of a round from where it stands, `drawn` of them being on the table. */
export function cardsFrom({ seed, shoe }: RoundShoe, drawn: number): CardSource {
  const source = sourceOf(shoe, new KeyStream(Buffer.from(seed, 'hex')));
  for (let card = 0; card < drawn; card++) source.draw();
  return source;
}

function sourceOf({ decks, start, script }: ShoeRecord, stream: KeyStream): CardSource {
  if (script !== null) return new ScriptedCards(cardsOf(script), decks, stream);
  return decks === null ? new InfiniteDeck(stream) : new Shoe(decks, stream).startRoundAt(start);
}

/** The cards of texts that were checked. */
export function cardsOf(texts: readonly string[]): Card[] {
  return texts.map((text) => present(parseCard(text), `a card ${text}`));
}
