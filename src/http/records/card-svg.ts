import { FACE_DOWN } from '../../domain/card';
import { escaped } from '../../rules-text/html-parts';

const RANK_NAMES: Readonly<Record<string, string>> = { A: 'ace', T: 'ten', J: 'jack', Q: 'queen', K: 'king' };
const SUITS: Readonly<
  Record<string, { readonly name: string; readonly sign: string; readonly ink: string }>
> = {
  s: { name: 'spades', sign: '\u2660', ink: '#111' },
  h: { name: 'hearts', sign: '\u2665', ink: '#b00020' },
  d: { name: 'diamonds', sign: '\u2666', ink: '#b00020' },
  c: { name: 'clubs', sign: '\u2663', ink: '#111' },
};

/** `ace of spades`, or what there is to say of a card that lies face down. */
export function cardName(text: string): string {
  if (text === FACE_DOWN) return 'a card face down';
  const rank = text.slice(0, -1);
  return `${RANK_NAMES[rank] ?? rank} of ${SUITS[text.slice(-1)].name}`;
}

/** One card as a drawing that a screen reader calls by its name. */
function cardSvg(text: string): string {
  const title = escaped(cardName(text));
  const open = `<svg role="img" aria-label="${title}" viewBox="0 0 60 84" xmlns="http://www.w3.org/2000/svg">`;
  const edge = 'x="1" y="1" width="58" height="82" rx="6" stroke="#111" stroke-width="1.5"';
  if (text === FACE_DOWN) {
    return `${open}<rect ${edge} fill="#345"/><rect x="8" y="8" width="44" height="68" rx="3" fill="none" stroke="#fff"/></svg>`;
  }
  const { sign, ink } = SUITS[text.slice(-1)];
  const rank = text.startsWith('T') ? '10' : text.slice(0, -1);
  const font = `fill="${ink}" font-family="serif"`;
  return [
    `${open}<rect ${edge} fill="#fff"/>`,
    `<text x="7" y="23" font-size="20" font-weight="bold" ${font}>${rank}</text>`,
    `<text x="30" y="64" font-size="36" text-anchor="middle" ${font}>${sign}</text></svg>`,
  ].join('');
}

/** A row of cards. */
export function cardsHtml(cards: readonly string[]): string {
  return `<p class="cards">${cards.map(cardSvg).join('')}</p>`;
}
