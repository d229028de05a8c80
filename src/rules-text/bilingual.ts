export const LANGS = ['en', 'ru'] as const;
export type Lang = (typeof LANGS)[number];

/** One text in every language of the rules (C-23). A sentence without its Russian does not compile. */
export type Bilingual = Readonly<Record<Lang, string>>;

/** A text that reads the same in every language, as an amount or a ratio does. */
export function same(text: string): Bilingual {
  return { en: text, ru: text };
}

/**
 * Lets a sentence be wrapped in the source: every line break of the template and the indent after it become
 * one space. The values put into it are left as they are, for a non-breaking space in them has to survive.
 */
export function prose(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.map((part, index) => `${part.replace(/\s*\n\s*/g, ' ')}${values[index] ?? ''}`).join('');
}

/**
 * The items when the condition holds, nothing otherwise: what does not apply to a game is left out of its
 * rules.
 */
export function when<Item>(condition: boolean, ...items: readonly Item[]): readonly Item[] {
  return condition ? items : [];
}

const AND: Bilingual = { en: 'and', ru: 'и' };

/** `a, b and c` in each language; the items must be in the case that the sentence asks for. */
export function enumeration(items: readonly Bilingual[]): Bilingual {
  const inLang = (lang: Lang): string => {
    const texts = items.map((item) => item[lang]);
    const last = texts.pop() ?? '';
    return texts.length === 0 ? last : `${texts.join(', ')} ${AND[lang]} ${last}`;
  };
  return { en: inLang('en'), ru: inLang('ru') };
}
