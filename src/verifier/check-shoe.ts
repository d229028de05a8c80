import { CARDS_PER_DECK, cardText, cardValue, parseCard } from '../domain/card';
import { type CardSource, excessCard, InfiniteDeck, ScriptedCards, Shoe } from '../domain/shoe';
import { cutPosition } from '../domain/rule-set-check';
import { KEY_STREAM_VERSION, KeyStream } from '../randomness/key-stream';
import { type Check, checked, chosen, firstOf, open } from './check';
import type { AnyProof } from './read-proof';

/** Whether the round could come from such a shoe at all; needs no seed. */
export function checkShoe(proof: AnyProof): Check {
  return checked('the shoe', shoeAsText(proof), () =>
    firstOf([decksFault(proof), scriptFault(proof), placeFault(proof), burnedFault(proof)]),
  );
}

function shoeAsText({ ruleSet: { decks }, shoe: { start, number } }: AnyProof): string {
  const which = number === undefined ? '' : `, shoe ${number} of the table`;
  const of = decks === 'infinite' ? 'an infinite deck' : `${decks} decks`;
  return `${of}, as the rule set says${which}, dealt from position ${start} on`;
}

function decksFault({ ruleSet, shoe }: AnyProof): string | null {
  const decks = ruleSet.decks === 'infinite' ? null : ruleSet.decks;
  return shoe.decks === decks ? null : `shoe.decks is ${shoe.decks}; the rule set has ${ruleSet.decks}`;
}

/** Cards are chosen in tests only, for a shoe of their own, and no more of each than there are. */
function scriptFault(proof: AnyProof): string | null {
  const { shoe, ruleSet, nonce } = proof;
  if (shoe.script === null) return null;
  if (proof.format !== 'holecard-proof/1') {
    const mode = proof.table?.mode ?? proof.mode;
    if (mode !== 'test') return `shoe.script: cards are chosen in test mode only, not in mode ${mode}`;
  }
  if (shoe.start !== 0) return `shoe.start is ${shoe.start}: chosen cards come from a shoe of their own`;
  if (shoe.number !== undefined) return 'shoe.number: chosen cards do not come from the shoe of the table';
  if (ruleSet.table === 'shared' && nonce === 0) return 'nonce is 0, that of the shoe of the table';
  const excess = shoe.decks === null ? null : excessCard(scriptOf(shoe.script), shoe.decks);
  return excess === null ? null : `shoe.script has more of ${cardText(excess)} than ${shoe.decks} decks`;
}

function scriptOf(texts: readonly string[]) {
  return texts.map(parseCard).filter((card) => card !== null);
}

/** Where in its shoe a round may begin: only a shoe that is dealt to a cut card goes on from round to round (C-25). */
function placeFault(proof: AnyProof): string | null {
  const { ruleSet, shoe, nonce } = proof;
  const { shuffle, table } = ruleSet;
  if (shoe.script !== null) return null;
  if (table === 'private' && shoe.number !== undefined)
    return 'shoe.number: a private round has no shared shoe';
  if (table === 'shared') {
    if (shoe.number === undefined) return 'shoe.number is missing: the round of a table comes from its shoe';
    if (nonce !== 0) return `nonce is ${nonce}; that of the shoe of a table is 0`;
    if (proof.format !== 'holecard-proof/1' && proof.seedNo !== shoe.number) {
      return `seedNo is ${proof.seedNo}; the shoe ${shoe.number} has a seed of that number`;
    }
  }
  if (shuffle.kind !== 'cutCard') {
    return shoe.start === 0 ? null : `shoe.start is ${shoe.start}; this game is shuffled for every deal`;
  }
  const cut = cutPosition((shoe.decks ?? 0) * CARDS_PER_DECK, shuffle.cut);
  return shoe.start < cut ? null : `shoe.start is ${shoe.start}, behind the cut card at ${cut}`;
}

/** As many cards are burned as the exposed one is worth; the round begins behind them (DX-03). */
function burnedFault({ ruleSet, shoe: { number, exposed, burned, start } }: AnyProof): string | null {
  if (number === undefined) {
    if (exposed !== undefined) return 'shoe.exposed does not go without shoe.number';
    return burned === undefined ? null : 'shoe.burned does not go without shoe.number';
  }
  if (ruleSet.burn === 'none') {
    return exposed === null && burned === 0 ? null : 'shoe.exposed, shoe.burned: the game burns none';
  }
  const card = parseCard(exposed ?? '');
  if (card === null) return 'shoe.exposed is missing: the first card of a shoe is shown';
  const worth = cardValue(card);
  if (burned !== worth) return `shoe.burned is ${burned}; ${exposed} is worth ${worth}`;
  return start > worth ? null : `shoe.start is ${start}, among the ${worth} burned cards`;
}

/** Every card, held to the seeds; a table's shoe from the card that was exposed to everybody when it was shuffled. */
export function checkCards(proof: AnyProof, serverSeed: string): Check[] {
  const { script } = proof.shoe;
  const cards = proof.steps.reduce((sum, step) => sum + step.cards.length, 0);
  const dealt = checked('the cards', `all ${cards} are those that the seeds give, in order`, () =>
    cardsFault(proof, serverSeed),
  );
  if (script !== null) return dealt.verdict === 'ok' ? [chosenCards(script)] : [dealt];
  if (proof.shoe.number === undefined) return [dealt];
  const first = checked('the first card of the shoe', 'it is the one that was exposed', () =>
    exposedFault(proof, serverSeed),
  );
  return [dealt, first];
}

/** What is said of the cards where there is no seed to hold them to. */
export function cardsToCome({ shoe: { script } }: AnyProof): Check[] {
  const later = open('the cards', 'the server seed is not revealed yet');
  return script === null ? [later] : [later, chosenCards(script)];
}

function chosenCards(script: readonly string[]): Check {
  return chosen(
    'the cards',
    `${script.length} of them were CHOSEN for a test: nothing is proved of the cards`,
  );
}

/** The first card of the record that the seeds would not have given. */
function cardsFault(proof: AnyProof, serverSeed: string): string | null {
  if (proof.algorithm !== KEY_STREAM_VERSION)
    return `algorithm: this program knows ${KEY_STREAM_VERSION}, not ${proof.algorithm}`;
  const source = sourceOf(proof, streamOf(proof, serverSeed));
  for (const [stepNo, step] of proof.steps.entries()) {
    for (const [cardNo, text] of step.cards.entries()) {
      const expected = cardText(source.draw());
      if (expected !== text)
        return `steps[${stepNo}].cards[${cardNo}] is ${text}; the seeds give ${expected}`;
    }
  }
  return null;
}

function exposedFault(proof: AnyProof, serverSeed: string): string | null {
  const { exposed, decks } = proof.shoe;
  if (proof.ruleSet.burn === 'none') return null;
  if (decks === null) return 'shoe.decks: an infinite deck has no first card';
  const first = cardText(new Shoe(decks, streamOf(proof, serverSeed)).draw());
  return first === exposed ? null : `shoe.exposed is ${exposed}; the seeds give ${first}`;
}

function streamOf({ clientSeed, nonce }: AnyProof, serverSeed: string): KeyStream {
  return new KeyStream({ serverSeed: Buffer.from(serverSeed, 'hex'), clientSeed, nonce });
}

function sourceOf({ shoe: { script, decks, start } }: AnyProof, stream: KeyStream): CardSource {
  if (script !== null) return new ScriptedCards(scriptOf(script), decks, stream);
  return decks === null ? new InfiniteDeck(stream) : new Shoe(decks, stream).startRoundAt(start);
}
