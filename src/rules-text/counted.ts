import type { Bilingual } from './bilingual';

/** English: one, more. Russian (nominative): 1 бокс, 2 бокса, 5 боксов. */
interface Noun {
  readonly en: readonly [one: string, more: string];
  readonly ru: readonly [one: string, few: string, many: string];
}

const NOUNS = {
  box: { en: ['box', 'boxes'], ru: ['бокс', 'бокса', 'боксов'] },
  hand: { en: ['hand', 'hands'], ru: ['рука', 'руки', 'рук'] },
  deck: { en: ['deck', 'decks'], ru: ['колода', 'колоды', 'колод'] },
  card: { en: ['card', 'cards'], ru: ['карта', 'карты', 'карт'] },
  split: { en: ['split', 'splits'], ru: ['разделение', 'разделения', 'разделений'] },
  hour: { en: ['hour', 'hours'], ru: ['час', 'часа', 'часов'] },
  minute: { en: ['minute', 'minutes'], ru: ['минута', 'минуты', 'минут'] },
  second: { en: ['second', 'seconds'], ru: ['секунда', 'секунды', 'секунд'] },
} as const satisfies Record<string, Noun>;

export type CountedNoun = keyof typeof NOUNS;

/**
 * A whole number with its noun, `5 boxes`. The Russian stands in the nominative, so the sentence around it
 * must leave the noun there (`не больше чем 2 бокса`, never `до 2 боксов`).
 */
export function counted(count: number, noun: CountedNoun): Bilingual {
  const forms: Noun = NOUNS[noun];
  return {
    en: `${count} ${forms.en[count === 1 ? 0 : 1]}`,
    ru: `${count} ${forms.ru[russianForm(count)]}`,
  };
}

/** 11–14 take the last form although they end in 1–4. */
function russianForm(count: number): 0 | 1 | 2 {
  const lastTwo = count % 100;
  const last = count % 10;
  if (last === 0 || last >= 5 || (lastTwo >= 11 && lastTwo <= 14)) return 2;
  return last === 1 ? 0 : 1;
}

/** Whole seconds as hours, minutes and seconds: `1 hour 30 minutes`. */
export function duration(seconds: number): Bilingual {
  const parts = (
    [
      [Math.floor(seconds / 3600), 'hour'],
      [Math.floor(seconds / 60) % 60, 'minute'],
      [seconds % 60, 'second'],
    ] as const
  ).filter(([count]) => count > 0);
  if (parts.length === 0) return counted(0, 'second');
  const texts = parts.map(([count, unit]) => counted(count, unit));
  return { en: texts.map((text) => text.en).join(' '), ru: texts.map((text) => text.ru).join(' ') };
}
