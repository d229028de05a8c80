import { present } from '../../domain/assert';
import { type Card, CARDS_PER_DECK, parseCard } from '../../domain/card';
import type { RuleSet } from '../../domain/rule-set';
import { cutPosition } from '../../domain/rule-set-check';
import { type CardSource, InfiniteDeck, ScriptedCards, Shoe } from '../../domain/shoe';
import type { CurrentSeed, KeptShoe } from '../../persistence/rounds/load-standing';
import type { RoundRecord, ShoeRecord } from '../../persistence/rounds/round-record';
import { KEY_STREAM_VERSION, KeyStream } from '../../randomness/key-stream';

/** Of what a round's cards are made, but for the secret: which server seed, the player's word, the count, the shoe. */
export type RoundShoe = Pick<RoundRecord, 'seedNo' | 'clientSeed' | 'nonce' | 'shoe'>;

/** The shoe of a new round: the session's own where one is kept to the cut card (C-25), otherwise a fresh one. */
export function shoeFor(
  ruleSet: RuleSet,
  { no: seedNo, clientSeed, nextNonce }: Omit<CurrentSeed, 'sealedSeed'>,
  kept: KeptShoe | null,
  script: readonly string[] | null,
): RoundShoe {
  const decks = ruleSet.decks === 'infinite' ? null : ruleSet.decks;
  const shoe = { decks, start: 0, keptNo: null, script, algorithm: KEY_STREAM_VERSION };
  const fresh = { seedNo, clientSeed, nonce: nextNonce };
  if (script !== null || ruleSet.shuffle.kind !== 'cutCard' || decks === null) return { ...fresh, shoe };
  const cut = cutPosition(decks * CARDS_PER_DECK, ruleSet.shuffle.cut);
  // A shoe of a seed that was revealed is known to the player: it is not dealt on.
  if (kept === null || kept.dealt >= cut || kept.seedNo !== seedNo) {
    return { ...fresh, shoe: { ...shoe, keptNo: (kept?.no ?? 0) + 1 } };
  }
  const { no: keptNo, dealt: start } = kept;
  return { seedNo, clientSeed: kept.clientSeed, nonce: kept.nonce, shoe: { ...shoe, start, keptNo } };
}

/** The cards of a round from where it stands, `drawn` of them being on the table. */
export function cardsFrom(
  { clientSeed, nonce, shoe }: RoundShoe,
  serverSeed: Buffer,
  drawn: number,
): CardSource {
  const source = sourceOf(shoe, new KeyStream({ serverSeed, clientSeed, nonce }));
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
